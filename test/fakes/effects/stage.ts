// Where one effect happens: a person's project with a remote, our git, state files, a store, talkers for agents, a forge in this process.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readAdded } from '../../../src/contract/flow/read-added.ts';
import { createStateFiles } from '../../../src/daemon/system/files.ts';
import { randomIds } from '../../../src/daemon/system/secrets.ts';
import { fail, ok } from '../../../src/domain/error.ts';
import { type Instant, instant, type RunId, type ThingId, taskId } from '../../../src/domain/ids.ts';
import type { Thing } from '../../../src/domain/thing.ts';
import { createGates } from '../../../src/gates/create-gates.ts';
import { systemClock } from '../../../src/keeper/system-clock.ts';
import { createLookups } from '../../../src/lookups/create-lookups.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';
import type { Forge } from '../../../src/ports/forge.ts';
import type { Keeper } from '../../../src/ports/keeper.ts';
import { createEmbeddedQueue } from '../../../src/queue/embedded.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { World } from '../git-remote/make-world.ts';
import { instantDisk } from '../instant-disk.ts';
import { createKeeperFake } from '../keeper.ts';
import { layDatabase } from '../lay-database.ts';
import { Talkers } from '../sessions/talker.ts';
import { host } from './mortal.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** 2026-11-21, noon: leases are taken then, and nothing of them runs out. */
export const noon: Instant = instant(Date.UTC(2026, 10, 21, 12));

/** In a world that is the caller's; where there is none, in an empty folder without a repository. */
export async function openStage({ folder, world }: { readonly folder: string; readonly world: World | null }) {
  mkdirSync(join(folder, 'state'), { recursive: true, mode: 0o700 });
  const log = {
    info: () => undefined,
    warn: () => undefined,
    bug: (error: unknown) => {
      throw error;
    },
  };
  const clock = { ...systemClock, now: () => noon };
  const store = await openSqliteStore({
    path: await layDatabase(join(folder, 'drover.db')),
    clock,
    log,
    sync: instantDisk,
  });
  const queue = createEmbeddedQueue({ store, clock, log });
  const talkers = new Talkers(() => undefined);
  const held = createKeeperFake(join(folder, 'k'));
  const env = world?.env ?? { PATH: process.env.PATH ?? '', HOME: folder };
  /** Runs of talkers are theirs; all others are real. */
  const keeper: Keeper = {
    ...held,
    async find(run: RunId) {
      const kept = talkers.kept(run);
      return kept === null ? held.find(run) : { ...kept, startedAt: noon };
    },
  };
  const pulls = new Map([[7, 'open']]);
  const ports = {
    ...{ store, queue, keeper, clock, log, git: world?.git ?? noGit, agents: talkers, ids: randomIds },
    memory: { free: () => 4 * 1024 ** 3 },
    gates: createGates([]),
    lookups: createLookups(),
    taskFiles: { read: readAdded },
    files: createStateFiles(join(folder, 'state'), randomIds.uuid),
    config: { read: async () => ok({ workspaces: {} }), expand: (path: string) => path },
    person: { env: () => env, home: env.HOME },
    forges: { of: async () => ok(forgeOf(pulls)) },
    sandboxes: {
      choose: async () => ok({ name: 'none', confine: async (program: unknown) => ok(program) }),
    },
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  } as unknown as EffectPorts;
  return {
    ...{ folder, env, ports, store, talkers, keeper, pulls },
    /** Puts it on record; `kind` and `state` as the effect wants them. */
    async insert(thing: Partial<Thing> & Pick<Thing, 'id' | 'kind'>): Promise<Thing> {
      const whole = { ...aThing(), ...thing } as Thing;
      await store.transact((tx) => tx.insert(whole));
      return whole;
    },
    async close() {
      await queue.close();
      await held.close();
      await store.close();
    },
  };
}

const noGit = {
  remoteAddress: async () => ok('https://forge.example/acme/shop'),
  inspect: async () => fail('PATH_NOT_FOUND', 'no repository'),
};

export const task = taskId('shop', 1);

const aThing = () => ({
  ...{ id: task as ThingId, kind: 'task', task, parent: null, key: '', host, version: 1, fence: 1, effects: 0 },
  ...{ ended: false, spec: {}, state: { came: null, known: { place: {} } }, createdAt: noon, updatedAt: noon },
});

/** One pull request, number 7, of every branch. */
function forgeOf(pulls: Map<number, string>): Forge {
  return {
    name: 'github',
    find: async () =>
      ok({ address: 'https://forge.example/7', number: 7, state: pulls.get(7) as 'open', head: null, notes: [] }),
    close: async (number: number) => {
      if (pulls.get(number) !== 'open') return ok(undefined);
      pulls.set(number, 'closed');
      pulls.set(100 + pulls.size, 'an event');
      return ok(undefined);
    },
  } as unknown as Forge;
}
