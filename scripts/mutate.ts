// `npm run mutate [ROOM...]`: small faults in the sources, one at a time; a fault that no test notices is a test that is missing.
// `--sample N` of them (400), drawn by `--seed S`; only those that compile and that anybody can see count, and only tests that reach one are run on it. Prints the
// score by room beside its goal and each survivor; exit 1 where a goal is missed. ROOM: `domain/question`, `store`, a file.
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compilable } from './mutate/compile.ts';
import { isEquivalent } from './mutate/equivalent.ts';
import { judgeRun, readRunReport } from './mutate/judge-run.ts';
import { applyMutant, type Mutant, mutantsOf, sample } from './mutate/mutants.ts';
import { lookWhatReaches, projects, type Reach } from './mutate/reach.ts';
import { endPrograms, runProgram } from './mutate/run-program.ts';
import { scores, type Tried, tableOf } from './mutate/score.ts';
import { copyTree, root, type Tree } from './mutate/tree.ts';

const usage = `npm run mutate -- [--sample N] [--seed S] [--workers N] [ROOM...]

  --sample N   faults that are drawn (400)
  --seed S     what they are drawn by; printed, and the same draws the same
  --workers N  copies of the project in which they are tried (2)
  ROOM         folder below src, or a file: domain/question, store, src/gates/plan.ts; without one, all that have a goal

Exit 1: a goal is missed, or a fault could not be tried.`;

const { values, positionals } = readArguments();
if (values.help === true) {
  console.log(usage);
  process.exit(0);
}
const count = whole('sample', values.sample, 400);
const seed = whole('seed', values.seed ?? process.env.DROVER_TEST_SEED, Math.floor(Math.random() * 1_000_000) + 1);
const workers = whole('workers', values.workers, 2);

/** Of tests that reach a mutant, those that stand nearest to it are run first, the fastest of them before the others, up to this sum of their times. */
const mostMs = 60_000;
/** Most faults are seen by what stands beside them: so much of it is run by itself, before the others. */
const nearMs = 5_000;

const trees: Tree[] = [];
/** Of which nothing is known, for their tests did not run. */
const untried: { readonly mutant: Mutant; readonly said: string }[] = [];
const tidy = () => {
  for (const tree of trees) tree.remove();
};
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => {
    endPrograms();
    tidy();
    process.exit(code);
  });
try {
  process.exitCode = await main();
} finally {
  tidy();
}

async function main(): Promise<number> {
  const files = sourcesIn(positionals);
  if (files.length === 0) throw new Error(`no sources under ${positionals.join(', ')}`);
  trees.push(copyTree());
  const [first] = trees as [Tree];
  const all = files.flatMap((file) => mutantsOf(file, first.read(file)));
  console.log(`${all.length} mutants in ${files.length} files; seed ${seed}`);
  const compile = await compilable(first, sample(all, count, seed));
  const drawn = compile.filter((mutant) => !isEquivalent(mutant, first.read(mutant.file)));
  const nobodySees = compile.length - drawn.length;
  console.log(
    `${compile.length} of ${Math.min(count, all.length)} drawn compile${nobodySees === 0 ? '' : `; ${nobodySees} that nobody can see are left out`}`,
  );
  // Of no file all tests would be looked at.
  if (drawn.length === 0) return 0;
  const reach = await lookWhatReaches(first, [...new Set(drawn.map(({ file }) => file))]);
  for (const [test, why] of reach.failing) console.log(`left out, since it fails as things stand: ${test}: ${why}`);
  while (trees.length < workers) trees.push(copyTree());
  const tried = await tryAll(drawn, reach);
  for (const { mutant, said } of untried) console.log(`not tried: ${placeOf(mutant)}: the tests did not run: ${said}`);
  const { lines, missed } = tableOf(scores(tried));
  console.log(lines.join('\n'));
  return missed || untried.length > 0 ? 1 : 0;
}

