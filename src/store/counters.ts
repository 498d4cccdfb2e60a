// Counts that are given out once each.
import type { Handle } from './handle.ts';

export async function nextOf({ db }: Handle, counter: string): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ name: `next:${counter}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
