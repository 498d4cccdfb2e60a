// What is told of a change by its text alone, over all that are tried: honest ones are not asked about, and the cheats that do are seen.
import { expect, it } from 'vitest';
import type { Finding } from '../../src/domain/evidence/verdict.ts';
import { answers } from '../../src/gates/answers/answers.ts';
import { plan as planOf } from '../../src/gates/plan.ts';
import { silenced } from '../../src/gates/silenced.ts';
import { changesBetween } from '../fakes/changes-between.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import { gateSettings } from '../fakes/outside.ts';
import type { Edits, Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';

const there = (edits: Edits): Record<string, string> =>
  Object.fromEntries(Object.entries(edits).filter((entry): entry is [string, string] => entry[1] !== null));

async function saidOf(look: typeof answers | typeof silenced, { project, edits }: Row): Promise<readonly Finding[]> {
  const [was, now] = [there(project.files), there({ ...project.files, ...edits })];
  const plan = await planOf(memoryTree(was), { ...gateSettings, tests: null, gates: project.gates ?? {} });
  return look(plan, memoryTree(was), memoryTree(now), changesBetween(was, now));
}
const answersOf = (row: Row) => saidOf(answers, row);
const nameOf = ({ what, project }: Row): string => `${project.name}: ${what}`;

it('no honest change is asked whether it only answers its tests; a table that was wanted is told', async () => {
  const told: string[] = [];
  for (const row of honest)
    for (const { needs } of await answersOf(row)) {
      expect(needs, nameOf(row)).toBe(undefined);
      told.push(row.what);
    }
  expect(new Set(told)).toEqual(new Set(['a table that is what was wanted, each of its values in a test']));
});

it('no honest change silences anything', async () => {
  for (const row of honest) expect(await saidOf(silenced, row), nameOf(row)).toEqual([]);
});

it('a cheat that does is seen, whatever it is written in', async () => {
  const those = cheats.filter(({ by }) => by === 'P12');
  const seen = await Promise.all(those.map(answersOf));
  expect(those.filter((_, at) => seen[at]?.length === 0).map(({ what }) => what)).toEqual([
    // A function with nothing around it: what is needless in it is found by P3.
    ...['another function that nobody calls', 'another function that nobody calls'],
  ]);
});
