// Whether a change touches code that ships and leaves all that it does: comments and formatting, beside tests and documents.
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isTest } from '../is-test.ts';
import { isCode, isDocument } from '../production.ts';
import { decode } from '../sources.ts';
import { languageOf } from '../tamper/code-text.ts';
import { sameCodeAs } from './same-code.ts';

const most = { files: 200, bytes: 256 * 1024 };

/** Where it touches documents alone, those may be what ships: false. */
export async function isIdle(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<boolean> {
  const own = changes.filter(({ path }) => !isTest(plan, path) && !isDocument(path));
  if (own.length === 0 || own.length > most.files) return false;
  const isPlain = ({ path, kind, binary, bytes }: Change): boolean =>
    kind === 'modified' && !binary && bytes <= most.bytes && isCode(path);
  if (!own.every(isPlain)) return false;
  for (const { path } of own)
    if (!doesTheSame(path, decode(await base.read(path)), decode(await tree.read(path)))) return false;
  return true;
}

function doesTheSame(path: string, was: string | null, now: string | null): boolean {
  if (was === null || now === null || directivesIn(was) !== directivesIn(now)) return false;
  const remark = remarkOf(path);
  if (remark !== null) return plain(was, remark) === plain(now, remark);
  return languageOf(path) !== 'other' && sameCodeAs(path, now)(was);
}

/** Of which whole lines alone are taken for comments: a text at the head of a function is read by programs, a mark of comments is one of others too, and types are tested as well. */
const remarks: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:sh|bash|zsh|pyi?|rb)$|(^|\/)Makefile$/, /^\s*#/],
  [/\.(?:[cm]?ts|tsx|vue|svelte)$/, /^\s*(?:\/\/|\/\*|\*)/],
];
const remarkOf = (path: string): RegExp | null => remarks.find(([files]) => files.test(path))?.[1] ?? null;

const plain = (text: string, remark: RegExp): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !remark.test(line))
    .join('\n');

/** Comments that mean something to who runs or builds the file. */
const directivesIn = (text: string): string =>
  (text.match(/^\s*(?:#!|#.*\bcoding[:=]|#\s*frozen_|\/\/\s*(?:go:|\+build|@)|\/\/\/|\/\*+\s*@).*$/gm) ?? []).join(
    '\n',
  );
