import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBench } from '../../../test/fakes/commands/open-bench.ts';
import type { FakeForge } from '../../../test/fakes/forges/github.ts';
import { add, comment } from '../../../test/fakes/forges/hub.ts';
import { startForge } from '../../../test/fakes/forges/start-forge.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Task } from '../../domain/task/task.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
let forge: FakeForge;
beforeEach(async () => {
  forge = await startForge('gitlab');
  bench = await openBench({ config: `forges:\n  code.test: { kind: gitlab, api: ${forge.api.url} }\n` });
  await bench.by(['remote', 'add', 'origin', 'git@code.test:acme/shop.git']);
});
afterEach(async () => {
  await bench.close();
  await forge.api.close();
});

const create = (input: object) => bench.ask('task.create', { cwd: bench.checkout, agent: 'claude', ...input });
const taskOf = async (id: string) => (await bench.store.read((reads) => reads.thing(id as ThingId))) as Task;
const issue = {
  ...{ number: 12, title: 'Prices are wrong', text: 'By a cent.', author: 'grace' },
  comments: [{ author: 'linus', text: 'Since Monday.' }],
};

it('a task of an issue has its title, text and comments, knows where it is from, and is asked about before it begins', async () => {
  forge.hub.issues.push(issue);
  const made = await create({ issue: '12' });
  if (!made.ok) throw new Error(made.error);
  const { spec } = await taskOf(made.data.task);
  expect(spec.text).toBe('Prices are wrong\n\nBy a cent.\n\nlinus says:\nSince Monday.');
  expect(spec.issue).toEqual({ address: 'https://gitlab.test/acme/shop/-/issues/12', number: 12 });
  expect(spec.inferred).toBe(true);
});

it("the person's own words come first", async () => {
  forge.hub.issues.push({ ...issue, text: 'x'.repeat(300_000) });
  const made = await create({ issue: '#12', text: 'Only the cents.' });
  if (!made.ok) throw new Error(made.error);
  const { spec } = await taskOf(made.data.task);
  expect(spec.text).toMatch(/^Only the cents\.\n\nPrices are wrong\n\nx+$/);
  expect(Buffer.byteLength(spec.text)).toBeLessThanOrEqual(256 * 1024);
});

it('nothing is made of an issue that is not there, nor of no words at all', async () => {
  expect(await create({ issue: '13' })).toMatchObject({ ok: false, error_code: 'ISSUE_NOT_FOUND' });
  expect(await create({ issue: 'https://else.test/acme/shop/-/issues/12' })).toMatchObject({ error_code: 'USAGE' });
  expect(await create({})).toMatchObject({ ok: false, error_code: 'TEXT_EMPTY' });
  expect((await bench.must('task.list', { all: true })).tasks).toEqual([]);
});

it('a task of a pull request has its text and what is still asked for, its base and its branch', async () => {
  const pull = { base: 'main', title: 'Round prices', body: 'Half up.', draft: false, sha: 'a'.repeat(40) };
  add(forge.hub, { ...pull, branch: 'round' });
  add(forge.hub, { ...pull, branch: 'theirs', from: 2 });
  add(forge.hub, { ...pull, branch: 'old', state: 'merged' });
  const first = comment(forge.hub, { pull: 1, author: 'grace', text: 'And negative ones?', path: 'a.ts', line: 3 });
  forge.hub.resolved.push(comment(forge.hub, { pull: 1, author: 'grace', text: 'Done long ago.' }).id);
  expect(first.thread).toBe(first.id);
  const made = await create({ pr: 'https://gitlab.test/acme/shop/-/merge_requests/1', text: 'Mind the cents.' });
  if (!made.ok) throw new Error(made.error);
  const { spec } = await taskOf(made.data.task);
  expect(spec.text).toBe('Mind the cents.\n\nRound prices\n\nHalf up.\n\nOn a.ts:3:\ngrace says:\nAnd negative ones?');
  expect([spec.pull, spec.base, spec.inferred]).toEqual([
    {
      address: 'https://gitlab.test/acme/shop/-/merge_requests/1',
      number: 1,
      branch: 'round',
      asked: [{ thread: expect.any(String), comments: ['100'] }],
    },
    'main',
    true,
  ]);
  for (const [pr, code] of [
    ['2', 'UNSUPPORTED'],
    ['3', 'UNSUPPORTED'],
    ['9', 'USAGE'],
    ['x', 'USAGE'],
    ['https://else.test/acme/shop/-/merge_requests/1', 'USAGE'],
  ] as const)
    expect(await create({ pr }), pr).toMatchObject({ error_code: code });
  expect(await create({ pr: '1', issue: '12' })).toMatchObject({ error_code: 'USAGE' });
  expect(await create({ pr: '1', branch: 'mine' })).toMatchObject({ error_code: 'USAGE' });
});
