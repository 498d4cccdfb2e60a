// Which test files reach which functions, seen by running them once over instrumented sources; and how long each takes.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { instrument, type Mutant } from './mutants.ts';
import { runProgram } from './run-program.ts';
import type { Tree } from './tree.ts';

/** Whole-program tests start processes of their own, in which nothing is seen. */
export const projects = ['rooms', 'unit', 'suites'].flatMap((name) => ['--project', name]);

export type Reach = {
  /** Fastest first. A file of which nobody saw anything may be a thread's or a program's own: there it is all that lead to it. */
  readonly testsOf: (mutant: Mutant) => readonly string[];
  readonly msOf: (test: string) => number;
  /** Tests that fail as things stand prove nothing; with why. */
  readonly failing: ReadonlyMap<string, string>;
};

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly failureMessages?: readonly string[] | null }[];
  }[];
};

export async function lookWhatReaches(tree: Tree, files: readonly string[]): Promise<Reach> {
  const importers = importersIn(tree.folder);
  const wanted = new Set(files.flatMap((file) => testsAbove(importers, file)));
  const results = mkdtempSync(join(tmpdir(), 'drover-reach-'));
  const kept = [...files, 'test/setup.ts'].map((file) => [file, tree.read(file)] as const);
  try {
    for (const [file, text] of kept) if (file !== 'test/setup.ts') tree.write(file, instrument(file, text));
    tree.write('test/setup.ts', tree.read('test/setup.ts') + recorder);
    const told = await runProgram(
      'vitest',
      ['run', ...projects, '--reporter=json', `--outputFile=${join(results, 'report.json')}`, ...wanted],
      { folder: tree.folder, timeoutMs: 3_600_000, env: { MUTATE_REACHED: results } },
    );
    const report = readReport(join(results, 'report.json'), told.out);
    return reachOf(tree.folder, importers, report, readReached(results));
  } finally {
    for (const [file, text] of kept) tree.write(file, text);
    rmSync(results, { recursive: true, force: true });
  }
}

/** Put at the end of the set-up of every test file of the copy. */
const recorder = `
import { writeFileSync as keepReached } from 'node:fs';
import { expect as ofFile } from 'vitest';
(globalThis as { __reached?: Set<string> }).__reached = new Set();
afterAll(() => {
  const reached = [...((globalThis as { __reached?: Set<string> }).__reached ?? [])];
  keepReached(process.env.MUTATE_REACHED + '/' + randomUUID() + '.reached', JSON.stringify([ofFile.getState().testPath, reached]));
});
`;

function readReport(path: string, out: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (cause) {
    throw new Error(`the tests did not run: ${out.slice(-2000)}`, { cause });
  }
}

function whyFailed({ message = '', assertionResults }: Report['testResults'][number]): string {
  const [first = message] = assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []);
  return first.split('\n')[0] ?? '';
}

const readReached = (folder: string) =>
  globSync('*.reached', { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly [string, readonly string[]],
  );

function reachOf(
  folder: string,
  importers: ReadonlyMap<string, readonly string[]>,
  { testResults }: Report,
  reached: ReturnType<typeof readReached>,
): Reach {
  const at = (path: string) => relative(folder, path);
  const ms = new Map(testResults.map(({ name, startTime, endTime }) => [at(name), endTime - startTime]));
  const failing = new Map(
    testResults.filter(({ status }) => status !== 'passed').map((test) => [at(test.name), whyFailed(test)]),
  );
  const pairs = reached.flatMap(([test, functions]) => functions.map((each) => ({ each, test: at(test) })));
  const byFunction = Map.groupBy(pairs, ({ each }) => each);
  const seenFiles = new Set(pairs.map(({ each }) => each.slice(0, each.lastIndexOf(':'))));
  const msOf = (test: string) => ms.get(test) ?? 0;
  return {
    msOf,
    failing,
    testsOf: ({ file, inside }) => {
      const seen = byFunction.get(`${file}:${inside}`)?.map(({ test }) => test) ?? [];
      const all = inside === null || !seenFiles.has(file);
      return [...new Set(all ? testsAbove(importers, file) : seen)]
        .filter((test) => ms.has(test) && !failing.has(test))
        .sort((one, other) => msOf(one) - msOf(other));
    },
  };
}

/** To what it imports, and to what it starts as a thread or a program. */
const leadsTo = /\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|\bnew URL\(\s*'(\.[^']+\.ts)'/g;

function importersIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const edges = globSync('{src,test,scripts}/**/*.ts', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(leadsTo)].map(([, still, lazy, started]) => ({
      ...{ from: file, to: posix.normalize(posix.join(dirname(file), still ?? lazy ?? started ?? '')) },
    }));
  });
  return new Map([...Map.groupBy(edges, ({ to }) => to)].map(([to, from]) => [to, from.map((edge) => edge.from)]));
}

function testsAbove(importers: ReadonlyMap<string, readonly string[]>, file: string): readonly string[] {
  const seen = new Set([file]);
  for (const each of seen) for (const importer of importers.get(each) ?? []) seen.add(importer);
  return [...seen].filter((each) => each.endsWith('.test.ts') && !/^test\/(?:e2e|deep|nightly)\//.test(each));
}
