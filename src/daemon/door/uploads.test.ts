import { expect, it } from 'vitest';
import { createUploads } from './uploads.ts';

const hour = 3_600_000;

it('a name leads nowhere, and what nobody took for a day goes when another comes', async () => {
  const written: string[] = [];
  const removed: string[] = [];
  const keep = createUploads({
    ids: { uuid: () => 'one', secret: () => '' },
    clock: { now: () => 100 * hour } as never,
    files: {
      list: async () => [
        { name: 'old', changedAt: 75 * hour },
        { name: 'young', changedAt: 77 * hour },
      ],
      remove: async (path) => void removed.push(path),
      write: async (path) => {
        written.push(path);
        return `/state/${path}`;
      },
    },
  });
  expect(await keep('w1', '../../etc/passwd', Buffer.from('abc'))).toEqual({
    name: 'passwd',
    path: '/state/uploads/w1-one/passwd',
    bytes: 3,
  });
  expect([written, removed]).toEqual([['uploads/w1-one/passwd'], ['uploads/old']]);
});

/** What is removed while files are brought, beside those that are there. */
function keepBeside(there: readonly { readonly name: string; readonly changedAt: number }[]) {
  const removed: string[] = [];
  const keep = createUploads({
    ids: { uuid: () => 'one', secret: () => '' },
    clock: { now: () => 100 * hour } as never,
    files: {
      list: async () => there,
      remove: async (path) => void removed.push(path),
      write: async (path) => path,
    },
  });
  return { keep, removed };
}

it('of those that wait for a task two hundred are kept, and of more the oldest go', async () => {
  const there = Array.from({ length: 203 }, (_, at) => ({ name: `file-${at}`, changedAt: 99 * hour + at }));
  const { keep, removed } = keepBeside(there);
  await keep('w1', 'a.txt', Buffer.from('abc'));
  expect(removed.toSorted()).toEqual(['uploads/file-0', 'uploads/file-1', 'uploads/file-2', 'uploads/file-3']);
});

it('who brings very many pushes out their own, and none that another one is stating a task with', async () => {
  const { keep, removed } = keepBeside([
    { name: 'w1-before', changedAt: 99 * hour + 100 },
    ...Array.from({ length: 199 }, (_, at) => ({ name: `w12-${at}`, changedAt: 99 * hour + 1 + at })),
  ]);
  expect((await keep('w12', 'a.txt', Buffer.from('abc'))).path).toBe('uploads/w12-one/a.txt');
  await keep('w1', 'a.txt', Buffer.from('abc'));
  expect(removed).toEqual(['uploads/w12-0', 'uploads/w1-before']);
});
