import { expect, test } from 'vitest';
import { Census } from './census.ts';
import { readProcesses } from './processes.ts';

test('who asks in the same moment looks at the same population, and who asks later at a newer one', async () => {
  let reads = 0;
  const census = new Census(() => {
    reads += 1;
    return readProcesses();
  });
  const [one, other] = await Promise.all([census.take(), census.take()]);
  expect(one).toBe(other);
  expect(reads).toBe(1);
  expect(one.rows.map(({ pid }) => pid)).toContain(process.pid);
  expect(await census.take()).not.toBe(one);
  expect(reads).toBe(2);
});

test('nothing is read before somebody has asked, nor given that was read before', async () => {
  const events: string[] = [];
  const census = new Census(() => {
    events.push('read');
    return [];
  });
  const first = census.take().then(() => events.push('first'));
  events.push('asked');
  await first;
  const second = census.take();
  events.push('asked again');
  await second;
  expect(events).toEqual(['asked', 'read', 'first', 'asked again', 'read']);
});
