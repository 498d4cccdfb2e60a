// dotnet test: one trx for each project of tests.

import { sumUp } from '../read/summary.ts';
import { readTrx } from '../read/trx.ts';
import { sharpCanary } from './compiled-canary.ts';
import { type BrokenFile, programOf, type Runner } from './runner.ts';

export const dotnet: Runner = {
  name: 'dotnet test',
  isIt: (words) => /^dotnet(?:\.exe)?$/.test(programOf(words)) && words[1] === 'test',
  report: {
    file: 'reports',
    several: { in: 'own', word: () => '.trx' },
    flags: (path) => ['--logger', 'trx', '--results-directory', path],
    by: { first: 'arguments', variable: null },
    taken: /^(?:--results-directory|--report-trx)\b/,
    read: readTrx,
    sources: ['.cs', '.fs'],
  },
  files: { takes: /\.cs$/, word: (path) => path, refuses: () => true },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(countOf)), broken },
  configuration: { files: ['**/{*.runsettings,xunit.runner.json,testconfig.json}'], keys: [] },
  canary: { text: sharpCanary, beside: ({ mark }) => `C${mark}Tests.cs`, shared: false, flags: [] },
};

/** `Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms - A.Tests.dll` */
function countOf(line: string): readonly string[] {
  const [, failed, passed, skipped] =
    /^(?:Passed|Failed|Skipped)!\s+- Failed:\s+(\d{1,9}), Passed:\s+(\d{1,9}), Skipped:\s+(\d{1,9}), Total:/.exec(
      line,
    ) ?? [];
  return failed === undefined ? [] : [`${passed} passed`, `${failed} failed`, `${skipped} skipped`];
}

/** `/w/tests/AddTests.cs(6,40): error CS0103: The name 'Twice' does not exist [/w/tests/tests.csproj]` */
function broken(text: string): readonly BrokenFile[] {
  return text.split('\n').flatMap((line) => {
    const [, file, at, what] = /^\s*(\/[^(\n]+\.(?:cs|fs))\((\d+),\d+\): (error .*)$/.exec(line) ?? [];
    return file === undefined ? [] : [{ file, text: `${what}\n${file}:${at}` }];
  });
}
