// Which tests of a file run: every run goes each way once; what happens beside a way that another test of the same file goes is for the deep tests.
import { inject, it } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    depth: 'usual' | 'deep';
  }
}

const isDeep = inject('depth') === 'deep';

/** In a file that has both. */
export const often = it.runIf(!isDeep);
export const rarely = it.runIf(isDeep);
