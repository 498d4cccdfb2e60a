import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Input } from './input.ts';
import { Journal } from './journal.ts';

/** A file for which there is never room. */
function fullFile(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'drover-test-'));
  for (const name of names) symlinkSync('/dev/full', join(folder, name));
  return join(folder, names[0] ?? '');
}

test('a journal for which there is no room is broken, unless it is to wait', async () => {
  const broken = new Journal(fullFile('output'));
  broken.append(Buffer.from('a'));
  expect(broken.closed).toBe(true);
  expect(await broken.broken).toMatchObject({ error_code: 'DISK_FULL' });
  const onFull = vi.fn();
  const waits = new Journal(fullFile('output'), onFull);
  waits.append(Buffer.from('a'));
  expect(onFull).toHaveBeenCalled();
  expect(waits).toMatchObject({ closed: false, size: 0, full: { error_code: 'DISK_FULL' } });
  waits.retry();
  expect(waits.full).not.toBeNull();
  waits.close();
  expect(waits.closed).toBe(true);
});

test('what waits for room is bounded: beyond that the journal is broken, and says why', async () => {
  const journal = new Journal(fullFile('output'), () => {});
  for (let piece = 0; piece < 5; piece += 1) journal.append(Buffer.alloc(1024 * 1024));
  expect(journal.closed).toBe(true);
  expect(await journal.broken).toMatchObject({ error_code: 'DISK_FULL' });
});

test('a number is not taken while one before it waits for room', () => {
  const input = new Input(fullFile('input', 'input.index'), () => {});
  expect(input.take(1, Buffer.from('a'))).toBe(true);
  expect(() => input.take(2, Buffer.from('b'))).toThrow('full');
  expect(input.taken).toBe(1);
  input.close();
});
