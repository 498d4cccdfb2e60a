// Bytes in a file.
import { statSync } from 'node:fs';

/** 0 where it is not there. */
export const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
