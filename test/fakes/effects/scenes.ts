// One scene for each effect that no sweep of the whole program reaches: what stands before it, and all that must be true of the world after it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Effect, EffectName } from '../../../src/domain/effect/effect.ts';
import { criterionId, instant, runId, type TaskId } from '../../../src/domain/ids.ts';
import type { Once } from '../../../src/domain/run/once.ts';
import { sessionId } from '../../../src/domain/session/ids.ts';
import type { Thing } from '../../../src/domain/thing.ts';
import { trustOf } from '../../../src/effects/trust.ts';
import type { SweptName } from '../../e2e/swept-effects.ts';
import { must, type World } from '../git-remote/make-world.ts';
import { aSessionSpec } from '../sessions/open-sessions.ts';
import { standingNode } from '../standing-node.ts';
import { noon, type Stage, task } from './stage.ts';

export type Scene = {
  readonly effect: Effect;
  readonly thing: Thing;
  /** All that it is to bring about, without what differs by chance. */
  look(): Promise<unknown>;
};

export type Opening<Ground> = {
  /** A project with a remote and our git, as it stands before: made once, and put back before each kill. Absent: there is no repository. */
  readonly ground?: (world: World) => Promise<Ground>;
  readonly open: (stage: Stage, ground: Ground) => Promise<Scene>;
};

const inRepository = <Ground>(
  ground: (world: World) => Promise<Ground>,
  open: (stage: Stage, ground: Ground) => Promise<Scene>,
): Opening<unknown> => ({ ground, open: (stage, there) => open(stage, there as Ground) });
const nowhere = (open: (stage: Stage) => Promise<Scene>): Opening<unknown> => ({ open });

const hours = (count: number) => instant(noon + count * 3_600_000);

async function leaseIn({ store }: Stage): Promise<number> {
  const lease = await store.transact((tx) =>
    tx.takeLease({
      ...{ task, workspace: 'shop', owner: { name: 'Ada', host: 'here' as never, pid: null, startedAt: null } },
      ...{ tokenHash: 'hash', phase: 'analyze', history: [], branch: 'drover/shop-1', pushedToRemote: false },
      ...{ artifacts: {}, takenAt: noon, expiresAt: hours(1), releasedAt: null },
    }),
  );
  return lease.fence;
}

async function copyIn(world: World) {
  const { hub, base } = await world.ready();
  const copy = join(world.folder, 'state', 'copies', 'shop-1');
  must(await world.git.makeCopy(hub, copy, base, 'drover/shop-1'));
  return { world, hub, base, copy };
}

/** The copy of a criterion that is worked on beside others, with a change of its own and one that is not; and the tree of another. */
async function memberIn(world: World) {
  const { hub, base, copy } = await copyIn(world);
  const own = `${copy}.SC-1`;
  must(await world.git.makeCopy(hub, own, base, 'drover/shop-1--SC-1'));
  writeFileSync(join(own, 'mine.txt'), 'mine\n');
  writeFileSync(join(own, 'theirs.txt'), 'theirs\n');
  const { tree } = must(await world.git.snapshot(hub, own, base.commit, 'shop-1/SC-1/attempt-1'));
  writeFileSync(join(copy, 'before.txt'), 'before\n');
  const ours = must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/SC-2/attempt-1')).tree;
  return { world, hub, base, copy, own, tree, ours };
}

/** A criterion of the task, whose copy has a row that says so. */
async function memberOn(stage: Stage, copy: string, base: string, made: readonly string[]): Promise<Thing> {
  await stage.insert({ id: task, kind: 'task' });
  await stage.store.transact((tx) =>
    tx.putCopy({
      ...{ task, path: copy, branch: 'drover/shop-1', base, isolation: 'clone', host: 'here' as never },
      ...{ createdAt: noon, removedAt: null, created: made.map((name) => ({ kind: 'folder', name })) },
    }),
  );
  return stage.insert({ id: criterionId(task, 'SC-1'), kind: 'criterion' });
}

const once = (cwd: string, mode: Once['mode']): Once => ({
  ...{ kind: 'once', name: null, agent: 'talker', driver: 'native', mode, permissions: 'auto', prompt: 'Hello.' },
  ...{ resume: null, resumed: null, usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }, cwd },
  ...{ addDirs: [], model: null, effort: null, turns: 20, stallMs: null, passEnv: [], by: 'person:Ada' },
});

async function onceIn(stage: Stage, cwd: string, state: object): Promise<Thing> {
  const spec = { purpose: once(cwd, 'analysis'), deadlineMs: 60_000, sandbox: 'off' };
  return stage.insert({ id: runId(1), kind: 'run', spec, state: { came: null, ...state } });
}

