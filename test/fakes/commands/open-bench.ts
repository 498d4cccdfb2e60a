// Requests without a daemon around them: real store, queue, engine, effects, git and configuration in a folder of its own; agents that are only named; a keeper in this process.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createDispatch } from '../../../src/commands/dispatch.ts';
import type { CommandPorts, Computer, Peer } from '../../../src/commands/ports.ts';
import { createConfig } from '../../../src/config/create-config.ts';
import type { CommandName } from '../../../src/contract/commands.ts';
import { readAdded } from '../../../src/contract/flow/read-added.ts';
import type { Reply } from '../../../src/contract/protocol.ts';
import type { Replies } from '../../../src/contract/replies.ts';
import type { TaskEvent, WatchEnd } from '../../../src/contract/task.ts';
import { createPutOffs } from '../../../src/daemon/put-offs.ts';
import { createBell } from '../../../src/daemon/store.ts';
import { createComputer } from '../../../src/daemon/system/computer.ts';
import { createStateFiles } from '../../../src/daemon/system/files.ts';
import { pinHash, randomIds } from '../../../src/daemon/system/secrets.ts';
import { createStartSecrets } from '../../../src/daemon/system/user.ts';
import { type HostId, instant } from '../../../src/domain/ids.ts';
import { effects } from '../../../src/effects/table.ts';
import { drive } from '../../../src/engine/drive.ts';
import { thingKinds } from '../../../src/engine/kinds.ts';
import { recordExit } from '../../../src/engine/record-exit.ts';
import { createEnvironments } from '../../../src/environments/create-environments.ts';
import { createForges } from '../../../src/forges/create-forges.ts';
import { createGates } from '../../../src/gates/create-gates.ts';
import { createGit } from '../../../src/git/create-git.ts';
import { systemClock } from '../../../src/keeper/system-clock.ts';
import { createLookups } from '../../../src/lookups/create-lookups.ts';
import type { Agent, Agents } from '../../../src/ports/agent.ts';
import type { Conformance } from '../../../src/ports/conformance.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';
import type { Environments } from '../../../src/ports/environment.ts';
import type { Sandboxes } from '../../../src/ports/sandbox.ts';
import type { Store } from '../../../src/ports/store.ts';
import { createEmbeddedQueue } from '../../../src/queue/embedded.ts';
import { openSearchIndex } from '../../../src/store/search-index.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { agentFiles } from '../footprints.ts';
import { createKeeperFake } from '../keeper.ts';
import { layDatabase } from '../lay-database.ts';
import { ofTests } from '../of-tests.ts';

const run = promisify(execFile);

export type BenchOptions = {
  /** Whether tasks are driven; off, they stand as they were made. */
  readonly driven?: boolean;
  /** Lines of the person's configuration. */
  readonly config?: string;
  /** Path to content of the checkout's one commit; null: no commit. */
  readonly project?: Readonly<Record<string, string>> | null;
  /** Name to whether it is installed, in order of preference. */
  readonly agents?: Readonly<Record<string, boolean>>;
  /** Servers of tools can be given to them. */
  readonly mcp?: true;
  readonly machine?: Partial<Computer>;
  /** The real ones when absent. */
  readonly environments?: Environments;
  /** None is known when absent. */
  readonly conformance?: Conformance;
};

export type Bench = Awaited<ReturnType<typeof openBench>>;

export const person: Peer['person'] = { kind: 'person', name: 'Ada' };
export const anAgent: Peer['person'] = { kind: 'agent', why: 'it descends from the keeper' };
export const nobody: Peer['person'] = { kind: 'unknown', why: 'the caller did not prove its process' };

