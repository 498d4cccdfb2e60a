// What hooks of an agent ask, in real files of a state folder; a test says when the folder is looked at.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import type { Edited } from '../../src/domain/edit/edit.ts';
import { ok } from '../../src/domain/error.ts';
import type { Change } from '../../src/domain/evidence/gate-plan.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { followEdits } from '../../src/engine/followers/follow-edits.ts';
import { createGates } from '../../src/gates/create-gates.ts';
import type { EffectPorts } from '../../src/ports/effect.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import { openStillEngine, type StillEngine } from '../fakes/still-engine.ts';

let still: StillEngine;
let state = '';
beforeEach(async () => {
  still = await openStillEngine();
  state = mkdtempSync(join(tmpdir(), 'edits-'));
  for (const name of ['asked', 'told']) mkdirSync(join(state, 'runs/r1/edits', name), { recursive: true });
  for (const path of ['src/sum.js', 'test/sum.test.js']) put(path);
});
afterEach(async () => {
  await still.close();
  rmSync(state, { recursive: true, force: true });
});

const copy = () => join(state, 'copy');
function put(path: string): void {
  mkdirSync(dirname(join(copy(), path)), { recursive: true });
  writeFileSync(join(copy(), path), '');
}

const id = (n: number) => String(n).padStart(16, '0');
const asked = (name: string) => join(state, 'runs/r1/edits/asked', name);
/** `late`: so long ago. */
function ask(n: number, content: unknown, late = 0): void {
  writeFileSync(asked(`${id(n)}.json`), typeof content === 'string' ? content : JSON.stringify(content));
  const at = (still.clock.now() - late) / 1000;
  utimesSync(asked(`${id(n)}.json`), at, at);
}
const paths = (...names: string[]) => ({
  paths: names.map((name) => (name.startsWith('/') ? name : join(copy(), name))),
});

const definition = {
  ...{ gate: 'test', source: 'detected', argv: ['node', '--test'], runner: 'node:test', deadlineMs: 1, absent: null },
  reach: { flags: 'variable', files: 'append' },
};
const aTurn = (wholeMs: number | null = 60_000, tree = ['src/sum.js', 'test/sum.test.js', 'src/far.js']) => {
  const edits = { definition, tests: ['test/**'], tree: 't1', dependencies: null, deadlineMs: 60_000, wholeMs };
  const purpose = { kind: 'agent', copy: copy(), hub: { path: '/hub' }, edits, mode: 'write' };
  Object.assign(still.engine.ports as object, {
    files: createStateFiles(state, () => 'x'),
    gates: createGates([]),
    git: {
      tree: () => memoryTree(Object.fromEntries(tree.map((path) => [path, '']))),
      snapshot: async () => ok({ tree: 't1', head: null }),
    },
    keeper: { find: async () => null },
  } satisfies Partial<Record<keyof EffectPorts, unknown>>);
  return still.put('r1', 'run', {
    ...{ task: 'shop-1' as never, spec: { purpose, deadlineMs: 1, sandbox: 'auto' } as never },
    state: { kind: 'running', startedAt: 0, endAsked: false } as never,
  }) as Promise<Run>;
};

