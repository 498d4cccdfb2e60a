import { mkdtempSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('bytes are hidden wherever they are kept by then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drover-test-'));
  const journal = new Journal(join(folder, 'output'));
  journal.append(Buffer.from('0123456789'));
  journal.hide(4, 6);
  expect(readFileSync(journal.path, 'utf8')).toBe('0123**6789');
  const next = join(folder, 'output.5');
  writeFileSync(next, '*6789');
  journal.moveTo(next, openSync(next, 'a'), 5);
  journal.hide(3, 7);
  journal.hide(9, 12);
  journal.append(Buffer.from('a'));
  expect(readFileSync(journal.path, 'utf8')).toBe('**78*a');
  expect(journal.size).toBe(11);
  journal.close();
});
