// The files of a change that limits are about, as they are and as they were; what cannot be measured is told with its reason.
import type { LimitsWish } from '../../domain/evidence/gate-plan.ts';
import type { Change } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import type { FunctionSpan } from '../functions/functions-of.ts';
import type { FileReading, readFunctions } from '../functions/read-functions.ts';
import { isCode, shippedOf } from '../production.ts';
import { decode } from '../sources.ts';
import type { ToHold } from '../to-hold.ts';
import type { Sized } from './formers.ts';

type Side = {
  readonly lines: readonly string[];
  readonly functions: readonly Sized[];
  readonly brokenAt: number | null;
};
export type MeasuredFile = Side & {
  readonly path: string;
  /** null: it was not there. */
  readonly before: Side | null;
};
/** `known`: nobody is surprised, and it is said once. */
export type Unmeasured = { readonly path: string; readonly why: string; readonly known?: true };

/** `left`: what limits are not about; `unread`: what should have been measured. What is gone stands in `files` with what it was, and no lines. */
export type Measured = {
  readonly files: readonly MeasuredFile[];
  readonly left: readonly Unmeasured[];
  readonly unread: readonly Unmeasured[];
};

/** `taken`: lines that it lost. */
type Text = {
  readonly path: string;
  readonly now: string | null;
  readonly was: string | null;
  readonly taken: number;
};

/** A file of more bytes is not read. */
const mostBytes = 4 * 1024 * 1024;

export async function measureFiles(
  wish: LimitsWish,
  { plan, base, tree, changes }: ToHold,
  read: typeof readFunctions,
): Promise<Measured> {
  const [left, unread]: [Unmeasured[], Unmeasured[]] = [[], []];
  const texts: Text[] = [];
  for (const change of shippedOf(plan, changes).filter(({ path }) => isCode(path))) {
    const why = change.binary ? 'binary' : change.bytes > mostBytes ? 'larger than is read' : null;
    if (why === null) texts.push(await textsOf(base, tree, change));
    else if (change.kind !== 'deleted') left.push({ path: change.path, why });
  }
  const about = texts.filter((text) => {
    const why = notWritten(text);
    if (why !== null && text.now !== null) left.push({ path: text.path, why });
    return why === null;
  });
  const wants = wish.function !== undefined || wish.nesting !== undefined;
  const readings = wants ? await readBoth(wish, about, read) : about.map(() => ({ now: nothing, was: nothing }));
  const files: MeasuredFile[] = [];
  for (const [at, text] of about.entries()) {
    const { now, was } = readings[at] ?? { now: nothing, was: nothing };
    const gap = text.now === null ? null : gapOf(text.path, now, was);
    if (gap !== null) (gap.grave ? unread : left).push({ path: text.path, ...gap.told });
    if (gap !== null && wish.file === undefined) continue;
    files.push({
      path: text.path,
      ...sideOf(text.path, text.now ?? '', now),
      before: text.was === null ? null : sideOf(text.path, text.was, was),
    });
  }
  return { files, left, unread };
}

async function textsOf(base: Tree, tree: Tree, { path, from, kind, removed }: Change): Promise<Text> {
  const now = kind === 'deleted' ? null : decode(await tree.read(path));
  return {
    path,
    now,
    taken: kind === 'deleted' ? Number.POSITIVE_INFINITY : removed,
    was: kind === 'added' ? null : decode(await base.read(from ?? path)),
  };
}

const nothing: FileReading = { kind: 'read', functions: [], brokenAt: null };

/** What stood there before is read where something is over a limit, or does not parse; and then where so much was taken away that it may have come from there. */
async function readBoth(wish: LimitsWish, texts: readonly Text[], read: typeof readFunctions) {
  const now = await read(texts.map((text) => ({ path: text.path, text: text.now ?? '' })));
  const isTold = now.map(
    (each) => each.kind === 'read' && (each.brokenAt !== null || each.functions.some((one) => isOver(wish, one))),
  );
  const compared = isTold.includes(true)
    ? texts.flatMap(({ was, taken }, at) => (was !== null && (isTold[at] || taken >= aFunction) ? [at] : []))
    : [];
  const before = await read(compared.map((at) => ({ path: texts[at]?.path ?? '', text: texts[at]?.was ?? '' })));
  const was = new Map(compared.map((at, index) => [at, before[index]]));
  return texts.map((_, at) => ({ now: now[at] ?? nothing, was: was.get(at) ?? nothing }));
}

/** So many lines that were taken away may have been one that is elsewhere now. */
const aFunction = 10;

/** Of its length or its depth. */
export const isOver = (
  { function: most = Number.POSITIVE_INFINITY, nesting = Number.POSITIVE_INFINITY }: LimitsWish,
  { firstLine, lastLine, depth }: FunctionSpan,
): boolean => lastLine - firstLine + 1 > most || depth > nesting;

type Gap = { readonly told: Omit<Unmeasured, 'path'>; readonly grave: boolean };

/** `grave`: its language is known, and it should have been read. */
function gapOf(path: string, ...readings: readonly FileReading[]): Gap | null {
  const unread = readings.find(({ kind }) => kind === 'unread');
  if (unread?.kind === 'unread') return { told: { why: unread.why }, grave: true };
  if (readings.some(({ kind }) => kind === 'large')) return { told: { why: 'larger than is parsed' }, grave: false };
  if (readings.every(({ kind }) => kind === 'read')) return null;
  return { told: { why: `no grammar for ${/\.\w+$/.exec(path)?.[0] ?? 'it'}`, known: true }, grave: false };
}

function sideOf(path: string, text: string, reading: FileReading): Side {
  const lines = linesOf(text);
  if (reading.kind !== 'read') return { lines, functions: [], brokenAt: null };
  const { functions, brokenAt } = reading;
  const sized = functions.map((one) => ({ ...one, path, text: lines.slice(one.firstLine - 1, one.lastLine) }));
  return { lines, functions: sized, brokenAt };
}

/** The end of the last line begins none. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** What nobody wrote by hand, and did not either before: a mark that comes with the change excuses nothing that was there. Null: somebody did. */
function notWritten({ now, was }: Text): string | null {
  const both = [now, was].filter((text) => text !== null);
  if (both.every(saysGenerated)) return 'it says that it is generated';
  return both.every(isMinified) ? 'minified' : null;
}

const saysGenerated = (text: string): boolean =>
  /@generated\b|\bcode generated\b.*\bdo not edit\b|<auto-?generated\b/i.test(text.slice(0, 1000));

const isMinified = (text: string): boolean => {
  const lines = linesOf(text);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return longest > 5000 || (text.length > 20_000 && text.length / lines.length > 400);
};
