// Which tests of a file run: every run goes each way once; what happens beside a way that another test of the same file goes is for the deep tests. Those take a half of it, the other half with the next seed; nightly takes all.
import { inject, it } from 'vitest';
import { byTurns } from '../deep/rotation.ts';

declare module 'vitest' {
  interface ProvidedContext {
    depth: 'usual' | 'deep';
  }
}

const isDeep = inject('depth') === 'deep';

/** In a file that has several of these. `deeply`: with the deep tests, in each run of them. */
export const often = it.runIf(!isDeep);
export const deeply = it.runIf(isDeep);
export const rarely: typeof byTurns = isDeep ? byTurns : it.skip;
