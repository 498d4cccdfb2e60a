// A change that holds nothing but answers to its own tests: values of theirs given back for values of theirs, or values that nothing else reads.
import { createHash } from 'node:crypto';
import type { Finding } from '../domain/evidence/verdict.ts';
import type { Change, GatePlan } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { diffLines } from './hunks/diff-lines.ts';
import { isTest } from './is-test.ts';
import { isCode, shippedOf } from './production.ts';
import { decode } from './sources.ts';
import { type Language, languageOf, withoutComments } from './tamper/code-text.ts';

const most = { files: 20, bytes: 256 * 1024 };

/** Each needs a person's yes; none where anything else of what ships was changed as well. */
export async function answers(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Finding[]> {
  const shipped = shippedOf(plan, changes);
  const isRead = ({ path, kind, bytes }: Change): boolean =>
    kind !== 'deleted' && bytes <= most.bytes && isCode(path) && languageOf(path) !== 'other';
  if (shipped.length === 0 || shipped.length > most.files || !shipped.every(isRead)) return [];
  const tests = changes.filter(({ path, kind }) => kind !== 'deleted' && isTest(plan, path));
  const said = (await Promise.all(tests.slice(0, most.files).map((each) => editsOf(base, tree, each)))).flatMap(
    ({ edits }) => edits.map(({ put }) => put),
  );
  const asked = askedIn(said.join('\n'));
  const found: Finding[] = [];
  for (const change of shipped) {
    const own = await editsOf(base, tree, change);
    for (const edit of own.edits) {
      const what = answerIn(edit, own.was, asked);
      if (what === null) return [];
      if (what === '') continue;
      const shown = edit.put.trim().split('\n')[0]?.trim().slice(0, 120);
      const key = createHash('sha256').update(`${change.path}\n${edit.put}`).digest('hex');
      const line = { file: change.path, line: edit.line, what: `${what}: ${shown}` };
      found.push({ gate: 'answers', ...line, weight: 'note', needs: 'yes', key });
    }
  }
  return found;
}

/** Without comments; `line`: of the first that came. */
type Edit = { readonly put: string; readonly taken: string; readonly line: number; readonly flat: boolean };

async function editsOf(base: Tree, tree: Tree, { path, from, kind }: Change) {
  const was = kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? '');
  const now = decode(await tree.read(path)) ?? '';
  const [old, own] = [was === '' ? [] : was.split('\n'), now.split('\n')];
  const language = languageOf(path);
  const edits = diffLines(old, own).map((edit): Edit => {
    const rows = own.slice(edit.now, edit.now + edit.put);
    return {
      put: plainOf(rows, language),
      taken: plainOf(old.slice(edit.old, edit.old + edit.taken), language),
      line: edit.now + 1,
      flat: rows.every((row) => !/^\s/.test(row)),
    };
  });
  return { was: withoutComments(was, language), edits };
}

const plainOf = (rows: readonly string[], language: Language): string =>
  withoutComments(rows.join('\n'), language).replace(/^\s*\n/gm, '');

/** What tests brought. */
type Asked = { readonly literals: ReadonlySet<string>; readonly words: ReadonlySet<string> };

function askedIn(text: string): Asked {
  const literals = tokensOf(text).flatMap((each) => (kindOf(each) === 'L' ? [bareOf(each)] : []));
  return { literals: new Set(literals), words: new Set(text.match(word)) };
}

