// The page of the guide that says what proven means: its tables are what runs have seen. `WRITE_PROOF=1 npm run proof` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cheat, Honest, Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';
import { caughtBy, type Tried } from './table.ts';

const page = join(import.meta.dirname, '../../docs/guide/proof.md');

export const readPage = (): string => readFileSync(page, 'utf8');

/** Of a table of the page, one for each runner. */
export type Line = readonly [what: string, runner: string, ...cells: string[]];

const heads = {
  cheat: ['cheat', 'runner', 'row', 'what comes of it'],
  'honest change': ['honest change', 'runner', 'lines that need a yes'],
} as const;
type Table = keyof typeof heads;

export function linesOf(text: string, table: Table): readonly Line[] {
  const [, rows = ''] = text.split(new RegExp(`^\\| ${table} \\|.*\\n\\| ---.*\\n`, 'm'));
  return rows
    .slice(0, rows.indexOf('\n\n'))
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
    .flatMap(([what = '', runners = '', ...cells]) =>
      runners.split(', ').map((runner): Line => [what, runner, ...cells]),
    );
}

/** Lines of runners that were not tried now stay. */
export function withTried(text: string, now: readonly Tried<Honest>[], cheating: readonly Tried<Cheat>[]): string {
  const runners = new Set([...now, ...cheating].map(({ row }) => row.project.name));
  const stays = (table: Table): readonly Line[] => linesOf(text, table).filter(([, runner]) => !runners.has(runner));
  const lied = ordered(cheats, [...stays('cheat'), ...cheating.map((each) => lineOf(each, cheatCells))]);
  const worked = ordered(honest, [...stays('honest change'), ...now.map((each) => lineOf(each, honestCells))]);
  const missed = lied.filter(([, , , came = '']) => came.includes('not caught')).length;
  const count = `Of ${lied.length} cheats ${lied.length - missed} are caught and ${missed} are not; ${worked.length} honest changes go through.`;
  return text
    .replace(/^Of \d+ cheats .*$/m, count)
    .replace(/\| cheat \|[\s\S]*?\n\n/, () => `${table('cheat', lied)}\n\n`)
    .replace(/\| honest change \|[\s\S]*?\n\n/, () => `${table('honest change', worked)}\n\n`);
}

export const writePage = (...tried: [readonly Tried<Honest>[], readonly Tried<Cheat>[]]): void =>
  writeFileSync(page, withTried(readPage(), ...tried));

const lineOf = <One extends Row>(tried: Tried<One>, cells: (tried: Tried<One>) => readonly string[]): Line => [
  tried.row.what,
  tried.row.project.name,
  ...cells(tried),
];
const cheatCells = (tried: Tried<Cheat>): readonly string[] => [tried.row.by, caughtBy(tried)];
const honestCells = ({ came }: Tried<Honest>): readonly string[] => [String(came.words.length)];

/** As the rows are; what is no row any more goes. */
function ordered(rows: readonly Row[], lines: readonly Line[]): readonly Line[] {
  const at = new Map(rows.map(({ what, project }, index) => [`${project.name}: ${what}`, index]));
  const place = ([what, runner]: Line): number => at.get(`${runner}: ${what}`) ?? -1;
  return lines.filter((line) => place(line) >= 0).sort((one, other) => place(one) - place(other));
}

/** One line for the runners of which the same is said. */
function table(name: Table, all: readonly Line[]): string {
  const lines = Map.groupBy(all, ([what, , ...cells]) => JSON.stringify([what, ...cells]));
  const head = heads[name];
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...[...lines.values()].map((those) => {
      const [[what, , ...cells] = ['', '']] = those;
      return `| ${[what, those.map(([, runner]) => runner).join(', '), ...cells].join(' | ')} |`;
    }),
  ].join('\n');
}
