// What is asked of two tasks that meet: which lines they share, and a trial that is begun once.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { gatePlan, gateResult } from '../../../test/fakes/outside.ts';
import type { Result } from '../../domain/error.ts';
import { learn } from '../../domain/parts/known.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Task } from '../../domain/task/task.ts';

let bench: Bench | null = null;
afterEach(() => bench?.close());

const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(result.failure.message);
};

async function open() {
  const here = await openBench({ project: { 'beat.txt': '1\n2\n3\n4\n5\n6\n' } });
  bench = here;
  const { git } = here.ports;
  const hub = must(await git.openHub('shop', here.checkout, true));
  execFileSync('git', ['push', '-q', hub.path, 'HEAD:refs/heads/main'], { cwd: here.checkout, env: here.env });
  const commit = await here.by(['rev-parse', 'HEAD']);
  const tree = await here.by(['rev-parse', 'HEAD^{tree}']);
  const base = { commit, tree, branch: 'main', from: 'local', protected: [] } as const;
  const copy = must(await git.makeCopy(hub, join(here.folder, 'copy'), base, 'x')).path;
  const work = async (text: string, before?: string) => {
    const task = before ?? (await here.must('task.create', { text: 'beat', cwd: here.checkout })).task;
    writeFileSync(join(copy, 'beat.txt'), text);
    const proven = must(await git.snapshot(hub, copy, commit, task)).tree;
    await here.store.transact(async (tx) => {
      const thing = (await tx.thing(task as Task['id'])) as Task;
      const known = learn(thing.state.known, {
        place: { hub, base, gatePlan, dependencies: null },
        work: { proven, baseline: [gateResult('test', 'passed')] },
      });
      const at = here.clock.now();
      await tx.update(thing.id, thing.version, { state: { ...thing.state, known }, ended: false, effects: 0, at });
    });
    return task;
  };
  const trials = (task: string) =>
    here.store.read(async (reads) =>
      (await reads.things({ kind: 'run', task: task as Task['task'] })).filter(
        ({ spec }) => spec.purpose.kind === 'trial',
      ),
    );
  const end = async (task: string, state: object) =>
    here.store.transact(async (tx) => {
      const [run] = (await tx.things({ kind: 'run', task: task as Task['task'] })) as readonly Run[];
      if (run !== undefined)
        await tx.update(run.id, run.version, { state: state as never, ended: true, effects: 0, at: here.clock.now() });
    });
  return { here, work, trials, end };
}

it('a trial is begun once for the same works, with each that shares lines and merges', async () => {
  const { here, work, trials, end } = await open();
  const ours = await work('ONE\n2\n3\n4\n5\n6\n');
  const ask = (more: object = {}) => here.must('task.conflicts', { task: ours, cwd: '/', ...more });
  expect(await ask({ gates: true })).toEqual({ task: ours, overlaps: [], trials: [], untried: [] });
  const clashing = await work('eins\n2\n3\n4\n5\n6\n');
  const apart = await work('1\n2\n3\n4\n5\nSIX\n');
  expect(await ask()).toMatchObject({ overlaps: [{ path: 'beat.txt', conflicts: true }], trials: [] });
  expect(await ask({ gates: true })).toMatchObject({
    trials: [],
    untried: [{ with: clashing, why: 'they do not merge' }],
  });
  expect(await trials(ours)).toEqual([]);

  const begun = await ask({ gates: true, with: apart });
  expect(begun).toMatchObject({ overlaps: [], trials: [{ with: apart, state: 'running', gates: [] }], untried: [] });
  await ask({ gates: true, with: apart });
  const [run, ...others] = await trials(ours);
  expect([run?.parent, run?.id, others]).toEqual([null, begun.trials[0]?.run, []]);
  expect(run?.spec.purpose).toMatchObject({ other: apart, gates: [{ gate: 'test' }] });
  expect((await here.must('task.show', { task: ours, cwd: '/' })).trials).toEqual(begun.trials);
  expect(await here.must('run.cancel', { run: run?.id ?? '' })).toEqual({ run: run?.id, already: false });

  const result = { kind: 'gate', result: gateResult('test', 'failed', { why: '1 of 2 tests failed' }) };
  await end(ours, { kind: 'ended', startedAt: 1, endedAt: 2, ending: { kind: 'exited', code: 1 }, result });
  const ended = { with: apart, state: 'ended', gates: [{ gate: 'test', verdict: 'failed' }] };
  const [told] = (await ask()).trials;
  expect(told).toMatchObject(ended);
  expect(told).not.toHaveProperty('stale');
  await work('1\n2\n3\n4\nFIVE\nSIX\n', apart);
  expect((await ask()).trials).toMatchObject([{ ...ended, stale: true }]);
  await ask({ gates: true, with: apart });
  expect(await trials(ours)).toHaveLength(2);
});

it('five are begun at once, and the rest says so', async () => {
  const { here, work, trials } = await open();
  const same = 'ONE\n2\n3\n4\n5\n6\n';
  const ours = await work(same);
  for (let others = 0; others < 6; others += 1) await work(same);
  const { untried } = await here.must('task.conflicts', { task: ours, cwd: '/', gates: true });
  expect([(await trials(ours)).length, untried.map(({ why }) => why)]).toEqual([5, ['5 at once are the most']]);
});

it('one that was cut off, or does not merge after all, says so', async () => {
  const { here, work, end } = await open();
  const [ours, apart] = [await work('ONE\n2\n3\n4\n5\n6\n'), await work('1\n2\n3\n4\n5\nSIX\n')];
  const ask = () => here.must('task.conflicts', { task: ours, cwd: '/' });
  await here.must('task.conflicts', { task: ours, cwd: '/', with: apart, gates: true });
  const over = { kind: 'ended', startedAt: 1, endedAt: 2 };
  const failure = { error_code: 'NOT_READY', message: 'they do not merge: beat.txt' };
  await end(ours, { ...over, ending: null, result: { kind: 'refused', failure } });
  expect((await ask()).trials).toMatchObject([{ gates: [], stopped: failure.message }]);
  const cut = { kind: 'gate', result: gateResult('test', 'failed') };
  await end(ours, { ...over, ending: { kind: 'lost' }, result: cut });
  expect((await ask()).trials).toMatchObject([{ gates: [], stopped: 'it was cut off' }]);
});

it('with itself, or with one that nobody works on, it is refused', async () => {
  const { here, work } = await open();
  const ours = await work('ONE\n2\n3\n4\n5\n6\n');
  const { task: idle } = await here.must('task.create', { text: 'other', cwd: here.checkout });
  const refusal = (other: string) => here.refusal('task.conflicts', { task: ours, cwd: '/', with: other, gates: true });
  expect([await refusal(ours), await refusal(idle)]).toEqual(['USAGE', 'NOT_READY']);
});
