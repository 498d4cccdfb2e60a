// Tasks that a program of an older schema left waiting for a person go on where they are.
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { type Outside, simulateOutside } from '../../test/fakes/outside.ts';
import { taskId } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside | null = null;
afterEach(() => outside?.close());

const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const isReleased = ({ state: { at } }: Task) => at.kind === 'ended' && at.outcome.kind === 'released';
const [plan, submit, proceed] = [1, 2, 3].map((number) => taskId('shop', number)) as [never, never, never];

it.each([5, 7, 8])('what schema %i left parked is answered and goes to its end', async (schema) => {
  const sql = readFileSync(new URL(`../store/fixtures/parked-${schema}.sql`, import.meta.url), 'utf8');
  outside = await simulateOutside(undefined, sql);
  const questions = await outside.store.read((reads) => reads.questions({ open: true }));
  expect(questions.map(({ thing, kind }) => [thing, kind])).toEqual([
    [plan, 'plan'],
    [submit, 'submit'],
    [proceed, 'proceed'],
  ]);
  await outside.answer(submit, 'submit');
  await outside.until(submit, isReleased);
  await outside.answer(plan, 'go');
  await outside.until(plan, asks('submit'));
  await outside.answer(plan, 'submit');
  await outside.until(plan, isReleased);
  await outside.answer(proceed, 'yes');
  await outside.until(proceed, asks('plan'));
});
