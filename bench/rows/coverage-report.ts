// A report of coverage of 200 MB, read in pieces by a process of its own: how long that takes, and what it holds beyond a bare one.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../row.ts';

const megabytes = 200;
const linesOfFile = 1000;

const reader = `
import { createReadStream } from 'node:fs';
const { readReport } = await import(process.argv[1]);
const before = process.resourceUsage().maxRSS;
const began = performance.now();
const report = await readReport(createReadStream(process.argv[2], { highWaterMark: 1 << 20 }));
console.log(JSON.stringify([performance.now() - began, (process.resourceUsage().maxRSS - before) / 1024, report?.size ?? 0]));
`;

export const bench: Bench = {
  name: 'coverage-report',
  target: `a report of lcov of ${megabytes} MB: <= 2 s, <= 80 MB`,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coverage-report-'));
    try {
      const path = join(folder, 'lcov.info');
      const files = writeReport(path);
      const door = join(import.meta.dirname, '../../src/gates/coverage/read-report.ts');
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', reader, door, path], {
        encoding: 'utf8',
      });
      const [ms = 0, held = 0, read = 0] = JSON.parse(stdout) as readonly number[];
      if (read !== files) throw new Error(`${read} of ${files} files were read`);
      const figures = { min: null, floor: null } as const;
      return [
        { ...figures, what: 'read', unit: 'ms', value: ms, target: '<= 2000', met: ms <= 2000 },
        { ...figures, what: 'held at most', unit: 'MB', value: held, target: '<= 80', met: held <= 80 },
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** How many files it names. */
function writeReport(path: string): number {
  const lines = Array.from({ length: linesOfFile }, (_, at) => `DA:${at + 1},${at % 7}\n`).join('');
  const file = openSync(path, 'w');
  let [written, files] = [0, 0];
  for (; written < megabytes * 2 ** 20; files += 1)
    written += writeSync(file, `TN:\nSF:src/module-${files}/file.ts\n${lines}LF:${linesOfFile}\nend_of_record\n`);
  closeSync(file);
  return files;
}
