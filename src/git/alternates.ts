// The file in which git is told where more objects are: one folder a line, in git's quotes where its name would not stand on one.

export const alternatesOf = (...folders: readonly string[]): string =>
  folders.map((folder) => `${folder.includes('\n') ? quoted(folder) : folder}\n`).join('');

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
