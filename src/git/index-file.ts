// An index of ours beside a work tree that is not ours.
import type { Hub } from '../ports/git.ts';

export type Index = { readonly hub: Hub; readonly folder: string; readonly file: string };

export const indexEnv = ({ folder, file }: Index) => ({ GIT_WORK_TREE: folder, GIT_INDEX_FILE: file });
