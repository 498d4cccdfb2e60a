// The tree of a read-only run's repository as it was before, kept until the run is over.
import type { Hub } from '../domain/task/base.ts';

export type Before = { readonly hub: Hub; readonly tree: string };

export const beforeFile = (run: string): string => `runs/${run}/before.json`;
