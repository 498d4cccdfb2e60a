// A path as a person wrote it, seen from the folder they stand in.
import { resolve } from 'node:path';

/** `~/x` and `/x` stay as they are; `x`, `./x` and `..` become absolute. */
export const fromFolder = (path: string, cwd: string): string => (/^~(?=\/|$)/.test(path) ? path : resolve(cwd, path));