/** Looks so often, each time when it has been quiet. */
async function look(turn: Run, times = 1): Promise<void> {
  const over = new AbortController();
  async function* watch(): AsyncGenerator<void> {
    for (let n = 0; n < times; n += 1) yield;
    over.abort();
  }
  Object.assign(still.engine.ports.keeper, { find: async () => ({ ending: null, runId: 'r1', outputBytes: 0 }) });
  Object.assign(still.engine.ports.keeper, {
    attach: async function* (_id: string, _from: number, signal: AbortSignal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  const wait = still.clock.wait;
  still.engine.ports.clock.wait = async () => undefined;
  await followEdits(still.engine, turn, watch, over.signal);
  still.engine.ports.clock.wait = wait;
}

const noted = async (): Promise<readonly Edited[]> =>
  (await still.notices('r1')).filter(({ kind }) => kind === 'edited').map(({ body }) => body as Edited);
const told = () =>
  Object.fromEntries(
    readdirSync(join(state, 'runs/r1/edits/told'))
      .toSorted()
      .map((name) => [name, readFileSync(join(state, 'runs/r1/edits/told', name), 'utf8')]),
  );
const left = () => readdirSync(join(state, 'runs/r1/edits/asked'));

describe('PC-14 what a hook asks', () => {
  it('is taken, comes onto the run with the tests near it, and is looked at once', async () => {
    const turn = await aTurn();
    ask(1, paths('src/sum.js'));
    ask(2, paths('test/sum.test.js'));
    await look(turn, 2);
    expect(await noted()).toEqual([
      {
        ...{ asks: [id(1), id(2)], paths: ['src/sum.js', 'test/sum.test.js'] },
        choice: { kind: 'files', files: ['test/sum.test.js'] },
      },
    ]);
    expect(told()).toEqual({ [`${id(1)}.taken`]: '', [`${id(2)}.taken`]: '' });
    expect(left()).toEqual([]);
    expect(still.wakes).toMatchObject([{ thing: 'r1' }]);
  });

  it('is not taken twice where the daemon was ended before it took the file away', async () => {
    const turn = await aTurn();
    ask(1, paths('src/sum.js'));
    await look(turn);
    ask(1, paths('src/sum.js'));
    await look(turn);
    expect(await noted()).toHaveLength(1);
    expect(left()).toEqual([]);
  });

  it('while no daemon was there is kept as an edit, and nobody is answered', async () => {
    const turn = await aTurn();
    ask(1, paths('src/sum.js'), 60_000);
    await look(turn);
    expect(await noted()).toMatchObject([{ asks: [], paths: ['src/sum.js'] }]);
    expect(told()).toEqual({});
  });

  it.each([
    ['a path outside of the copy', { paths: ['/etc/passwd', '../x', '-x'] }],
    ['what is no JSON', '{'],
    ['no paths', { paths: 'src/sum.js' }],
    ['paths that are no words', { paths: [7, null] }],
    ['too much', ' '.repeat(100_000)],
  ])('is answered with nothing where it is %s', async (_, content) => {
    const turn = await aTurn();
    ask(1, content);
    await look(turn);
    expect([await noted(), left()]).toEqual([[], []]);
    expect(told()).toMatchObject({ [`${id(1)}.json`]: '{"words":null}' });
  });

  it('follows no link, and leaves what is no question of its form', async () => {
    const turn = await aTurn();
    writeFileSync(join(state, 'secret'), JSON.stringify(paths('src/sum.js')));
    symlinkSync(join(state, 'secret'), asked(`${id(1)}.json`));
    writeFileSync(asked('other.json'), JSON.stringify(paths('src/sum.js')));
    await look(turn);
    expect([await noted(), left()]).toEqual([[], ['other.json']]);
    expect(readFileSync(join(state, 'secret'), 'utf8')).not.toBe('');
  });

  it('many times at once is looked at fifty times, and all of it is taken away', async () => {
    const turn = await aTurn();
    for (let n = 1; n <= 120; n += 1) ask(n, paths('src/sum.js'), 121 - n);
    await look(turn);
    const [edit] = await noted();
    expect([edit?.asks.length, edit?.asks[0], left()]).toEqual([50, id(1), []]);
  });

  it('of a file that no test is near is answered with why, the first time', async () => {
    const turn = await aTurn();
    ask(1, paths('src/far.js'));
    await look(turn);
    expect(JSON.parse(told()[`${id(1)}.json`] ?? '').words).toContain('no test is named after what was edited');
    expect(await noted()).toMatchObject([{ choice: { kind: 'none' } }]);
    ask(2, paths('src/far.js'));
    await look(turn);
    expect(told()[`${id(2)}.json`]).toBe('{"words":null}');
  });

  it('of such a file has all tests run where they are quick', async () => {
    const turn = await aTurn(5_000);
    ask(1, paths('src/far.js'));
    await look(turn);
    expect(await noted()).toMatchObject([{ choice: { kind: 'whole' } }]);
  });

  it('of a test that is not there is no reason to run anything', async () => {
    const turn = await aTurn();
    ask(1, paths('test/gone.test.js'));
    await look(turn);
    expect(await noted()).toMatchObject([{ choice: { kind: 'none', why: null } }]);
  });

  it('when the turn is over is answered with nothing', async () => {
    const turn = await aTurn();
    await still.say('r1', 'ending');
    ask(1, paths('src/sum.js'));
    await look(turn);
    expect([await noted(), told()[`${id(1)}.json`]]).toEqual([[], '{"words":null}']);
  });
});

type Looked = {
  readonly tree: string;
  readonly changed: readonly Partial<Change>[];
  readonly meanwhile?: () => unknown;
};

describe('PC-14 the copy of an agent', () => {
  /** Looked at whenever its agent has said something; these are the trees that are found, with what was changed since the one before. */
  async function watched(looks: readonly Looked[], watch: typeof noFolder = noFolder) {
    const turn = await aTurn();
    if (watch === noFolder) rmSync(join(state, 'runs/r1/edits'), { recursive: true });
    const asked: unknown[] = [];
    let at = -1;
    Object.assign(still.engine.ports.git, {
      snapshot: async (...given: unknown[]) => {
        asked.push(given);
        at = Math.min(at + 1, looks.length - 1);
        still.clock.advance(1_000);
        await looks[at]?.meanwhile?.();
        return ok({ tree: looks[at]?.tree, head: null });
      },
      changes: async () => ok(looks[at]?.changed.map((each) => ({ kind: 'modified', ...each }))),
    });
    await still.store.transact((tx) =>
      tx.insert({ ...turn, id: 'shop-1', kind: 'task', task: 'shop-1', parent: null, state: known } as never),
    );
    const parts = looks.length;
    Object.assign(still.engine.ports.keeper, {
      find: async () => ({
        ending: at >= parts - 1 ? { kind: 'exited' } : null,
        runId: 'r1',
        outputBytes: 7,
        startedAt: 0,
        endedAt: null,
      }),
      attach: async function* () {
        for (let n = 1; n < parts; n += 1) {
          yield new Uint8Array(1);
          // Until it was looked at again.
          while (at < n) await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    still.engine.ports.clock.wait = async () => undefined;
    await followEdits(still.engine, turn, watch, AbortSignal.timeout(20_000));
    return asked;
  }
  const known = { known: { place: { copyFiles: ['./.env'] } } };
  const noFolder = (_: string, __: AbortSignal): AsyncIterable<void> => {
    throw new Error('there is no folder to watch');
  };

  it('is looked at while it works, and what was edited in it comes onto its run; nobody waits', async () => {
    const asked = await watched([
      { tree: 't1', changed: [] },
      { tree: 't1', changed: [] },
      { tree: 't2', changed: [{ path: 'src/sum.js' }, { path: 'src/gone.js', kind: 'deleted' }] },
    ]);
    const [edit, ...others] = await noted();
    expect(edit).toEqual({
      ...{ asks: [], paths: ['src/sum.js'], seen: 9 },
      choice: { kind: 'files', files: ['test/sum.test.js'] },
    });
    expect(others).toEqual([]);
    // What the workspace gave it is in no tree.
    expect(asked[0]).toEqual([{ path: '/hub' }, copy(), 't1', 'shop-1/edits', ['.env']]);
  });

  it('that is without a file that was there was edited, moved or taken away; what came and went in it was not', async () => {
    const moved = { path: 'src/near.js', kind: 'renamed', from: 'src/far.js' } as const;
    await watched([
      { tree: 't1', changed: [] },
      {
        tree: 't2',
        changed: [
          { path: 'src/sum.js', kind: 'deleted' },
          { path: 'scratch.js', kind: 'deleted' },
        ],
      },
      { tree: 't3', changed: [moved] },
    ]);
    expect((await noted()).map((edit) => [edit.paths, edit.choice])).toEqual([
      [['src/sum.js'], { kind: 'files', files: ['test/sum.test.js'] }],
      [['src/near.js', 'src/far.js'], expect.anything()],
    ]);
  });

  it('tells no more than fifty files of what comes at once', async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ path: `src/${n}.js` }));
    await watched([
      { tree: 't1', changed: [] },
      { tree: 't2', changed: many },
    ]);
    expect((await noted())[0]?.paths).toHaveLength(50);
  });

  /** Nothing is told by its folder but what a look makes it tell. */
  async function* quiet(_: string, signal: AbortSignal): AsyncGenerator<void> {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield* [];
  }
  const pathsNoted = async () => (await noted()).map((edit) => [edit.asks.length, edit.paths, edit.seen]);

  it('that has a hook is looked at as well: what it edited by its shell comes onto its run, what it told does not twice', async () => {
    await watched(
      [
        { tree: 't1', changed: [] },
        {
          tree: 't2',
          changed: [{ path: 'src/sum.js' }, { path: 'src/far.js' }],
          meanwhile: () => ask(1, paths('src/sum.js')),
        },
        { tree: 't3', changed: [{ path: 'src/sum.js' }] },
      ],
      quiet,
    );
    expect(await pathsNoted()).toEqual([
      [1, ['src/sum.js'], undefined],
      [0, ['src/far.js'], 8],
      [0, ['src/sum.js'], 9],
    ]);
  });

  it('does not tell as its edit what our tests leave there for the first time', async () => {
    const tests = { task: 'shop-1', parent: 'r1', key: 'edit-1' };
    await watched([
      { tree: 't1', changed: [] },
      {
        ...{ tree: 't2', changed: [{ path: 'report.xml' }, { path: 'src/sum.js' }, { path: 'src/new.js' }] },
        meanwhile: async () => {
          await still.put('r2', 'run', tests as never);
          for (const path of ['report.xml', 'src/new.js', 'src/sum.js']) put(path);
          for (const path of ['report.xml', 'src/sum.js']) utimesSync(join(copy(), path), 1, 1);
          const later = still.clock.now() / 1000 + 60;
          utimesSync(join(copy(), 'src/new.js'), later, later);
        },
      },
    ]);
    expect(await pathsNoted()).toEqual([[0, ['src/sum.js', 'src/new.js'], 8]]);
  });
});
