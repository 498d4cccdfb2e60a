// What a change does to one test file: tests and assertions gone, skips and twists added.
import type { Finding } from '../../domain/evidence/verdict.ts';
import { codeText, languageOf } from './code-text.ts';
import { patternsOf } from './patterns.ts';

/** `before` null: the file is new. */
export function testEdits(path: string, before: string | null, after: string): readonly Finding[] {
  const language = languageOf(path);
  const patterns = patternsOf(language);
  const [old, now] = [codeText(before ?? '', language), codeText(after, language)];
  const added = (pattern: RegExp, what: string, weight: Finding['weight']): Finding[] =>
    newLines(old, now, pattern).map(({ line, text }) => finding(path, `${what}: ${text}`, line, weight, 'silenced'));
  return [
    ...fewer(path, 'tests', old, now, patterns.tests),
    ...fewer(path, 'assertions', old, now, patterns.assertions),
    ...added(patterns.skips, 'a test is skipped', 'fail'),
    ...added(patterns.twists, 'a test is narrowed, inverted or says nothing', 'fail'),
    ...added(patterns.conditional, 'a test is skipped on a condition', 'note'),
  ];
}

/** A file of tests that is gone. Helpers and data beside tests weigh less. */
export function testDeleted(path: string, before: string): Finding {
  const language = languageOf(path);
  const tests = count(codeText(before, language), patternsOf(language).tests);
  return tests > 0
    ? finding(path, `a test file with ${tests} ${tests === 1 ? 'test' : 'tests'} was removed`, null, 'fail', 'removed')
    : finding(path, 'a file beside the tests was removed', null, 'note', 'removed');
}

function fewer(path: string, what: string, old: string, now: string, pattern: RegExp): Finding[] {
  const [before, after] = [count(old, pattern), count(now, pattern)];
  return after < before
    ? [finding(path, `${what} removed: ${before} on the base, ${after} now`, null, 'fail', 'removed')]
    : [];
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Lines with a match beyond those the base had with the same text. */
function newLines(
  old: string,
  now: string,
  pattern: RegExp,
): readonly { readonly line: number; readonly text: string }[] {
  const known = new Map<string, number>();
  for (const { text } of matches(old, pattern)) known.set(text, (known.get(text) ?? 0) + 1);
  return matches(now, pattern).filter(({ text }) => {
    const left = known.get(text) ?? 0;
    known.set(text, left - 1);
    return left <= 0;
  });
}

function matches(text: string, pattern: RegExp): { line: number; text: string }[] {
  return [...text.matchAll(pattern)].map((match) => {
    const at = match.index + (match[0].length - match[0].trimStart().length);
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const end = text.indexOf('\n', at);
    return {
      line: text.slice(0, at).split('\n').length,
      text: text
        .slice(start, end < 0 ? undefined : end)
        .trim()
        .slice(0, 120),
    };
  });
}

const finding = (
  file: string,
  what: string,
  line: number | null,
  weight: Finding['weight'],
  edits: 'removed' | 'silenced',
): Finding => ({ gate: 'tamper', what, file, line, weight, ...(weight === 'fail' && { edits }) });
