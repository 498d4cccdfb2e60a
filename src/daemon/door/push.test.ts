import { expect, it } from 'vitest';
import { openBench } from '../../../test/fakes/commands/open-bench.ts';
import { createPush } from './push.ts';

it('what was configured meanwhile is opened by who wants to be told, and no server is waited for', async () => {
  const bench = await openBench();
  const done: string[] = [];
  const push = createPush(bench.ports, { heed: async () => void done.push('heeded') });
  expect(await push.change('w1', null)).toBe(null);
  expect(done).toEqual(['heeded']);
  await bench.close();
});
