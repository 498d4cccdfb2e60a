// Sizes and nesting of what a change wrote, beside what stood there before: only what it made worse fails, or all that it touched where that is wanted.
import type { LimitsWish } from '../../domain/evidence/gate-plan.ts';
import type { Finding } from '../../domain/evidence/verdict.ts';
import { sayFew } from '../../domain/text/counted.ts';
import { readFunctions } from '../functions/read-functions.ts';
import type { Held, ToHold } from '../to-hold.ts';
import { formersOf, type Sized } from './formers.ts';
import { isOver, type MeasuredFile, measureFiles, type Unmeasured } from './measure-files.ts';

/** `read`: how functions are told. */
export async function holdLimits(
  wish: LimitsWish,
  change: ToHold,
  read: typeof readFunctions = readFunctions,
): Promise<Held> {
  const { files, left, unread } = await measureFiles(wish, change, read);
  const found = [
    ...files.flatMap((file) => overlongFile(wish, file)),
    ...overFunctions(wish, files),
    ...files.flatMap(brokenFile),
    ...left.filter(({ known }) => !known).map(({ path, why }) => note(path, null, `is not measured: ${why}`)),
  ];
  return { findings: found, otherwise: sayOtherwise(files, left, unread) };
}

function sayOtherwise(
  files: readonly MeasuredFile[],
  left: readonly Unmeasured[],
  unread: readonly Unmeasured[],
): Held['otherwise'] {
  if (unread.length > 0) return { verdict: 'not_configured', why: `could not be measured: ${sayEach(unread)}` };
  const rest = left.length === 0 ? '' : `; not measured: ${sayEach(left)}`;
  const count = files.filter(({ lines }) => lines.length > 0).length;
  if (count > 0) return { verdict: 'passed', why: `${count} ${count === 1 ? 'file' : 'files'} measured${rest}` };
  const why = left.length === 0 ? 'the change writes no code that ships' : rest.slice(2);
  return { verdict: 'skipped', why };
}

const sayEach = (files: readonly Unmeasured[]): string =>
  sayFew(
    files.map(({ path, why }) => `${path} (${why})`),
    5,
  );

const finding = (file: string, line: number | null, what: string, weight: Finding['weight']): Finding => ({
  gate: 'limits',
  what,
  file,
  line,
  weight,
});
const fail = (file: string, line: number, what: string) => finding(file, line, what, 'fail');
const note = (file: string, line: number | null, what: string) => finding(file, line, what, 'note');

/** Over the limit, and more than it was; `was` null: it was not there. */
const isWorse = ({ absolute }: LimitsWish, now: number, limit: number | undefined, was: number | null): boolean =>
  limit !== undefined && now > limit && (absolute === true || was === null || now > was);

const besides = (was: number | null): string => (was === null ? '' : ` (base: ${was})`);

function overlongFile(wish: LimitsWish, { path, lines, before }: MeasuredFile): readonly Finding[] {
  const was = before?.lines.length ?? null;
  if (!isWorse(wish, lines.length, wish.file, was)) return [];
  return [fail(path, (wish.file ?? 0) + 1, `the file has ${lines.length} lines, limit ${wish.file}${besides(was)}`)];
}

/** Text that did not parse before either is not told again. */
const brokenFile = ({ path, brokenAt, before }: MeasuredFile): readonly Finding[] =>
  brokenAt === null || (before !== null && before.brokenAt !== null)
    ? []
    : [note(path, brokenAt, 'does not parse from here: functions are measured as far as they can be told')];

function overFunctions(wish: LimitsWish, files: readonly MeasuredFile[]): readonly Finding[] {
  const over = (one: Sized): boolean => isOver(wish, one);
  const formers = formersOf(files, over);
  return files.flatMap(({ functions }) => {
    const told = functions.filter(over).filter((one) => !isUntouched(one, formers.get(one)));
    return told
      .filter((one) => one.name !== '' || !told.some((other) => other.name !== '' && holds(other, one)))
      .flatMap((one) => tellFunction(wish, one, formers.get(one) ?? null));
  });
}

const isUntouched = ({ text }: Sized, former: Sized | undefined): boolean =>
  former !== undefined &&
  former.text.length === text.length &&
  former.text.every((line, at) => line.trim() === text[at]?.trim());

const holds = (outer: Sized, inner: Sized): boolean =>
  outer.firstLine <= inner.firstLine && outer.lastLine >= inner.lastLine;

function tellFunction(wish: LimitsWish, one: Sized, former: Sized | null): readonly Finding[] {
  const who = one.name === '' ? 'a function without a name' : `function ${one.name}`;
  const lines = one.text.length;
  const found: Finding[] = [];
  const [long, deep] = [former?.text.length ?? null, former?.depth ?? null];
  if (isWorse(wish, lines, wish.function, long))
    found.push(fail(one.path, one.firstLine, `${who} has ${lines} lines, limit ${wish.function}${besides(long)}`));
  if (isWorse(wish, one.depth, wish.nesting, deep))
    found.push(
      fail(one.path, one.deepestLine, `${who} nests ${one.depth} deep, limit ${wish.nesting}${besides(deep)}`),
    );
  return found;
}
