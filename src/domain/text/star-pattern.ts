// Patterns as forges and people write them for names, not for paths.

/** Of a whole name; `*` stands for any run of signs, also of none. */
export const starPattern = (pattern: string, flags = ''): RegExp =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, flags);