const word = /[\p{L}_$][\w$]*/gu;
const piece =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`|\d[\d_]*(?:\.\d+)?\w*|[=!]==?|=>|->|[<>]=|&&|\|\||[\p{L}_$@][\w$.]*|\S/gu;
const tokensOf = (text: string): readonly string[] => text.match(piece) ?? [];
const bareOf = (literal: string): string => literal.replace(/^["'`]|["'`]$/g, '');

/** One letter each; none for what parts or adorns. */
const letters: Readonly<Record<string, readonly string[]>> = {
  E: ['==', '==='],
  A: ['&&', '||', 'and', 'or'],
  I: ['if', 'elif', 'elsif'],
  R: ['return', 'then', '=>', '->'],
  C: ['case', 'when'],
  Q: ['?'],
  '=': ['='],
  L: ['true', 'false', 'True', 'False', 'null', 'nil', 'None'],
  '': [
    ...'(){};:,',
    'else',
    'end',
    'const',
    'let',
    'var',
    'val',
    'final',
    'static',
    'export',
    'pub',
    'public',
    'readonly',
  ],
};
const letterOf = new Map(Object.entries(letters).flatMap(([letter, all]) => all.map((each) => [each, letter])));
/** Of all else: `L` literal, `N` name, `x` what works with them. */
const kindOf = (each: string): string =>
  letterOf.get(each) ?? (/^["'`\d]/.test(each) ? 'L' : /^[\p{L}_$@]/u.test(each) ? 'N' : 'x');

const one = '(?:NEL|LEN)';
const compared = `${one}(?:A${one})*`;
const given = new RegExp(`^(?:I${compared}RL|RLI${compared}|CLRL)+$`);
const chosen = new RegExp(`^R?${compared}QL`);
/** Whatever comes of it. */
const narrowed = new RegExp(`^I${one}(?:A${one})+(?=R[^IRC]*$)`);
/** Those that stand in all code, and say nothing of a test. */
const usual = new Set(['0', '1', '', 'true', 'false', 'True', 'False', 'null', 'nil', 'None']);

type Shape = { readonly tokens: readonly string[]; readonly kinds: string };

/** By its code alone: what parts or adorns is left out. */
function shapeOf(text: string): Shape {
  const tokens = tokensOf(text).filter((each) => kindOf(each) !== '');
  return { tokens, kinds: tokens.map(kindOf).join('') };
}

/** Null: it is more than that. Empty: it says nothing. */
function answerIn({ put, taken, flat }: Edit, was: string, asked: Asked): string | null {
  const [came, went] = [shapeOf(put), shapeOf(taken)];
  if (came.kinds === '') return went.kinds === '' ? '' : null;
  if (isSpecial(came, went, asked)) return isUsualIn(was) ? null : 'gives back the very value of a test';
  const isNamed = went.kinds === '' && isNewValue(came, { put, flat, was }) && asked.words.has(came.tokens[0] ?? '');
  return isNamed ? 'a value that nothing but a test reads' : null;
}

/** All its values are those of tests; what it asks for and what it gives is none of the usual ones. */
function isSpecial({ tokens, kinds }: Shape, went: Shape, { literals }: Asked): boolean {
  const literalsIn = (head: string) => [...head].flatMap((kind, at) => (kind === 'L' ? [tokens[at] ?? ''] : []));
  const isAsked = (values: readonly string[]) => values.every((each) => usual.has(each) || literals.has(each));
  const narrow = narrowed.exec(kinds)?.[0];
  const wide = chosen.exec(kinds)?.[0] ?? given.exec(kinds)?.[0];
  if (wide !== undefined) {
    const values = literalsIn(wide).map(bareOf);
    const stays = wide === kinds || went.kinds.endsWith(kinds.slice(wide.length));
    return stays && isAsked(values) && values.filter((each) => !usual.has(each)).length > 1;
  }
  const values = literalsIn(narrow ?? '');
  return values.some((each) => !usual.has(each)) && values.every((each) => /^\d/.test(each)) && isAsked(values);
}

function isNewValue(
  { tokens, kinds }: Shape,
  { put, flat, was }: { put: string; flat: boolean; was: string },
): boolean {
  const declares = flat || /^\s*(?:export|const|static|final|pub|public|val)\b/.test(put);
  return declares && /^N{1,2}=L$/.test(kinds) && !new Set(was.match(word)).has(tokens[0] ?? '');
}

/** Where values stand for values already, one more is how things are done there. */
const isUsualIn = (was: string): boolean => new RegExp(`I${compared}R|CLR`).test(shapeOf(was).kinds);
