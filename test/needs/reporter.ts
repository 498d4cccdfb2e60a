// The end of a run of tests: the slowest files, what was skipped and which packages bring it, and what went wrong outside of any test.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type Need, table } from './needs.ts';

const slowest = 10;

export default class EndOfRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const outside = [...errors.map(inShort), ...notRun(modules)];
    const results = process.env.DROVER_TEST_RESULTS;
    // Of this vitest's own result files tell nothing: `scripts/sum-results.mjs`.
    if (results !== undefined && outside.length > 0)
      writeFileSync(join(results, `${process.pid}.outside`), `${outside.join('\n')}\n`);
    for (const line of [
      ...slowFiles(modules),
      ...otherwise(skipped),
      ...forTheDeepTests(skipped),
      ...forOtherSeeds(skipped),
      ...whatIsMissing(skipped),
      ...outside.map((line) => `outside of any test: ${line}`),
    ])
      process.stdout.write(`${line}\n`);
  }
}

/** On one line: what it is, what caused it, where it came from. */
function inShort({ name, message, cause, stack }: SerializedError): string {
  const why = cause === undefined ? '' : `, by ${cause.message}`;
  const [, place = ''] = /\n\s+(at .+)/.exec(stack ?? '') ?? [];
  return stripVTControlCharacters(`${name ?? 'Error'}: ${message}${why} ${place}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Files whose worker did not start, or died before it could say anything. */
const notRun = (modules: readonly TestModule[]): readonly string[] =>
  modules
    .filter((module) => ['queued', 'pending'].includes(module.state()))
    .map((module) => `${relative('.', module.moduleId)} was not run to its end`);

function slowFiles(modules: readonly TestModule[]): readonly string[] {
  // Of a handful of files everybody sees which is slow.
  if (modules.length < slowest) return [];
  const took = modules.map((module) => ({ file: module.moduleId, ms: duration(module) }));
  const first = took.sort((one, other) => other.ms - one.ms).slice(0, slowest);
  return ['slowest files', ...first.map(({ file, ms }) => `${seconds(ms)}  ${relative('.', file)}`)];
}

function duration(module: TestModule): number {
  const { setupDuration, collectDuration, duration: tests } = module.diagnostic();
  return setupDuration + collectDuration + tests;
}

/** `test/e2e/depth.ts` */
function forTheDeepTests(skipped: readonly TestCase[]): readonly string[] {
  const other = skipped.filter((test) => ['e2e', 'suites'].includes(test.project.name) && lacksOf(test).length === 0);
  return other.length === 0 ? [] : [`${other.length} tests of these files run with the deep tests: npm run test:deep`];
}

/** `test/e2e/depth.ts` */
function forOtherSeeds(skipped: readonly TestCase[]): readonly string[] {
  const other = skipped.filter((test) => test.meta().otherSeed === true);
  return other.length === 0 ? [] : [`${other.length} rare tests are for other seeds; npm run test:nightly runs all`];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

function whatIsMissing(skipped: readonly TestCase[]): readonly string[] {
  const counts = new Map<Need, number>();
  for (const test of skipped) for (const need of lacksOf(test)) counts.set(need, (counts.get(need) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lacks = [...counts.keys()];
  const counted = lacks.map((need) => `${need} (${counts.get(need)} ${counts.get(need) === 1 ? 'test' : 'tests'})`);
  const packages = new Set(lacks.map((need) => table[need].package).filter((name) => name !== undefined));
  const also = new Set(lacks.map((need) => table[need].also).filter((words) => words !== undefined));
  return [
    '',
    `skipped, for this machine lacks: ${counted.join(', ')}`,
    ...(packages.size > 0 ? [`to run them: apt-get install ${[...packages].sort().join(' ')}`] : []),
    ...(also.size > 0 ? [`what no package brings: ${[...also].join('; ')}`] : []),
  ];
}

/** What a `describe` lacks its tests lack. */
function lacksOf(task: TestCase | TestSuite): readonly Need[] {
  const own = task.meta().lacks;
  if (own !== undefined) return own;
  return task.parent.type === 'module' ? [] : lacksOf(task.parent);
}

/** Skipped for another reason, which the test itself says. */
function otherwise(skipped: readonly TestCase[]): readonly string[] {
  return skipped.flatMap((test) => {
    const result = test.result();
    return result.state === 'skipped' && result.note !== undefined ? [`skipped: ${test.fullName}: ${result.note}`] : [];
  });
}
