import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, type BenchOptions, openBench } from '../../test/fakes/commands/open-bench.ts';
import { learn } from '../domain/parts/known.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const id = (task: string) => task as Task['task'];
const cwd = '/';
const look = async (task: string) => (await bench.store.read((reads) => reads.thing(id(task)))) as Task;

/** A task that has a copy and waits; nothing drives it. */
async function withCopy(options: BenchOptions = {}): Promise<{ task: string; copy: string }> {
  bench = await openBench(options);
  const { task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout });
  const { git } = bench.ports;
  const hub = await ok(git.openHub('shop', bench.checkout, true));
  const commit = await bench.by(['rev-parse', 'HEAD']);
  const tree = await bench.by(['rev-parse', 'HEAD^{tree}']);
  execFileSync('git', ['push', '-q', hub.path, 'HEAD:refs/heads/main'], { cwd: bench.checkout, env: bench.env });
  const base = { commit, tree, branch: 'main', from: 'local', protected: [] } as const;
  const copy = await ok(git.makeCopy(hub, join(bench.folder, 'copy'), base, 'drover/shop-1'));
  await bench.store.transact(async (tx) => {
    const thing = (await tx.thing(id(task))) as Task;
    const known = learn(thing.state.known, { place: { hub, base, copy: { ...copy, tree } } });
    const at = bench.clock.now();
    const state = { ...thing.state, known, phase: 'plan', at: { kind: 'planning', looks: 0 } } as const;
    await tx.update(thing.id, thing.version, { state, ended: false, effects: 0, at });
    await tx.putCopy({
      task: id(task),
      path: copy.path,
      branch: copy.branch,
      host: thing.host,
      createdAt: at,
      removedAt: null,
    } as never);
  });
  return { task, copy: copy.path };
}
const ok = async <T>(
  result: Promise<{ ok: true; value: T } | { ok: false; failure: { message: string } }>,
): Promise<T> => {
  const told = await result;
  if (told.ok) return told.value;
  throw new Error(told.failure.message);
};

