// Test projects: unit tests stand beside the code, suites of ports and whole-program tests under test/.
import { accessSync, constants, globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';

/** Vitest itself takes one less than there are processors; of the time of these tests most is waited, for processes. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Of three files of these one always waits: for a limit, for a program, for a disk. More of them than that load all that they need once more each. */
const beside = { maxWorkers: maxWorkers + 1 };
/** Real agents and whole Drovers that are killed: one that waits for another's end leaves its time to the rest. */
const deeply = { maxWorkers: maxWorkers + 3 };

/** What a worker has loaded serves its next file too: loading it anew for each took longer than many files do. `test/setup.ts` runs for each all the same. A worker is kept small, for to start a process copies the table of all its pages: 1.3 ms at 50 MB, 20 ms at 550. */
const loadedOnce = { isolate: false, execArgv: ['--max-semi-space-size=4'] };

/** A whole Drover computes for less than half of the time that its test takes. */
const wholeWorlds = Math.min(8, 2 * availableParallelism());

/** Where a file system in memory has room, what these tests make for a while stands there: a database and a repository wait for a disk at every step. */
const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;
const inMemory = process.env.TMPDIR === undefined && roomIn(memory) > enough ? { TMPDIR: memory } : {};

/** In bytes; 0 where nothing can be written. */
function roomIn(folder: string): number {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const cache = join(import.meta.dirname, 'node_modules', '.cache');
/** Programs that tests start from their sources are compiled once: that is two thirds of what their start takes. So are Go's own packages, which each home would have anew. */
const compiledOnce = { NODE_COMPILE_CACHE: join(cache, 'compiled'), GOCACHE: join(cache, 'go') };

const project = (name: string, include: string[], options: object = {}) => ({
  test: {
    name,
    include,
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers,
    ...options,
  },
});

/** Folder where each run also leaves its results as JSON, to be added up by `.ci/run`. */
const results = process.env.DROVER_TEST_RESULTS ?? null;

/** How long chaos and the soak last: seconds. */
const secondsOf = (name: string, usual: number) => Number(process.env[name]) || usual;

/** Rules of the tree as a whole, quick enough for every check. */
const checked = ['test/rooms.test.ts', 'test/suites/said-in-chinese.test.ts'];

/** Suites of what not everybody has, or what waits for a terminal: with the deep tests. */
const rareSuites = [
  'telegram',
  'telegram-attacks',
  'telegram-redirect',
  'telegram-words',
  'program-marks',
  'program-rest',
  'repository-trust',
  'sandbox-hosts',
].map((name) => `test/suites/${name}.test.ts`);

const realAgents = ['test/deep/agents-*.test.ts'];
const agentTimes = { testTimeout: 300_000, hookTimeout: 600_000 };
const matrixTimes = { testTimeout: 600_000, hookTimeout: 600_000 };

/** What tests draw by chance is drawn from this; printed where it is used. */
const given = Number(process.env.DROVER_TEST_SEED);
const seed = Number.isSafeInteger(given) && given > 0 ? given : Math.floor(Math.random() * 1_000_000) + 1;

const endOfRun = join(import.meta.dirname, 'test/needs/reporter.ts');

/** Files of which a part is for the deep tests (`test/e2e/depth.ts`). */
const withRare = globSync('test/{e2e,suites}/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
  /\b(deeply|rarely)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

/** Files of which a deep run takes a half, another one with each seed (`test/deep/rotation.ts`). */
const withHalves = globSync('test/deep/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
  /\b(halfOf|byTurns|rarely)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

/** Builds the programs that whole-program tests run. */
const globalSetup = ['test/e2e/build-programs.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // The last of them has the last word.
    reporters:
      results === null
        ? ['default', endOfRun]
        : ['default', endOfRun, ['json', { outputFile: join(results, `${Date.now()}-${process.pid}.json`) }]],
    projects: [
      project('rooms', checked, beside),
      project(
        'unit',
        [
          'src/**/*.test.ts',
          'scripts/**/*.test.ts',
          'web/**/*.test.{ts,tsx}',
          'test/fakes/**/*.test.ts',
          'test/needs/**/*.test.ts',
          'test/mutate/**/*.test.ts',
          'test/proof/**/*.test.ts',
        ],
        { ...beside, ...loadedOnce, env: { ...inMemory, ...compiledOnce } },
      ),
      project('suites', ['test/suites/**/*.test.ts', 'test/screens/**/*.test.ts'], {
        ...beside,
        ...loadedOnce,
        exclude: [...checked, ...rareSuites],
        provide: { depth: 'usual' },
        testTimeout: 120_000,
        env: { ...inMemory, ...compiledOnce },
      }),
      project('e2e', ['test/e2e/**/*.test.ts'], {
        globalSetup,
        provide: { depth: 'usual' },
        ...loadedOnce,
        env: inMemory,
        testTimeout: 240_000,
        maxWorkers: wholeWorlds,
        sequence: { groupOrder: 1 },
      }),
      // The real programs wait for one another's model more than for a processor; each of them may take a gigabyte. In a pass they and the deep tests are drawn from one list: no worker is without a file before the end.
      project('agents', realAgents, {
        ...agentTimes,
        maxWorkers: 2,
        provide: { agents: 'whole', seed, shares: 'all' },
      }),
      project('agents-pass', realAgents, {
        ...agentTimes,
        ...deeply,
        provide: { agents: 'pass', seed, shares: 'drawn' },
      }),
      // Daemons and agents that start and die wait more than they compute.
      project('deep', ['test/deep/**/*.test.ts', ...withRare, ...rareSuites], {
        exclude: [...realAgents, 'test/deep/matrix.test.ts'],
        globalSetup,
        env: compiledOnce,
        provide: { seed, depth: 'deep', shares: 'drawn' },
        testTimeout: 1_800_000,
        hookTimeout: 600_000,
        ...deeply,
        maxConcurrency: 2,
      }),
      // Pictures for the guide, when they are wanted.
      project('pictures', ['test/pictures/**/*.test.ts'], { globalSetup, testTimeout: 600_000, hookTimeout: 600_000 }),
      // What takes hours: every offset, chaos, the soak, projects of others.
      project('nightly', ['test/nightly/**/*.test.ts', ...withHalves, ...withRare], {
        globalSetup,
        provide: {
          seed,
          depth: 'deep',
          shares: 'all',
          chaosSeconds: secondsOf('DROVER_CHAOS_SECONDS', 300),
          soakSeconds: secondsOf('DROVER_SOAK_SECONDS', 1800),
        },
        testTimeout: 3_600_000,
        hookTimeout: 600_000,
        maxWorkers: 2,
        maxConcurrency: 2,
      }),
      // After the others: it compares the table of agents with what they saw.
      project('matrix', ['test/deep/matrix.test.ts'], { ...matrixTimes, provide: { agents: 'whole', results } }),
      project('matrix-pass', ['test/deep/matrix.test.ts'], { ...matrixTimes, provide: { agents: 'pass', results } }),
    ],
  },
});
