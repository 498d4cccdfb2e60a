// Where a proof is run again: a folder of its own with a bare repository that borrows the person's objects, clean checkouts, and programs that are held as in a task.
import { join } from 'node:path';
import { footprints } from '../../agents/footprints.ts';
import { KEEPER_PROTOCOL, type KeptRun } from '../../contract/keeper/protocol.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Program } from '../../domain/run/program.ts';
import type { GatePorts } from '../../effects/run/gate.ts';
import { createGates } from '../../gates/create-gates.ts';
import { createGit } from '../../git/create-git.ts';
import { markOf } from '../../keeper/process/process-tree.ts';
import { Runs } from '../../keeper/process/runs.ts';
import { SparePipes } from '../../keeper/process/spare-pipes.ts';
import { Screens } from '../../keeper/screen/screens.ts';
import { systemClock } from '../../keeper/system-clock.ts';
import type { Hub } from '../../ports/git.ts';
import { bubblewrap } from '../../sandbox/bubblewrap.ts';
import { choose } from '../../sandbox/choose.ts';
import { createStateFiles } from '../system/files.ts';
import { randomIds } from '../system/secrets.ts';
import { openOwnFolder } from './own-folder.ts';

export type RerunWorld = {
  /** A folder of the repository. */
  readonly repository: string;
  readonly env: Readonly<Record<string, string>>;
  /** The person's own: nothing that runs sees it. */
  readonly home: string;
  readonly stateFolder: string;
};

export type Ground = {
  readonly ports: GatePorts;
  readonly hub: Hub;
  readonly env: RerunWorld['env'];
  /** By which it is confined. */
  readonly sandbox: string;
  /** Resolves with how it ended. */
  run(id: string, program: Program): Promise<KeptRun>;
  /** What runs is ended; nothing is begun any more. */
  stop(): Promise<void>;
  /** All of it goes. */
  close(): Promise<void>;
};

const graceMs = 2_000;

export async function openGround(world: RerunWorld): Promise<Result<Ground>> {
  const own = await openOwnFolder(world.stateFolder);
  const folder = own.path;
  const held = holdRuns(folder);
  const ports = portsIn(folder, world);
  const close = async () => {
    await held.close();
    await own.close();
  };
  const hub = await ports.git.openHub('rerun', world.repository, true);
  const sandbox = await ports.sandboxes.choose('auto');
  if (hub.ok && sandbox.ok)
    return ok({ ...held, ports, hub: hub.value, env: world.env, sandbox: sandbox.value.name, close });
  await close();
  const failure = hub.ok ? (sandbox.ok ? null : sandbox.failure) : hub.failure;
  return fail('PROOF_NOT_RERUN', `It cannot be run again: ${failure?.message ?? ''}`);
}

function portsIn(folder: string, { env, home, stateFolder }: RerunWorld): GatePorts {
  const known = footprints();
  const place = {
    home,
    stateFolder,
    node: process.execPath,
    gateway: '',
    path: env.PATH ?? '',
    agentHomes: known.flatMap(({ homes }) => homes),
  };
  return {
    files: createStateFiles(folder, randomIds.uuid),
    gates: createGates(known.flatMap(({ protectedFiles }) => protectedFiles)),
    git: createGit({ folder: (name) => join(folder, 'hubs', name), person: async () => env, clock: systemClock }),
    ids: randomIds,
    sandboxes: { choose: (wish) => choose(wish, [bubblewrap(place)]) },
  };
}

/** By the keeper's own parts, in this process: whatever leaves its group is found and ended as well. */
function holdRuns(folder: string): Pick<Ground, 'run' | 'stop' | 'close'> {
  const screens = new Screens(systemClock);
  const pipes = new SparePipes();
  const runs = new Runs({
    clock: systemClock,
    stateFolder: folder,
    mark: markOf(folder),
    graceMs,
    screens,
    pipes,
    scopes: null,
    protocol: KEEPER_PROTOCOL,
  });
  return {
    run: async (id, program) => {
      const { promise, resolve } = Promise.withResolvers<KeptRun>();
      const withdraw = runs.watch((run) => {
        if (run.runId === id) resolve(run);
      });
      await runs.ensure(id as RunId, program);
      return promise.finally(withdraw);
    },
    stop: () => runs.endAll(),
    close: async () => {
      await runs.endAll();
      await pipes.close();
      await screens.end();
    },
  };
}