/** A talker that was started for this run, as an agent is that outlives the daemon. */
async function talkIn(stage: Stage) {
  const agent = stage.talkers.get('talker');
  await agent?.start(stage.keeper, { runId: runId(1) } as never);
  return stage.talkers.of(runId(1));
}

const sessionIn = (stage: Stage) =>
  stage.insert({
    id: sessionId(1),
    kind: 'session',
    spec: aSessionSpec(runId(1), { repository: stage.folder, cwd: stage.folder }),
  });

const hub = { path: '/hub', checkout: '/checkout' };

const head = async (world: World, copy: string) => ({
  status: (await world.by(['status', '--porcelain', '--branch'], copy)).split('...')[0],
  files: (await world.by(['ls-files'], copy)).split('\n'),
});

export const scenes: { readonly [Name in Exclude<EffectName, SweptName>]: Opening<unknown> } = {
  'end-run': nowhere(async (stage) => {
    const { keeper, folder, env } = stage;
    await keeper.ensure(runId(1), {
      ...{ argv: ['sleep', '1000'], cwd: folder, env, deadlineMs: 600_000, quietMs: null, graceMs: 500 },
      io: { kind: 'pipe', stdin: 'none' },
    } as never);
    return {
      effect: { name: 'end-run', input: { reason: 'cancelled' } },
      thing: await stage.insert({ id: runId(1), kind: 'run' }),
      async look() {
        for (;;) {
          const kept = await keeper.find(runId(1));
          if (kept?.ending) return [kept.ending, (await keeper.list()).length];
          await stage.ports.clock.wait(5);
        }
      },
    };
  }),

  'mend-copy': inRepository(
    async (world) => {
      const { hub, base, copy } = await copyIn(world);
      writeFileSync(join(copy, 'made.txt'), 'made\n');
      const { tree } = must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/1'));
      rmSync(copy, { recursive: true });
      return { world, hub, base, copy, tree };
    },
    async (stage, { world, hub, base, copy, tree }) => ({
      effect: {
        name: 'mend-copy',
        input: {
          ...{ workspace: 'shop', hub, base, copy, branch: 'drover/shop-1', isolation: 'clone', tree },
          ...{ dependencies: null, folders: [], files: [] },
        },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => [await head(world, copy), readFileSync(join(copy, 'made.txt'), 'utf8')],
    }),
  ),

  'leave-branch': inRepository(
    async (world) => {
      const { hub, base, copy } = await copyIn(world);
      writeFileSync(join(copy, 'made.txt'), 'made\n');
      return { world, hub, base, tree: must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/1')).tree };
    },
    async (stage, { world, hub, base, tree }) => ({
      effect: {
        name: 'leave-branch',
        input: {
          ...{ hub, tree, parent: base.commit, message: 'Made', atSeconds: 1 },
          ...{ branch: 'drover/shop-1', before: null },
        },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: () => world.by(['log', '--format=%H %s', 'drover/shop-1']),
    }),
  ),

  'judge-guarded': inRepository(
    async (world) => {
      const { hub, base, copy } = await copyIn(world);
      writeFileSync(join(copy, '.npmrc'), 'audit=false\n');
      const { tree } = must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/1'));
      return { world, hub, base, copy, tree };
    },
    async (stage, { world, hub, base, copy, tree }) => ({
      effect: {
        name: 'judge-guarded',
        input: {
          ...{ hub, base: base.tree, tree, baseline: [], held: [], known: { tests: [], read: [], agreed: [] } },
          plan: { gates: [], tests: [], guarded: [] } as never,
        },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: () => head(world, copy),
    }),
  ),

  'remember-trust': nowhere(async (stage) => ({
    effect: { name: 'remember-trust', input: { checkout: '/shop', grants: ['one', 'two'], by: 'person:Ada' } },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: () => stage.store.read((reads) => reads.permissions(trustOf('/shop'))),
  })),

  'renew-copy': inRepository(
    async (world) => {
      const there = await copyIn(world);
      mkdirSync(join(there.copy, '.git', 'hooks'));
      writeFileSync(join(there.copy, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\n', { mode: 0o755 });
      mkdirSync(join(there.copy, 'sub', '.git'), { recursive: true });
      return there;
    },
    async (stage, { world, hub, base, copy }) => ({
      effect: {
        name: 'renew-copy',
        input: { hub, base, copy, branch: 'drover/shop-1', isolation: 'clone' },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => [
        await head(world, copy),
        ...['.git/hooks', 'sub/.git', '.git/drover-taken/1', '.git/drover-taken/2'].map((path) =>
          existsSync(join(copy, path)),
        ),
      ],
    }),
  ),

  'meter-day': nowhere(async (stage) => ({
    effect: { name: 'meter-day', input: {} },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: () => stage.store.read((reads) => reads.things({ kind: 'run' })),
  })),

  'find-pull-request': nowhere(async (stage) => ({
    effect: { name: 'find-pull-request', input: { hub, branch: 'drover/shop-1' } },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: async () => [...stage.pulls],
  })),

  'close-pull-request': nowhere(async (stage) => ({
    effect: { name: 'close-pull-request', input: { hub, number: 7 } },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: async () => [...stage.pulls],
  })),

  'follow-branch': inRepository(
    async (world) => {
      const there = await copyIn(world);
      await world.by(['checkout', '-q', '-b', 'drover/shop-1']);
      await world.write('theirs.txt', 'theirs\n');
      await world.by(['add', '-A']);
      await world.by(['commit', '-q', '-m', 'theirs']);
      await world.by(['push', '-q', 'origin', 'drover/shop-1']);
      await world.ready();
      return there;
    },
    async (stage, { world, hub, base, copy }) => ({
      effect: {
        name: 'follow-branch',
        input: { hub, copy, branch: 'drover/shop-1', base: 'main', known: base.commit, label: 'shop-1/follow' },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => [await head(world, copy), readFileSync(join(copy, 'theirs.txt'), 'utf8')],
    }),
  ),

  'revert-merge': inRepository(
    async (world) => {
      await world.by(['checkout', '-q', '-b', 'feature']);
      await world.write('feature.txt', 'new\n');
      await world.by(['add', '-A']);
      await world.by(['commit', '-q', '-m', `New\n\nDrover-Task: ${task}`]);
      await world.by(['checkout', '-q', 'main']);
      await world.by(['merge', '-q', '--no-ff', '-m', 'Merge feature', 'feature']);
      await world.by(['push', '-q', 'origin', 'main']);
      return { world, ...(await world.ready()) };
    },
    async (stage, { world, hub, base }) => ({
      effect: { name: 'revert-merge', input: { hub, base: base.commit, merged: base.commit } },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => (await world.by(['for-each-ref', '--format=%(refname)'], hub.path)).split('\n'),
    }),
  ),

  'interrupt-agent': nowhere(async (stage) => {
    const talk = await talkIn(stage);
    return {
      effect: { name: 'interrupt-agent', input: { seq: 1 } },
      thing: await sessionIn(stage),
      // To one that is idle by then a second time is nothing.
      look: async () => talk.interrupts.length > 0,
    };
  }),

  'steer-agent': nowhere(async (stage) => {
    const talk = await talkIn(stage);
    return {
      effect: { name: 'steer-agent', input: { seq: 3, text: 'other words' } },
      thing: await onceIn(stage, stage.folder, { kind: 'running' }),
      look: async () => talk.taken.map(({ text, steer }) => [text, steer]),
    };
  }),

  'judge-turn': nowhere(async (stage) => ({
    effect: { name: 'judge-turn', input: { turn: 1 } },
    thing: await sessionIn(stage),
    look: () => stage.ports.files.read(`runs/${runId(1)}/seen.json`),
  })),

  'start-once': inRepository(
    async (world) => world,
    async (stage, { checkout }) => ({
      effect: { name: 'start-once', input: {} },
      thing: await onceIn(stage, checkout, { kind: 'starting' }),
      look: async () => [
        [...stage.talkers.talks].map(([run, { spec }]) => [run, spec.mode, spec.cwd === checkout]),
        readFileSync(join(stage.folder, 'state', 'runs', runId(1), 'prompt.md'), 'utf8'),
      ],
    }),
  ),

  'read-once': inRepository(
    async (world) => world,
    async (stage, { checkout }) => {
      const talk = await talkIn(stage);
      talk.begin(null);
      talk.leave({ kind: 'exited', code: 0 });
      return {
        effect: { name: 'read-once', input: {} },
        thing: await onceIn(stage, checkout, { kind: 'running' }),
        look: async () => [
          JSON.parse(readFileSync(join(stage.folder, 'state', 'receipts', `${runId(1)}.json`), 'utf8')).outcome,
          await stage.store.read((reads) => reads.conversation('once:c-1' as TaskId, 'talker')),
        ],
      };
    },
  ),

  'take-plan': nowhere(async (stage) => {
    const plan = (folder: string) => join(stage.folder, '.pilot', 'plan', folder, 'a.md');
    for (const folder of ['pending', 'in_progress']) {
      mkdirSync(dirname(plan(folder)), { recursive: true });
      writeFileSync(plan(folder), 'plan');
    }
    return {
      effect: { name: 'take-plan', input: { root: stage.folder, name: 'a.md' } },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => ['pending', 'in_progress'].map((folder) => existsSync(plan(folder))),
    };
  }),

  'hold-lease': nowhere(async (stage) => ({
    effect: { name: 'hold-lease', input: { fence: await leaseIn(stage), renew: true } },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: () => stage.store.read((reads) => reads.lease(task)),
  })),

  'keep-step': nowhere(async (stage) => ({
    effect: {
      name: 'keep-step',
      input: {
        ...{ fence: await leaseIn(stage), phase: 'analyze', entered: noon },
        artifact: { name: 'analysis', file: 'steps/shop-1/1-analysis.md', text: 'Minutes are seconds.\n' },
      },
    },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: async () => {
      const lease = await stage.store.read((reads) => reads.lease(task));
      return { ...lease, artifacts: Object.keys(lease?.artifacts ?? {}) };
    },
  })),

  'find-room': nowhere(async (stage) => ({
    effect: { name: 'find-room', input: {} },
    thing: await stage.insert({ id: task, kind: 'task' }),
    look: async () => [],
  })),

  'keep-own': inRepository(memberIn, async (stage, { world, hub, base, copy, own, tree }) => ({
    effect: {
      name: 'keep-own',
      input: {
        ...{ hub, copy: own, base: base.tree, start: base.tree, tree, tests: [], label: 'shop-1/SC-1/own-1' },
        ...{ owned: { files: ['mine.txt'] }, foreign: ['theirs.txt'] },
      },
    },
    thing: await memberOn(stage, copy, base.commit, [copy, own]),
    look: async () => [
      await head(world, own),
      await world.by(['--git-dir', hub.path, 'show', 'refs/drover/kept/shop-1/SC-1/own-1-outside:theirs.txt']),
    ],
  })),

  'join-work': inRepository(memberIn, async (stage, { world, hub, base, copy, own, tree, ours }) => ({
    effect: {
      name: 'join-work',
      input: {
        ...{ hub, copy, ours, from: base.tree, theirs: tree, more: [{ from: base.tree, theirs: tree }] },
        ...{ markers: false, label: 'shop-1/together-SC-1' },
      },
    },
    thing: await memberOn(stage, copy, base.commit, [copy, own]),
    look: async () => [await head(world, copy), readFileSync(join(copy, 'before.txt'), 'utf8')],
  })),

  'remove-member-copy': inRepository(memberIn, async (stage, { world, hub, base, copy, own }) => ({
    effect: { name: 'remove-member-copy', input: { hub, copy: own } },
    thing: await memberOn(stage, copy, base.commit, [copy, own]),
    look: async () => [
      [existsSync(copy), existsSync(own)],
      await world.by(['--git-dir', hub.path, 'show', 'refs/drover/kept/shop-1.SC-1:mine.txt']),
      (await stage.store.read((reads) => reads.copy(task)))?.created,
    ],
  })),

  'switch-branch': inRepository(copyIn, async (stage, { world, hub, base, copy }) => {
    await leaseIn(stage);
    return {
      effect: {
        name: 'switch-branch',
        input: { hub, base, copy, from: 'drover/shop-1', branch: 'drover/other', isolation: 'clone' },
      },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: async () => [await head(world, copy), (await stage.store.read((reads) => reads.lease(task)))?.branch],
    };
  }),

  'read-summary': inRepository(
    async (world) => {
      const { hub, base, copy } = await copyIn(world);
      writeFileSync(join(copy, 'beat.ts'), 'export const beat = () => 1;\n');
      const { tree } = must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/1'));
      return { world, hub, base, copy, tree };
    },
    async (stage, { world, hub, base, copy, tree }) => ({
      effect: { name: 'read-summary', input: { hub, from: base.tree, tree, plan: { tests: [] } } },
      thing: await stage.insert({ id: task, kind: 'task' }),
      look: () => head(world, copy),
    }),
  ),

  'write-flow-files': nowhere(async (stage) => {
    const folder = join(stage.folder, 'WFS-login');
    mkdirSync(join(folder, '.task'), { recursive: true });
    writeFileSync(join(folder, '.task/IMPL-1.json'), '{ "id": "IMPL-1", "title": "Log in" }\n');
    const flow = { folder, name: 'WFS-login', below: '', nodes: [standingNode({ id: 'IMPL-1' })] };
    const moves = [{ node: 'IMPL-1', from: 'pending', to: 'in_progress', at: noon }];
    const state = { came: null, known: { place: {} }, at: { kind: 'confirming' }, paused: false, moves };
    return {
      effect: { name: 'write-flow-files', input: { moves: 0, grown: 0 } },
      thing: await stage.insert({ id: task, kind: 'task', spec: { flow }, state }),
      look: async () => ['.task/IMPL-1.json', 'TODO_LIST.md'].map((path) => readFileSync(join(folder, path), 'utf8')),
    };
  }),
};
