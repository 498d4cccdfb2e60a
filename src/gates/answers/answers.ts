// A change that holds nothing but answers to its own tests: values of theirs given back for values of theirs, or values that nothing else reads.
import { createHash } from 'node:crypto';
import type { Finding } from '../../domain/evidence/verdict.ts';
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { diffLines } from '../hunks/diff-lines.ts';
import { isTest } from '../is-test.ts';
import { isCode, shippedOf } from '../production.ts';
import { decode } from '../sources.ts';
import { type Language, languageOf, withoutComments } from '../tamper/code-text.ts';
import { tableIn } from './table.ts';
import {
  type Asked,
  askedIn,
  bareOf,
  compared,
  isAsked,
  isUsual,
  one,
  type PlainEdit,
  type Shape,
  shapeOf,
  word,
} from './tokens.ts';

const most = { files: 20, bytes: 256 * 1024 };

/** None where anything else of what ships was changed as well. */
export async function answers(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Finding[]> {
  const shipped = shippedOf(plan, changes);
  if (shipped.length === 0 || shipped.length > most.files || !shipped.every(isRead)) return [];
  const tests = changes.filter(({ path, kind }) => kind !== 'deleted' && isTest(plan, path));
  const brought = await Promise.all(tests.slice(0, most.files).map((each) => editsOf(base, tree, each)));
  const asked = askedIn(brought.flatMap((edits) => edits.map(({ put }) => put)).join('\n'));
  const edits = (await Promise.all(shipped.map((each) => editsOf(base, tree, each)))).flat();
  return edits.some(({ file }) => isData(file))
    ? inTable(edits, asked)
    : (inLines(edits, asked) ?? inTable(edits, asked));
}

const isData = (path: string): boolean => path.endsWith('.json');
const isRead = ({ path, kind, bytes }: Change): boolean =>
  kind !== 'deleted' && bytes <= most.bytes && (isData(path) || (isCode(path) && languageOf(path) !== 'other'));

/** Each needs a person's yes. Null: there is more than that. */
function inLines(edits: readonly FileEdit[], asked: Asked): readonly Finding[] | null {
  const found = edits.map((edit) => ({ edit, what: answerIn(edit, asked) }));
  if (found.some(({ what }) => what === null)) return null;
  return found.flatMap(({ edit, what }) => (what ? [asking(edit, what)] : []));
}

/** In the place of what was worked out it needs a person's yes; as something new it is told. */
function inTable(edits: readonly FileEdit[], asked: Asked): readonly Finding[] {
  const table = tableIn(edits, asked);
  if (table === null || edits.some(({ was }) => isUsualIn(was))) return [];
  if (table.instead) return [asking(table.at, givesBack)];
  return [findingOf(table.at, 'a table of nothing but values of its tests, and no other value was tried')];
}

const givesBack = 'gives back the very value of a test';

const asking = (edit: FileEdit, what: string): Finding => ({
  ...findingOf(edit, what),
  needs: 'yes',
  key: createHash('sha256').update(`${edit.file}\n${edit.put}`).digest('hex'),
});

function findingOf({ file, line, put }: FileEdit, what: string): Finding {
  const shown = put.trim().split('\n')[0]?.trim().slice(0, 120);
  return { gate: 'answers', file, line, what: `${what}: ${shown}`, weight: 'note' };
}

/** `was`: the whole file. */
type FileEdit = PlainEdit & { readonly file: string; readonly was: string };

async function editsOf(base: Tree, tree: Tree, { path, from, kind }: Change): Promise<readonly FileEdit[]> {
  const was = kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? '');
  const now = decode(await tree.read(path)) ?? '';
  const [old, own] = [was === '' ? [] : was.split('\n'), now.split('\n')];
  const language = languageOf(path);
  return diffLines(old, own).map((edit) => {
    const rows = own.slice(edit.now, edit.now + edit.put);
    return {
      put: plainOf(rows, language),
      taken: plainOf(old.slice(edit.old, edit.old + edit.taken), language),
      file: path,
      line: edit.now + 1,
      was: withoutComments(was, language),
      flat: rows.every((row) => !/^\s/.test(row)),
    };
  });
}

const plainOf = (rows: readonly string[], language: Language): string =>
  withoutComments(rows.join('\n'), language).replace(/^\s*\n/gm, '');

const given = new RegExp(`^(?:I${compared}RL|RLI${compared}|CL+RL)+$`);
const chosen = new RegExp(`^R?${compared}QL`);
/** Whatever comes of it. */
const narrowed = new RegExp(`^I${one}(?:A${one})+(?=R[^IRC]*$)`);

/** Null: it is more than that. Empty: it says nothing. */
function answerIn({ put, taken, flat, was }: FileEdit, asked: Asked): string | null {
  const [came, went] = [shapeOf(unfolded(put)), shapeOf(taken)];
  if (came.kinds === '') return went.kinds === '' ? '' : null;
  if (isSpecial(came, went, asked)) return isUsualIn(was) ? null : givesBack;
  const isNamed = went.kinds === '' && isNewValue(came, { put, flat, was }) && asked.words.has(came.tokens[0] ?? '');
  return isNamed ? 'a value that nothing but a test reads' : null;
}

/** All its values are those of tests; what it asks for and what it gives is none of the usual ones. */
function isSpecial({ tokens, kinds }: Shape, went: Shape, asked: Asked): boolean {
  const literalsIn = (head: string) => [...head].flatMap((kind, at) => (kind === 'L' ? [tokens[at] ?? ''] : []));
  const areAsked = (values: readonly string[]) => values.every((each) => isAsked(each, asked));
  const narrow = narrowed.exec(kinds)?.[0];
  const wide = chosen.exec(kinds)?.[0] ?? given.exec(kinds)?.[0];
  if (wide !== undefined) {
    const values = literalsIn(wide).map(bareOf);
    const stays = wide === kinds || went.kinds.endsWith(kinds.slice(wide.length));
    return stays && areAsked(values) && values.filter((each) => !isUsual(each)).length > 1;
  }
  const values = literalsIn(narrow ?? '');
  return values.some((each) => !isUsual(each)) && values.every((each) => /^\d/.test(each)) && areAsked(values);
}

const member =
  /(?:new\s+Set\(\s*)?\[([^[\]\n]*)\]\s*\)?\s*\.\s*(?:includes|has|include\?|contains)\s*\(\s*([\w$.]+)\s*\)/g;
const memberAfter = /([\w.]+)\s+in\s+[[({]([^[\](){}\n]*)[\])}]/g;

/** One of several is each of them; what only opens a choice is left out. */
function unfolded(text: string): string {
  const each = (values: string, name: string): string =>
    values
      .split(',')
      .flatMap((value) => (value.trim() === '' ? [] : [`${name} == ${value.trim()}`]))
      .join(' || ');
  return text
    .replace(member, (_, values: string, name: string) => each(values, name))
    .replace(memberAfter, (_, name: string, values: string) => each(values, name))
    .replace(/\bswitch\b[^{}\n]*\{|^\s*match\b.*:$/gm, '');
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
