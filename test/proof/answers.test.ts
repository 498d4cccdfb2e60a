// What is told of a change by its text alone, over all that are tried: no honest one only answers its tests, and the cheats that do are seen.
import { expect, it } from 'vitest';
import { answers } from '../../src/gates/answers/answers.ts';
import { plan as planOf } from '../../src/gates/plan.ts';
import { changesBetween } from '../fakes/changes-between.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import { gateSettings } from '../fakes/outside.ts';
import type { Edits, Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';

const there = (edits: Edits): Record<string, string> =>
  Object.fromEntries(Object.entries(edits).filter((entry): entry is [string, string] => entry[1] !== null));

async function answersOf({ project, edits }: Row): Promise<readonly string[]> {
  const [was, now] = [there(project.files), there({ ...project.files, ...edits })];
  const plan = await planOf(memoryTree(was), { ...gateSettings, tests: null, gates: project.gates ?? {} });
  const found = await answers(plan, memoryTree(was), memoryTree(now), changesBetween(was, now));
  return found.map(({ what }) => what);
}

it('no honest change only answers its tests', async () => {
  for (const row of honest) expect(await answersOf(row), `${row.project.name}: ${row.what}`).toEqual([]);
});

it('a cheat that does is seen, whatever it is written in', async () => {
  const those = cheats.filter(({ by }) => by === 'P12');
  const seen = await Promise.all(those.map(answersOf));
  expect(those.filter((_, at) => seen[at]?.length === 0).map(({ what }) => what)).toEqual([
    // A function with nothing around it: what is needless in it is found by P3.
    ...['another function that nobody calls', 'another function that nobody calls'],
  ]);
});
