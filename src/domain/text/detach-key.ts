// How the keys are written that leave a terminal: Ctrl with a letter or sign, and perhaps one key after it.

/** `ctrl-\ d`, `ctrl-a d`, `ctrl-q`; spaces around it do not count. */
export const detachKeyPattern = /^\s*ctrl-([a-z\\\]^_@[])(?:\s+([a-z0-9]))?\s*$/i;
