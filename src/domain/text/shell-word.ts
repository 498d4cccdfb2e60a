// A text as one word of a POSIX shell, to be copied: as it is where nothing in it is special, else quoted.

export const shellWord = (text: string): string =>
  /^[\p{L}\p{N}@%+=:,./_~-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
