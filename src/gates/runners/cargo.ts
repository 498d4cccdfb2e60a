// cargo test, through the environment: cargo starts each binary of tests by a script of ours.
import { dirname, join } from 'node:path';
import { readCargoReport } from '../read/cargo-report.ts';
import { sumUp } from '../read/summary.ts';
import { cargoPlugin } from './cargo-plugin.ts';
import { rustCanary } from './compiled-canary.ts';
import { programOf, type Runner } from './runner.ts';

/** Cargo asks for the one of the machine it runs on. */
const variables = ['X86_64', 'AARCH64']
  .flatMap((machine) => ['UNKNOWN_LINUX_GNU', 'UNKNOWN_LINUX_MUSL', 'APPLE_DARWIN'].map((os) => `${machine}_${os}`))
  .map((triple) => `CARGO_TARGET_${triple}_RUNNER`);

export const cargo: Runner = {
  name: 'cargo test',
  isIt: (words) =>
    programOf(words) === 'cargo' && /^(?:test|t)$/.test(words.slice(1).find((word) => !/^[-+]/.test(word)) ?? ''),
  report: {
    file: 'reports',
    several: { in: 'own', word: () => '.report' },
    ours: [{ path: 'ours/binary.sh', text: cargoPlugin(variables) }],
    flags: () => [],
    by: { first: 'variable', variable: variables[0] ?? '' },
    // Cargo parts its words at blanks and knows no quotes; sh puts the name in whole.
    env: (path) => ({
      ...Object.fromEntries(variables.map((name) => [name, `sh -c .\${IFS}"$DROVER_REPORTS"`])),
      DROVER_REPORTS: join(dirname(path), 'ours', 'binary.sh'),
    }),
    taken: /^--logfile\b/,
    read: readCargoReport,
  },
  // Binaries are chosen by names that are not those of files.
  files: { takes: /\.rs$/, word: (path) => path, refuses: () => true },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(countOf)), broken },
  configuration: { files: [], keys: [] },
  // Another order takes `--shuffle`, which only the nightly harness has.
  canary: { text: rustCanary, shared: false, flags: [] },
};

/** `test result: ok. 2 passed; 0 failed; 1 ignored; ...` */
function countOf(line: string): readonly string[] {
  const [, passed, failed, ignored] =
    /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/.exec(line) ?? [];
  return passed === undefined ? [] : [`${passed} passed`, `${failed} failed`, `${ignored} skipped`];
}

/** A file that does not compile: `error[E0425]: cannot find ...`, and below it `  --> tests/a.rs:2:20`. */
function broken(text: string): readonly { readonly file: string; readonly text: string }[] {
  const found: { file: string; text: string }[] = [];
  let says = '';
  for (const line of text.split('\n')) {
    if (/^error(?:\[E\d+\])?: /.test(line)) says = line;
    const [, file, at] = /^ *--> (\S+\.rs):(\d+):\d+$/.exec(line) ?? [];
    if (file === undefined || says === '') continue;
    found.push({ file, text: `${says}\n${file}:${at}` });
    says = '';
  }
  return found;
}
