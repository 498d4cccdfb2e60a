import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program whose stderr is the file `into`, as its starter opens it, and that keeps `path` within 64 KiB. */
function says(lines: number, path: string, into: string): void {
  const file = openSync(into, 'a', 0o600);
  const program = `import { errorWithin } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const say = errorWithin(${JSON.stringify(path)}, 65536);
    for (let at = 0; at < ${lines}; at += 1) say(at + ' ' + 'x'.repeat(90) + '\\n');`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', file],
  });
  closeSync(file);
  expect(status).toBe(0);
}
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').map(Number.parseFloat);

it('a log that is told very much is kept within its size: what stood before is beside it, and nothing between is lost', () => {
  const log = join(folder, 'daemon.log');
  says(10_000, log, log);
  const all = [...linesOf(`${log}.1`), ...linesOf(log)];
  expect(all).toEqual(Array.from({ length: all.length }, (_, at) => 10_000 - all.length + at));
  expect(statSync(log).size).toBeLessThan(100_000);
  expect(statSync(`${log}.1`).size).toBeLessThan(100_000);
  expect(statSync(`${log}.1`).size).toBeGreaterThanOrEqual(65_536);
  expect(statSync(`${log}.1`).mode & 0o777).toBe(0o600);
});

it('a log that is full when its writer starts is turned over at once, however little each of them says', () => {
  const log = join(folder, 'daemon.log');
  writeFileSync(log, `${'x'.repeat(99)}\n`.repeat(1000));
  says(1, log, log);
  says(1, log, log);
  expect([statSync(log).size < 200, statSync(`${log}.1`).size > 100_000]).toEqual([true, true]);
});

it('a log that cannot be turned over is written on all the same', () => {
  const log = join(folder, 'daemon.log');
  mkdirSync(`${log}.1`);
  says(2_000, log, log);
  expect(linesOf(log)).toHaveLength(2_000);
});

it('one that is another’s, as a service manager’s, is left as it is', () => {
  const [log, other] = [join(folder, 'daemon.log'), join(folder, 'journal')];
  says(1_000, log, log);
  says(2_000, log, other);
  expect(linesOf(other)).toHaveLength(2_000);
});
