// What became of the tests of ours that must fail: they are taken out of what is told, and tell themselves whether the rest counts.
import type { CanaryWord } from '../../domain/evidence/verdict.ts';
import type { CanaryIn } from '../../ports/gates.ts';
import { canaryCount } from '../runners/canary.ts';
import type { TestCase } from './results.ts';

export type Heard = { readonly cases: readonly TestCase[]; readonly word: CanaryWord };

/** `exit`: null where it did not end by itself. */
export function hearCanary(
  all: readonly TestCase[],
  { name, files, beside = {} }: CanaryIn,
  exit: number | null,
): Heard {
  const isOurs = ({ path }: TestCase): boolean => path.at(-1)?.includes(name) === true;
  const cases = all.filter((each) => !isOurs(each));
  const ours = all.filter(isOurs).map((each) => ({ ...each, file: beside[each.file] ?? each.file }));
  const judged = files.filter((file) => cases.some((each) => each.file === file && each.status === 'passed'));
  const silent = judged.filter(
    (file) => ours.filter((each) => each.file === file && each.status === 'failed').length < canaryCount,
  );
  if (silent.length > 0) {
    const ended = silent.every((file) => ours.every((each) => each.file !== file));
    const hint = ended
      ? ' (they were never run: does something end the process before the last test of the file?)'
      : '';
    return { cases, word: { kind: 'silent', why: `not reported as failed: ${silent.join(', ')}${hint}` } };
  }
  if (judged.length === 0) return { cases, word: { kind: 'untold', why: 'no test beside it passed' } };
  if (exit === 0) return { cases, word: { kind: 'silent', why: 'it ended with 0 all the same' } };
  return { cases, word: { kind: 'failed' } };
}
