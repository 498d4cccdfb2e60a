import { expect, it } from 'vitest';
import { openCutter } from './cutter.ts';

const large = 'f();\n'.repeat(10_000);
const file = { path: 'a.js', was: null, now: large, room: 1024 * 1024, only: null };

it('a file that is not cut in its time is told as not cut, and the next is cut all the same', async () => {
  const late = openCutter(0);
  expect(await late.cut(file)).toBe(null);
  expect(await late.cut({ ...file, now: 'f();\n' })).toMatchObject({ hunks: { length: 1 } });
  late.end();
  const cutter = openCutter();
  expect(await cutter.cut(file)).toMatchObject({ hunks: expect.any(Array), taken: 0 });
  cutter.end();
});

it('one whose thread is ended meanwhile is told as not cut', async () => {
  const cutter = openCutter();
  const told = cutter.cut(file);
  cutter.end();
  expect(await told).toBe(null);
});
