// Is a path the folder itself, or in it?
import { sep } from 'node:path';

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === sep ? folder : folder + sep);
