// `npm run bench [-- ROW...]`: measures each row beside its floor, prints them, and leaves bench/results/ROW.json.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import type { Bench, Row } from './row.ts';

const here = import.meta.dirname;
const wanted = process.argv.slice(2);
const names = globSync('rows/*.ts', { cwd: here }).map((file) => basename(file, '.ts'));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no such row: ${unknown.join(', ')}; there are ${names.sort().join(', ')}\n`);
  process.exit(2);
}

for (const name of names.sort()) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { bench } = (await import(`./rows/${name}.ts`)) as { bench: Bench };
  process.stdout.write(`\n${name}: ${bench.target}\n`);
  try {
    keep(name, await bench.measure());
  } catch (error) {
    process.stdout.write(`  could not be measured: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

function keep(name: string, rows: readonly Row[]): void {
  for (const row of rows) process.stdout.write(`  ${lineOf(row)}\n`);
  mkdirSync(join(here, 'results'), { recursive: true });
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: here, encoding: 'utf8' }).trim();
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
  const content = { name, at: new Date().toISOString(), commit, machine, rows };
  writeFileSync(join(here, 'results', `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}

function lineOf({ what, unit, value, min, floor, target, met }: Row): string {
  const number = (each: number) => `${each.toFixed(each < 10 ? 2 : 1)} ${unit}`;
  const least = min === null ? '' : ` (min ${number(min)})`;
  const beside = floor === null ? '' : `, ${(value / floor.value).toFixed(2)} x ${floor.what} ${number(floor.value)}`;
  return `${met ? 'ok  ' : 'MISS'} ${what}: ${number(value)}${least}${beside}; wanted ${target}`;
}
