// The end of a run of tests: the slowest files, then what was skipped and which packages bring it.
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type Need, table } from './needs.ts';

const slowest = 10;

export default class EndOfRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    for (const line of [
      ...slowFiles(modules),
      ...otherwise(skipped),
      ...forTheDeepTests(skipped),
      ...whatIsMissing(skipped),
    ])
      process.stdout.write(`${line}\n`);
  }
}

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
