// Whether a path stays within a folder, by their names alone: both absolute, or both of one tree. Links are followed by `disk`.

/** The folder itself, or below it. */
export const isWithin = (path: string, folder: string): boolean => pathBelow(path, folder) !== null;

/** What stands of it below the folder; '' is the folder itself, null: it lies elsewhere. */
export function pathBelow(path: string, folder: string): string | null {
  if (path === folder) return '';
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}
