// phpunit. No variable carries flags to it, so behind a script of its own what it prints is counted.
import type { Counts } from '../../domain/evidence/verdict.ts';
import { readClassXml } from '../read/class-xml.ts';
import { sumUp } from '../read/summary.ts';
import { phpCanary } from './compiled-canary.ts';
import { type BrokenFile, programOf, type Runner } from './runner.ts';

export const phpunit: Runner = {
  name: 'phpunit',
  isIt: (words) =>
    isPhpunit(programOf(words)) ||
    (/^php[\d.]*$/.test(programOf(words)) && words.slice(1).some((word) => isPhpunit(programOf([word])))),
  report: {
    file: 'report.xml',
    flags: (path) => ['--log-junit', path],
    by: { first: 'arguments', variable: null },
    taken: /^--log-junit\b/,
    read: readClassXml,
  },
  // It takes one file or folder, whatever its configuration names besides.
  files: { takes: /Test\.php$/, word: (path) => path, refuses: () => true },
  printed: { counts, broken },
  configuration: { files: ['**/{phpunit.xml,phpunit.xml.dist,phpunit.dist.xml}'], keys: [] },
  canary: { text: phpCanary, beside: ({ mark }) => `C${mark}Test.php`, shared: false, flags: [] },
  order: { flags: ['--order-by=reverse'] },
};

const isPhpunit = (program: string): boolean => /^(?:simple-)?phpunit(?:\.phar)?$/.test(program);

/** `OK (5 tests, 4 assertions)`, or `Tests: 5, Assertions: 4, Failures: 1, Skipped: 1.` */
function counts(text: string): Counts | null {
  const lines = text.split('\n');
  const fine = lines.map((line) => /^OK \((\d{1,9}) tests?, /.exec(line)?.[1]).find((count) => count !== undefined);
  if (fine !== undefined) return sumUp([`${fine} passed`]);
  const line = lines.findLast((each) => /^Tests: \d{1,9}, Assertions: \d/.test(each));
  if (line === undefined)
    return lines.some((each) => each.startsWith('No tests executed!')) ? sumUp(['0 passed']) : null;
  const of = (word: string): number => Number(new RegExp(`\\b${word}: (\\d{1,9})`).exec(line)?.[1] ?? 0);
  const failed = of('Failures') + of('Errors');
  const skipped = of('Skipped') + of('Incomplete');
  return sumUp([`${Math.max(0, of('Tests') - failed - skipped)} passed`, `${failed} failed`, `${skipped} skipped`]);
}

/** What ends php while files are read: `... in /w/tests/BTest.php:3`. */
function broken(text: string, folder: string): readonly BrokenFile[] {
  const said = text.split('\n').find((line) => /^(?:PHP )?(?:Fatal|Parse) error:/.test(line)) ?? '';
  const [, ...after] = said.split(`${folder}/`);
  const file = after
    .map((each) => /^[^\s:]+\.php/.exec(each)?.[0])
    .find((each) => each !== undefined && !each.startsWith('vendor/'));
  return file === undefined ? [] : [{ file, text: said }];
}
