// Every major version of the runners that a registry brings: one honest change and one cheat, the whole way to the question `submit`.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { judgeRow } from '../proof/judge-row.ts';
import { openProvingGround } from '../proof/proving-ground.ts';
import type { Row } from '../proof/row.ts';
import { cheats, honest } from '../proof/sets/sets.ts';
import { judgeHonest } from '../proof/table.ts';

const run = promisify(execFile);
/** Node itself as a package, without a script that would fetch it. */
const node = `node-${process.platform}-${process.arch}`;
const ofNode = { test: `node_modules/${node}/bin/node --test` };

type Gates = Row['project']['gates'];
const versions: readonly (readonly [runner: string, brought: string, gates: Gates])[] = [
  ...[20, 22, 24].map((each) => ['node:test', `${node}@${each}`, ofNode] as const),
  ...[1, 2, 3, 4, 5].map((each) => ['vitest', `vitest@${each}`, undefined] as const),
  ...[29, 30].map((each) => ['jest', `jest@${each}`, undefined] as const),
  ...[10, 11, 12].map((each) => ['mocha', `mocha@${each}`, undefined] as const),
];

/** Started as `gates` say, where that is another way. */
function rowOf<One extends Row>(rows: readonly One[], what: string, runner: string, gates: Gates): One {
  const row = rows.find((each) => each.what === what && each.project.name === runner);
  if (row === undefined) throw new Error(`${runner} has no row: ${what}`);
  return gates === undefined ? row : { ...row, project: { ...row.project, gates } };
}

it.each(versions)(
  '%s by %s: a fix with its test goes through, a test that reads the source does not',
  async (runner, brought, gates) => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-versions-'));
    try {
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', brought], { cwd: folder });
      const ground = await openProvingGround(folder);
      try {
        const work = rowOf(honest, 'a fix with its test', runner, gates);
        const came = judgeRow(await ground.prove(work));
        expect([judgeHonest({ row: work, came }), ...came.words]).toEqual(['as it must be']);
        const lie = judgeRow(await ground.prove(rowOf(cheats, 'the test reads the source as text', runner, gates)));
        expect([lie.kind, ...lie.by], lie.words.join('; ')).toEqual(['refused', 'P2']);
      } finally {
        await ground.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
