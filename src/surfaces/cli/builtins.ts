// Node's own libraries on the way of every command, taken without `import`: that makes a facade of all their exports and so opens every lazy part
// (`fs.promises`, `util.MIMEType`), 3 ms each. Until Node's facades are lazy.
export const fs = process.getBuiltinModule('node:fs');
export const util = process.getBuiltinModule('node:util');
export const path = process.getBuiltinModule('node:path');
/** Loaded when they are called: few commands need them. */
export const loadNet = () => process.getBuiltinModule('node:net');
export const loadOs = () => process.getBuiltinModule('node:os');
export const loadTty = () => process.getBuiltinModule('node:tty');