describe('a task in a person\u2019s hand', () => {
  it('is taken once however often it is asked for, and given back by who has it only', async () => {
    const { task, copy } = await withCopy();
    expect(await bench.refusal('task.give', { task, cwd })).toBe('NOT_READY');
    expect(await bench.must('task.take', { task, cwd, now: true })).toMatchObject({ path: copy, in_hand: false });
    await bench.must('task.take', { task, cwd, now: true });
    expect((await bench.must('task.give', { task, cwd, go_on: true })).said).toContain('its agent goes on');
    const view = await bench.store.read((reads) => reads.view(id(task)));
    expect(view?.notices.map(({ kind }) => kind)).toEqual(['take', 'give']);
    expect(await bench.refusal('task.give', { task, cwd })).toBe('NOT_READY');
  });

  it('is no agent\u2019s to take, to give, to look into or to try', async () => {
    const { task } = await withCopy();
    for (const command of ['task.take', 'task.give', 'task.shell', 'task.checkout', 'task.reopen'] as const) {
      const input = command === 'task.reopen' ? { task, text: 'more' } : { task, cwd };
      expect(await bench.refusal(command, input, anAgent), command).toBe('UNAUTHORIZED');
    }
  });

  it('WT-43 its copy is handed over without what an agent left for git, and that is told; an agent that asks gets it as it is', async () => {
    const { task, copy } = await withCopy();
    const hook = join(copy, '.git', 'hooks', 'pre-commit');
    const plant = () => {
      mkdirSync(join(copy, '.git', 'hooks'), { recursive: true });
      writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 });
    };
    for (const command of ['task.path', 'task.shell'] as const) {
      plant();
      const { notes } = await bench.must(command, { task, cwd });
      expect(notes, command).toEqual([expect.stringContaining('.git/hooks')]);
      expect(existsSync(hook), command).toBe(false);
    }
    plant();
    for (const peer of [anAgent, undefined])
      await bench.must('task.path', { task, cwd, hand: peer !== undefined }, peer);
    expect(existsSync(hook)).toBe(true);
    await bench.must('task.open', { task, cwd });
    expect(existsSync(hook)).toBe(false);
  });

  it('WT-23 has its change told by file', async () => {
    const { task, copy } = await withCopy();
    writeFileSync(join(copy, 'README.md'), 'A better shop.\nOpen.\n');
    writeFileSync(join(copy, 'new.txt'), 'new\n');
    expect(await bench.must('task.diff', { task, cwd })).toMatchObject({
      ...{ files: 2, added: 3, removed: 1 },
      by_file: [
        { path: 'README.md', added: 2, removed: 1 },
        { path: 'new.txt', added: 1, removed: 0 },
      ],
    });
    const { diff } = await bench.must('task.diff', { task, cwd, file: 'new.txt' });
    expect(diff.match(/^\+\+\+ .*/gm)).toEqual(['+++ b/new.txt']);
  });

  it('has to have a copy', async () => {
    bench = await openBench();
    const { task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout });
    expect(await bench.refusal('task.take', { task, cwd, now: true })).toBe('NOT_READY');
    expect(await bench.refusal('task.open', { task, cwd })).toBe('PATH_NOT_FOUND');
    expect(await bench.refusal('task.shell', { task, cwd })).toBe('PATH_NOT_FOUND');
    expect(await bench.refusal('task.checkout', { task, cwd })).toBe('NOT_READY');
  });

  it('goes back to attempts that there are, by a person alone', async () => {
    const { task } = await withCopy();
    expect(await bench.must('task.attempts', { task, cwd })).toEqual({ task, attempts: [] });
    expect(await bench.refusal('task.rewind', { task, attempt: 'SC-1.1' })).toBe('ATTEMPT_NOT_FOUND');
    expect(await bench.refusal('task.rewind', { task, attempt: 'SC-1.1' }, anAgent)).toBe('UNAUTHORIZED');
    await bench.store.transact(async (tx) => {
      const thing = (await tx.thing(id(task))) as Task;
      const state = { ...thing.state, known: learn(thing.state.known, { delivery: { pushed: true } }) };
      await tx.update(thing.id, thing.version, { state, ended: false, effects: 0, at: bench.clock.now() });
    });
    expect(await bench.refusal('task.rewind', { task, attempt: 'SC-1.1' })).toBe('NOT_READY');
  });

  it('is looked at in a shell with none of the person\u2019s credentials', async () => {
    const { task, copy } = await withCopy();
    const shell = await bench.must('task.shell', { task, cwd, command: ['env'] });
    expect(shell).toMatchObject({ path: copy, argv: ['env'], env: { DROVER_TASK: task } });
    expect(shell.env.HOME).not.toBe(bench.env.HOME);
  });

  it('is opened at its copy as long as there is no pull request', async () => {
    const { task, copy } = await withCopy();
    expect(await bench.must('task.open', { task, cwd })).toEqual({ task, what: 'copy', address: copy });
  });
});