export async function openBench(options: BenchOptions = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  const checkout = join(folder, 'shop');
  const env = { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), ...ofTests() };
  mkdirSync(env.HOME, { recursive: true });
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  const by = async (argv: readonly string[], cwd = checkout) =>
    (await run('git', [...argv], { cwd, env })).stdout.trim();
  await makeProject(checkout, by, options.project === undefined ? { 'README.md': 'A shop.\n' } : options.project);
  const file = join(folder, 'config.yaml');
  if (options.config !== undefined) writeFileSync(file, options.config);

  const said: string[] = [];
  const brought: string[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string) => void said.push(message),
    bug: (error: unknown) => `log-${said.push(error instanceof Error ? (error.stack ?? '') : String(error))}`,
  };
  const bell = createBell();
  const clock = {
    ...systemClock,
    shift: 0,
    now: () => instant(systemClock.now() + clock.shift),
    ticks: (): number => systemClock.ticks() + clock.shift,
  };
  const inner = await openSqliteStore({ path: await layDatabase(join(folder, 'state', 'drover.db')), clock, log });
  const store: Store = ringing(inner, bell.ring);
  const queue = createEmbeddedQueue({ store, clock, log });
  const keeper = createKeeperFake(join(folder, 'runs'));
  const files = createStateFiles(join(folder, 'state'), randomIds.uuid);
  const config = createConfig({ file, home: env.HOME });
  const personOf = { env: () => env, home: env.HOME };
  const shared: EffectPorts = {
    ...{ store, queue, keeper, files, clock, log },
    git: createGit({
      folder: (name) => join(folder, 'state', 'hubs', name),
      person: async () => env,
      clock: systemClock,
    }),
    gates: createGates(agentFiles),
    agents: namedAgents(options.agents ?? { claude: true }, options.mcp === true),
    lookups: createLookups(),
    taskFiles: { read: readAdded },
    sandboxes: noSandbox,
    config,
    forges: createForges({ config, person: personOf, files, clock }),
    person: personOf,
    environments: options.environments ?? createEnvironments({ clock, env: () => env, folder }),
    held: createStartSecrets(),
    localPorts: { isFree: async () => true },
    memory: { free: () => 8 * 1024 ** 3 },
    packages: {
      look: async () => ({ kind: 'unknown', why: 'nobody is asked here' }),
      settings: async () => ({ env: {}, npmrc: '' }),
    },
    doors: { open: async () => folder, shut: async () => undefined },
    ids: randomIds,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
  const search = openSearchIndex(':memory:');
  const down: boolean[] = [];
  const ports: CommandPorts = {
    ...shared,
    putOffs: createPutOffs(),
    conformance: options.conformance ?? nothingKnown,
    bell,
    search,
    pins: pinHash,
    host: 'here' as HostId,
    started: clock.now(),
    version: '0.0.0',
    machine: { ...createComputer(join(folder, 'state')), ownerOf: async () => null, ...options.machine },
    shutDown: (all) => void down.push(all),
    bringOver: async (from) => void brought.push(from),
    doctorChecks: async () => [],
  };
  const stop = new AbortController();
  const engine = {
    ports: shared,
    effects,
    kinds: thingKinds,
    host: ports.host,
    putOffs: ports.putOffs,
    signal: stop.signal,
    reach: async () => undefined,
  };
  if (options.driven === true) {
    await queue.work(ports.host, (thing) => drive(engine, thing), { concurrency: 8 });
    keeper.onEnding((kept) => void recordExit(engine, kept).catch((error) => log.bug(error)));
  }
  const dispatch = createDispatch(ports);

  function ask<Name extends CommandName>(command: Name, input: object, who = person, cwd = checkout) {
    const peer: Peer = { person: who, pid: process.pid, cwd, env: null, channel: 'terminal' };
    return dispatch({ command, input }, peer) as Promise<Reply<Replies[Name]>>;
  }

  return {
    ...{
      folder,
      checkout,
      env,
      by,
      file,
      ports,
      ask,
      dispatch,
      said,
      down,
      brought,
      clock,
      store,
      putOffs: ports.putOffs,
    },
    config: () => readFileSync(file, 'utf8'),
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      writeFileSync(join(checkout, path), text);
    },
    async must<Name extends CommandName>(command: Name, input: object, who = person): Promise<Replies[Name]> {
      const reply = await ask(command, input, who);
      if (reply.ok) return reply.data;
      throw new Error(`${command}: ${reply.error_code} ${reply.error}\n${said.join('\n')}`);
    },
    /** The code of a refusal; `ok` where there was none. */
    async refusal(command: CommandName, input: object, who = person): Promise<string> {
      const reply = await ask(command, input, who);
      return reply.ok ? 'ok' : reply.error_code;
    },
    watch(task: string, more: object = {}, signal?: AbortSignal) {
      const peer: Peer = { person: nobody, pid: null, cwd: checkout, env: null, channel: 'terminal' };
      const input = { task, cwd: checkout, ...more };
      return dispatch({ command: 'task.watch', input }, peer, signal) as AsyncGenerator<TaskEvent, Reply<WatchEnd>>;
    },
    async close() {
      stop.abort();
      await queue.close();
      await keeper.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type By = (argv: readonly string[], cwd: string) => Promise<string>;

/** Made once for a test file, and copied for each test: nothing in it names its folder. */
async function makeProject(checkout: string, by: By, project: Readonly<Record<string, string>> | null): Promise<void> {
  const kept = join(tmpdir(), `project-${createHash('sha256').update(JSON.stringify(project)).digest('hex')}`);
  if (!existsSync(kept)) {
    const making = mkdtempSync(`${kept}-`);
    await fillProject(making, by, project);
    renameSync(making, kept);
  }
  cpSync(kept, checkout, { recursive: true });
}

async function fillProject(folder: string, by: By, project: Readonly<Record<string, string>> | null): Promise<void> {
  await by(['init', '-q', '--initial-branch=main'], folder);
  await by(['config', 'user.name', 'Ada Lovelace'], folder);
  await by(['config', 'user.email', 'ada@example.org'], folder);
  if (project === null) return;
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await by(['add', '-A'], folder);
  await by(['commit', '-q', '-m', 'start'], folder);
}

/** As the daemon's store does. */
const ringing = (store: Store, ring: () => void): Store => ({
  read: (work, how) => store.read(work, how),
  async transact(work) {
    const value = await store.transact(work);
    ring();
    return value;
  },
  describe: () => store.describe(),
  check: () => store.check(),
  backUp: (to) => store.backUp(to),
  close: () => store.close(),
});

/** They can be looked for and nothing else. */
function namedAgents(installed: Readonly<Record<string, boolean>>, mcp: boolean): Agents {
  const named = (name: string): Agent => ({
    name,
    driver: 'plain',
    capabilities: {
      ...{ resume: true, fork: false, steer: false, readOnly: 'none', permissions: false },
      ...{ usage: 'turn', money: true, limitTime: false },
      ...{ context: false, turnEnd: 'protocol', hooks: false, images: false, mcp },
    },
    passEnv: [],
    find: async (_env, how) => ({
      found: installed[name] === true,
      path: installed[name] === true ? `/usr/bin/${name}` : null,
      version: installed[name] === true && how?.version === true ? '1.0.0' : null,
      hint: `npm install -g ${name}`,
    }),
    start: () => Promise.reject(new Error(`${name} is only named`)),
    events: () => {
      throw new Error(`${name} is only named`);
    },
    prompt: async () => ({ kind: 'not_taken', why: `${name} is only named` }),
    interrupt: async () => undefined,
    answer: async () => 'gone',
    end: async () => undefined,
  });
  return {
    get: (name) => (Object.hasOwn(installed, name) ? named(name) : null),
    names: () => Object.keys(installed),
    real: () => Object.keys(installed).filter((name) => name !== 'scripted'),
    drivers: (name) => (Object.hasOwn(installed, name) ? ['plain'] : []),
    hosts: async () => null,
    priceOf: () => null,
    footprints: () => [],
    program: named,
  };
}

const noSandbox: Sandboxes = {
  choose: async () => ({
    ok: true,
    value: {
      name: 'none',
      probe: async () => ({ works: true, why: 'switched off in this test' }),
      confine: async (program) => ({ ok: true, value: program }),
    },
  }),
};

const nothingKnown: Conformance = {
  tested: { on: '', programs: {}, agents: {} },
  programs: () => [],
  version: async () => null,
  look: async () => null,
};
