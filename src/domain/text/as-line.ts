// An argv as the line that a person would write.

/** Words with blanks or quotes in them are quoted, so that the line is read back as the same words. */
export const asLine = (argv: readonly string[]): string =>
  argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