describe('a task tried in the own checkout', () => {
  const branch = () => bench.by(['branch', '--show-current']);

  it('is there as it stands, and gone without a trace when one goes back', async () => {
    const { task, copy } = await withCopy();
    writeFileSync(join(copy, 'README.md'), 'A better shop.\n');
    expect(await bench.must('task.checkout', { task, cwd })).toMatchObject({ checkout: bench.checkout, branch: null });
    expect(readFileSync(join(bench.checkout, 'README.md'), 'utf8')).toBe('A better shop.\n');
    writeFileSync(join(copy, 'README.md'), 'The best shop.\n');
    await bench.must('task.checkout', { task, cwd });
    expect(readFileSync(join(bench.checkout, 'README.md'), 'utf8')).toBe('The best shop.\n');
    expect(await bench.must('task.checkout', { cwd: bench.checkout, back: true })).toMatchObject({ branch: 'main' });
    expect([await branch(), await bench.by(['status', '--porcelain'])]).toEqual(['main', '']);
    expect(readFileSync(join(bench.checkout, 'README.md'), 'utf8')).toBe('A shop.\n');
    expect(await bench.refusal('task.checkout', { cwd: bench.checkout, back: true })).toBe('NOT_READY');
  });

  it('leaves a dirty checkout alone, on the way there and back', async () => {
    const { task, copy } = await withCopy();
    writeFileSync(join(copy, 'README.md'), 'A better shop.\n');
    bench.write('mine.txt', 'mine');
    expect(await bench.refusal('task.checkout', { task, cwd })).toBe('GIT_DIRTY');
    await bench.by(['clean', '-qf']);
    await bench.must('task.checkout', { task, cwd });
    bench.write('mine.txt', 'mine');
    expect(await bench.refusal('task.checkout', { task, cwd, back: true })).toBe('GIT_DIRTY');
    expect(existsSync(join(bench.checkout, 'mine.txt'))).toBe(true);
  });

  it('cut off before the checkout moved, going back changes nothing', async () => {
    const { task } = await withCopy();
    const head = await bench.by(['rev-parse', 'HEAD']);
    const was = { task, checkout: bench.checkout, was: { branch: 'main', head }, commit: 'f'.repeat(40) };
    await bench.ports.files.write('tried/shop.json', JSON.stringify(was));
    expect(await bench.must('task.checkout', { task, cwd, back: true })).toMatchObject({
      branch: 'main',
      commit: head,
    });
    expect(await branch()).toBe('main');
  });

  it('does not lose from sight what was committed on it, nor move who has gone elsewhere', async () => {
    const { task } = await withCopy();
    await bench.must('task.checkout', { task, cwd });
    await bench.by(['commit', '-q', '--allow-empty', '-m', 'on no branch']);
    expect(await bench.refusal('task.checkout', { task, cwd, back: true })).toBe('NOT_READY');
    await bench.by(['switch', '-q', '-c', 'elsewhere']);
    expect(await bench.must('task.checkout', { task, cwd, back: true })).toMatchObject({ branch: 'elsewhere' });
    expect(await branch()).toBe('elsewhere');
  });
});

describe('a task that is over', () => {
  const finish = async (task: string, plan: boolean) =>
    bench.store.transact(async (tx) => {
      const thing = (await tx.thing(id(task))) as Task;
      const criteria = [{ label: 'SC-1', text: 'it works', verify: null, files: [], kind: 'behaviour' }] as const;
      const known = learn(thing.state.known, { work: { plan: plan ? { text: 'plan', criteria } : null } });
      const outcome = { kind: 'released', why: 'for the test', open: [] } as const;
      const state = { ...thing.state, known, phase: 'release', at: { kind: 'ended', outcome, back: null } } as const;
      await tx.update(thing.id, thing.version, { state, ended: true, effects: 0, at: bench.clock.now() });
    });

  it('goes on with more words in the same copy, as a round of its own', async () => {
    const { task } = await withCopy();
    expect(await bench.refusal('task.reopen', { task, text: 'more' })).toBe('NOT_READY');
    await finish(task, true);
    await bench.must('task.reopen', { task, text: 'the label too' });
    expect((await look(task)).state).toMatchObject({
      ...{
        phase: 'develop',
        at: { kind: 'developing', key: 'FIX-1', advice: expect.stringContaining('the label too') },
      },
    });
  });

  it('goes on from what was merged meanwhile', async () => {
    const { task } = await withCopy();
    await finish(task, true);
    await bench.store.transact(async (tx) => {
      const thing = (await tx.thing(id(task))) as Task;
      const state = {
        ...thing.state,
        known: learn(thing.state.known, { delivery: { merged: { commit: 'c9', address: 'https://forge.test/9' } } }),
      };
      await tx.update(thing.id, thing.version, { state, ended: true, effects: 0, at: bench.clock.now() });
    });
    await bench.must('task.reopen', { task, text: 'the label too' });
    expect((await look(task)).state).toMatchObject({
      at: { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'merged', text: 'the label too' } } },
    });
  });

  it('goes nowhere where nothing is left to go on with', async () => {
    const { task } = await withCopy();
    await finish(task, false);
    expect(await bench.refusal('task.reopen', { task, text: 'more' })).toBe('TASK_ENDED');
  });
});
