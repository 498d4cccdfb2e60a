// The page of the guide that says what proven means: its tables are what a run has seen. `WRITE_PROOF=1 npm run proof` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cheat, Honest, Row } from './row.ts';
import { caughtBy, type Tried } from './table.ts';

const page = join(import.meta.dirname, '../../docs/guide/proof.md');

export const readPage = (): string => readFileSync(page, 'utf8');

export function writePage(honest: readonly Tried<Honest>[], cheats: readonly Tried<Cheat>[]): void {
  const missed = cheats.filter(({ came }) => came.kind === 'proven').length;
  const count = `Of ${cheats.length} cheats ${cheats.length - missed} are caught and ${missed} are not; ${honest.length} honest changes go through.`;
  const text = readPage()
    .replace(/^Of \d+ cheats .*$/m, count)
    .replace(/\| cheat \|[\s\S]*?\n\n/, `${table('cheat', ['row', 'what comes of it'], cheats, cheatCells)}\n\n`)
    .replace(
      /\| honest change \|[\s\S]*?\n\n/,
      `${table('honest change', ['lines that need a yes'], honest, honestCells)}\n\n`,
    );
  writeFileSync(page, text);
}

const cheatCells = (tried: Tried<Cheat>): readonly string[] => [tried.row.by, caughtBy(tried)];
const honestCells = ({ came }: Tried<Honest>): readonly string[] => [String(came.words.length)];

/** One line for the runners of which the same is said. */
function table<One extends Row>(
  what: string,
  heads: readonly string[],
  all: readonly Tried<One>[],
  cells: (tried: Tried<One>) => readonly string[],
): string {
  const lines = Map.groupBy(all, (tried) => JSON.stringify([tried.row.what, ...cells(tried)]));
  const head = [what, 'runner', ...heads];
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...[...lines].map(([key, those]) => {
      const [first, ...rest] = JSON.parse(key) as readonly string[];
      return `| ${[first, those.map(({ row }) => row.project.name).join(', '), ...rest].join(' | ')} |`;
    }),
  ].join('\n');
}
