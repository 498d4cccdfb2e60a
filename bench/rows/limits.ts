// Limits of 200 changed files, as they are and as they were: how long the gate takes, and how long at most it holds this thread.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { holdLimits } from '../../src/gates/limits/hold-limits.ts';
import type { Change } from '../../src/ports/gates.ts';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Bench } from '../row.ts';
import { median } from '../sample.ts';

const count = 200;
const rounds = 5;

export const bench: Bench = {
  name: 'limits',
  target: `${count} changed files: <= 1.5 s, the thread held <= 50 ms`,
  measure: async () => {
    const after = sources();
    const before = Object.fromEntries(
      Object.entries(after).map(([path, text]) => [path, text.replace('const', 'let')]),
    );
    const changes = Object.entries(after).map(([path, text]): Change => {
      const counts = { added: 1, removed: 1, binary: false, bytes: text.length };
      return { path, kind: 'modified', from: null, ...counts };
    });
    const change = { plan: { tests: [], guarded: [] }, base: memoryTree(before), tree: memoryTree(after), changes };
    const [times, held]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const began = performance.now();
      const { otherwise } = await holdLimits({ function: 50, file: 200, nesting: 3 }, change);
      times.push(performance.now() - began);
      delay.disable();
      held.push(delay.max / 1e6);
      if (otherwise.why !== `${count} files measured`) throw new Error(otherwise.why);
    }
    const kilobytes = Object.values(after).reduce((sum, text) => sum + text.length, 0) / 1000;
    const [value, longest] = [median(times), median(held)];
    const row = { floor: null, unit: 'ms' } as const;
    const what = `${count} files, ${Math.round(kilobytes)} KB, as they are and as they were`;
    return [
      { ...row, what, value, min: Math.min(...times), target: '<= 1500', met: value <= 1500 },
      { ...row, what: 'this thread held', value: longest, min: Math.min(...held), target: '<= 50', met: longest <= 50 },
    ];
  },
};

/** The largest files of this program, with names that are no tests. */
function sources(): Readonly<Record<string, string>> {
  const root = join(import.meta.dirname, '../../src');
  const all = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .toSorted((a, b) => b.text.length - a.text.length);
  return Object.fromEntries(all.slice(0, count).map(({ path, text }) => [`lib/${path}`, text]));
}