/** Each tree takes the next mutant as soon as it is free. */
async function tryAll(drawn: readonly Mutant[], reach: Reach): Promise<readonly Tried[]> {
  const queue = [...drawn];
  const tried: Tried[] = [];
  await Promise.all(
    trees.map(async (tree) => {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        const one = await tryOne(tree, mutant, reach);
        if ('said' in one) untried.push(one);
        else tried.push(one);
        if ('killed' in one && !one.killed) tell(one);
        if (tried.length % 20 === 0) console.error(`${tried.length} of ${drawn.length}`);
      }
    }),
  );
  return tried;
}

async function tryOne(tree: Tree, mutant: Mutant, reach: Reach): Promise<Tried | (typeof untried)[number]> {
  const tests = reach.testsOf(mutant).toSorted((one, other) => shared(mutant.file, other) - shared(mutant.file, one));
  const near = withinMs(tests, nearMs, reach);
  const others = withinMs(tests, mostMs, reach).slice(near.length);
  const tried = { mutant, ran: near.length + others.length, left: tests.length - near.length - others.length };
  const source = tree.read(mutant.file);
  try {
    tree.write(mutant.file, applyMutant(source, mutant));
    for (const go of [near, others].filter(({ length }) => length > 0)) {
      const { verdict, said } = await runTests(tree, go, reach);
      if (verdict === 'not run') return { mutant, said };
      if (verdict === 'killed') return { ...tried, killed: true };
    }
    return { ...tried, killed: false };
  } finally {
    tree.write(mutant.file, source);
  }
}

/** The first of them, whatever it takes, and those that follow while there is time. */
function withinMs(tests: readonly string[], most: number, reach: Reach): readonly string[] {
  let sum = 0;
  return tests.filter((test, index) => {
    sum += reach.msOf(test);
    return index === 0 || sum <= most;
  });
}

async function runTests(tree: Tree, tests: readonly string[], reach: Reach) {
  const report = join(tree.folder, 'tried.json');
  const out = ['--bail=1', '--reporter=json', `--outputFile=${report}`];
  const timeoutMs = 60_000 + 4 * tests.reduce((sum, test) => sum + reach.msOf(test), 0);
  try {
    const ran = await runProgram('vitest', ['run', ...projects, ...out, ...tests], { folder: tree.folder, timeoutMs });
    return { verdict: judgeRun(ran.code, readRunReport(report)), said: ran.out.trim().split('\n').at(-1) ?? '' };
  } finally {
    rmSync(report, { force: true });
  }
}

/** So many folders two files have in common. */
function shared(one: string, other: string): number {
  const folders = other.split('/');
  const apart = one.split('/').findIndex((folder, at) => folder !== folders[at]);
  return apart < 0 ? folders.length : apart;
}

function placeOf({ file, line, kind, text }: Mutant): string {
  return `${file}:${line} ${kind} -> ${JSON.stringify(text.slice(0, 60))}`;
}

function tell({ mutant, ran, left }: Tried): void {
  const tests =
    ran === 0 ? 'no test reaches it' : `${ran} test files${left === 0 ? '' : `, ${left} slower ones left out`}`;
  console.log(`survived: ${placeOf(mutant)} (${tests}${mutant.inside === null ? ', at load' : ''})`);
}

function sourcesIn(rooms: readonly string[]): readonly string[] {
  const wanted = rooms.length === 0 ? ['domain', 'engine', 'gates', 'store', 'environments/policy'] : rooms;
  return wanted
    .flatMap((room) => globSync(room.endsWith('.ts') ? room : `src/${room}/**/*.ts`, { cwd: root }))
    .filter((file) => !/\.(?:test|suite)\.ts$|\/fixtures\//.test(file))
    .sort();
}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      ...{ allowPositionals: true, strict: true },
      options: { sample: text, seed: text, workers: text, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

function whole(name: string, given: string | undefined, otherwise: number): number {
  const value = given === undefined ? otherwise : Number(given);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1, not ${given}`);
  return value;
}
