// rspec, through the variable that it reads before its other options.
import { linesOfRspec } from '../lines/of-runners.ts';
import { readRspecJson } from '../read/rspec-json.ts';
import { sumUp } from '../read/summary.ts';
import { rspecCanary } from './rspec-canary.ts';
import { asName, programOf, type Runner } from './runner.ts';

export const rspec: Runner = {
  name: 'rspec',
  isIt: (words) =>
    /^(?:rspec|parallel_rspec)$/.test(programOf(words)) ||
    (programOf(words) === 'ruby' && words.some((word) => /(^|\/)rspec$/.test(word))),
  report: {
    file: 'report.json',
    flags: (path) => ['--no-fail-fast', '--format', 'progress', '--format', 'json', '--out', path],
    by: { first: 'variable', variable: 'SPEC_OPTS' },
    taken: /^--out\b/,
    read: readRspecJson,
    relative: 'start',
  },
  files: { takes: /_spec\.rb$/, word: asName },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(countOf)) },
  configuration: { files: ['**/{.rspec,.rspec-local,spec_helper.rb,rails_helper.rb}'], keys: [] },
  canary: { text: rspecCanary, shared: true, flags: [] },
  order: { flags: ['--order', 'rand:28'] },
  lines: linesOfRspec,
};

/** `5 examples, 1 failure, 2 pending, 1 error occurred outside of examples` */
function countOf(line: string): readonly string[] {
  const [, total, failed, pending, broken] =
    /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors? occurred)?/.exec(line) ??
    [];
  if (total === undefined) return [];
  const skipped = Number(pending ?? 0);
  const wrong = Number(failed) + Number(broken ?? 0);
  return [`${Math.max(0, Number(total) - Number(failed) - skipped)} passed`, `${wrong} failed`, `${skipped} skipped`];
}
