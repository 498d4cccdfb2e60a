// Node's own libraries on the way of every command, taken without `import`: that makes a facade of all their exports and so opens every lazy part
// (`fs.promises`, `util.MIMEType`), 3 ms each. Until Node's facades are lazy.
export const fs = process.getBuiltinModule('node:fs');
export const util = process.getBuiltinModule('node:util');
export const os = process.getBuiltinModule('node:os');
export const path = process.getBuiltinModule('node:path');
/** Loaded when it is called: help and refusals do without it. */
export const loadNet = () => process.getBuiltinModule('node:net');
