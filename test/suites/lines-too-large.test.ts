// What the processes of a run tell of the lines that its tests run, larger than is read: a verdict with its reason, and no more of it in memory than is read.
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { readLines } from '../../src/effects/run/lines.ts';
import { createGates } from '../../src/gates/create-gates.ts';
import type { EffectPorts } from '../../src/ports/effect.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lines-'));
});
afterEach(() => rmSync(state, { recursive: true }));

const source = 'export const add = (a, b) => a + b;\n';
const paths = ['src/add.js', 'src/add.py', 'src/add.go', 'src/add.rb'];
const changes = paths.map((path) => ({ path, from: null, kind: 'added', binary: false, bytes: source.length }));
const git = {
  changes: async () => ({ ok: true, value: changes }),
  diff: async () => ({ ok: true, value: '' }),
  tree: () => ({ read: async () => Buffer.from(source), paths: async () => paths }),
};
const runners = [
  ['node:test', ['node', '--test'], 'coverage-7-1-0.json'],
  ['vitest', ['vitest', 'run'], 'coverage-7-1-0.json'],
  ['pytest', ['pytest'], '7-1-1.jsonl'],
  ['go test', ['go', 'test', './...'], 'ABCDEFGH.jsonl'],
  ['rspec', ['rspec'], '7-1-1.jsonl'],
] as const;

/** What is said of them, and how many bytes were asked for at most. */
async function told(runner: string, argv: readonly string[]) {
  const files = createStateFiles(state, () => 'x');
  const asked: number[] = [];
  const tail = (path: string, limit: number) => {
    asked.push(limit);
    return files.tail(path, limit);
  };
  const ports = { git, gates: createGates([]), files: { ...files, tail } } as unknown as EffectPorts;
  const definition = { gate: 'test', source: 'base', argv, runner, deadlineMs: 1000, absent: null };
  const plan = { tests: ['test/**'], guarded: [] };
  const lines = { hub: {}, from: 'a', to: 'b', plan };
  const program = { argv, env: {}, report: null, lines: join(state, 'runs/r1/lines') };
  const reading = { ids: { passed: ['test/add.test.js > adds'], failed: [], skipped: [] } };
  const word = await readLines(ports, { definition, lines } as never, program as never, reading as never);
  return { word, most: Math.max(...asked), reads: asked.length };
}

describe('coverage of 200 MB', () => {
  it.each(runners)('by %s is told as too large', async (runner, argv, name) => {
    const folder = join(state, 'runs/r1/lines');
    mkdirSync(folder, { recursive: true });
    for (const each of [name, `more-${name}`]) {
      writeFileSync(join(folder, each), '{');
      truncateSync(join(folder, each), 200 * 1024 ** 2);
    }
    expect(await told(runner, argv)).toEqual({
      word: { kind: 'untold', why: `what ${runner} told of them is too large` },
      ...{ most: 64 * 1024 ** 2 + 1, reads: 1 },
    });
  });

  it('in more files than are read is told as too large, and none is read', async () => {
    const folder = join(state, 'runs/r1/lines');
    mkdirSync(folder, { recursive: true });
    for (let at = 0; at <= 2000; at += 1) writeFileSync(join(folder, `${at}.jsonl`), '');
    const { word, reads } = await told('pytest', ['pytest']);
    expect([word, reads]).toEqual([{ kind: 'untold', why: 'what pytest told of them is too large' }, 0]);
  });
});
