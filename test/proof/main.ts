// `npm run proof`: honest changes and cheats, each taken the whole way to the question `submit`, in one process.
import { parseArgs } from 'node:util';
import { needs } from '../needs/needs.ts';
import { writePage } from './guide.ts';
import { judgeRow } from './judge-row.ts';
import { openProvingGround, type ProvingGround } from './proving-ground.ts';
import type { Project, Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';
import { cheatLine, honestLine, judgeCheat, judgeHonest, type Tried, type Verdict } from './table.ts';

const usage = `npm run proof -- [--only TEXT]... [--runner NAME]... [--jobs N] [--words]

  --only TEXT    those whose words have it, or another one
  --runner NAME  those of that runner: node:test, pytest, cargo ...
  --jobs N       so many at once (3)
  --words        prints what each was told as well

WRITE_PROOF=1 writes the tables of docs/guide/proof.md anew.
Exit 1: a cheat is called proven, or honest work is stuck or asked about more than its row says.`;

const { values } = parseArgs({
  options: {
    ...{ only: { type: 'string', multiple: true }, jobs: { type: 'string' }, words: { type: 'boolean' } },
    ...{ runner: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  },
});
if (values.help === true) {
  console.log(usage);
  process.exit(0);
}

const isWanted = ({ what, project }: Row): boolean =>
  (values.only?.some((text) => what.includes(text)) ?? true) && (values.runner?.includes(project.name) ?? true);
/** Asked once of each project: it starts programs. */
const here = new Map<Project, boolean>();
function isHere({ project }: Row): boolean {
  const known = here.get(project) ?? !('skip' in needs(...(project.needs ?? [])));
  here.set(project, known);
  return known;
}

const ground = await openProvingGround();
try {
  process.exitCode = await main(ground);
} finally {
  await ground.close();
}

async function main(own: ProvingGround): Promise<number> {
  const began = Date.now();
  const honestOnes = await tryAll(own, honest, judgeHonest);
  const cheating = await tryAll(own, cheats, judgeCheat);
  console.log(['', ...honestOnes.map(honestLine), '', ...cheating.map(cheatLine)].join('\n'));
  if (process.env.WRITE_PROOF === '1' && values.only === undefined) writePage(honestOnes, cheating);
  const wrong = [
    ...honestOnes.filter((each) => judgeHonest(each) !== 'as it must be'),
    ...cheating.filter((each) => judgeCheat(each) === 'NOT CAUGHT'),
  ];
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `\n${honestOnes.length} honest changes, ${cheating.length} cheats in ${seconds} s: ${wrong.length} wrong`,
  );
  return wrong.length > 0 ? 1 : 0;
}

async function tryAll<One extends Row>(
  own: ProvingGround,
  rows: readonly One[],
  judge: (tried: Tried<One>) => Verdict,
): Promise<readonly Tried<One>[]> {
  const wanted = rows.filter(isWanted);
  for (const { what, project } of wanted.filter((row) => !isHere(row)))
    console.log(`not tried: ${project.name}: ${what}`);
  const able = wanted.filter(isHere);
  const tried: Tried<One>[] = new Array(able.length);
  const queue = [...able.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, row] = next;
      const one = { row, came: judgeRow(await own.prove(row)) };
      tried[at] = one;
      const verdict = judge(one);
      if (verdict !== 'as it must be' || values.words === true)
        console.log(`${verdict}: ${row.project.name}: ${row.what}: ${one.came.words.join('; ').slice(0, 600)}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs ?? 3) }, work));
  return tried;
}
