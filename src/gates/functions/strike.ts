// A change whose functions end the program when they are called: a test that still passes calls none of them.
import type { Change, GatePlan, Struck } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { diffLines } from '../hunks/diff-lines.ts';
import { isCode, shippedOf } from '../production.ts';
import { decode } from '../sources.ts';
import type { Body } from './bodies-of.ts';
import { type GrammarName, grammarOf } from './grammars.ts';
import { readFunctions } from './read-functions.ts';

type Stroke = {
  readonly says: string;
  /** Lines that no test can feel, beside brackets alone. */
  readonly idle: RegExp;
  /** The head of a plain class, with its name: of a new one no test can feel it but through what stands in it. */
  readonly head?: RegExp;
  /** From here on tests stand. */
  readonly tests?: RegExp;
};

const slashes = /^\s*(?:\/\/|\/\*|\*)/;

/** One that is no other's, and has no annotations in its line. */
const bareClass = /^\s*(?:(?:public|private|protected|internal|static|final|sealed)\s+)*class\s+(\w+)\s*\{?\s*$/;

/** No error, for a test may wait for one. Compilers must not see that what follows is never run. */
const strokes: Partial<Record<GrammarName, Stroke>> = {
  rust: {
    says: ' if true { std::process::exit(97) }',
    idle: new RegExp(`${slashes.source}|^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:use|mod)\\b|^\\s*impl\\b[^;]*\\{\\s*$`),
    tests: /^\s*#\[cfg\(test\)\]/,
  },
  php: {
    says: ' exit(97);',
    idle: /^\s*(?:\/\/|\/\*|\*|#(?!\[)|<\?php\s*$|(?:use|namespace)\b)/,
    head: bareClass,
  },
  java: {
    says: ' if (true) Runtime.getRuntime().halt(97);',
    idle: new RegExp(`${slashes.source}|^\\s*(?:import|package)\\b`),
    head: bareClass,
  },
  'c-sharp': {
    says: ' if (System.DateTime.UtcNow.Ticks > 0) System.Environment.Exit(97);',
    idle: new RegExp(`${slashes.source}|^\\s*(?:using|namespace)\\b`),
    head: bareClass,
  },
};

const mostFiles = 200;
const mostBytes = 1024 * 1024;

export async function strike(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<Struck> {
  const shipped = shippedOf(plan, changes);
  const open = shipped.flatMap((one) => {
    const stroke = strokeOf(one.path);
    const isText = one.kind !== 'deleted' && !one.binary && one.bytes <= mostBytes;
    return stroke !== null && isText ? [{ ...one, stroke }] : [];
  });
  const files = open.slice(0, mostFiles);
  const now = await Promise.all(files.map(async ({ path }) => ({ path, text: (await textOf(tree, path)) ?? '' })));
  const readings = await readFunctions(now, { bodies: true });
  const struck = await Promise.all(
    files.map(async ({ path, from, kind, stroke }, at) => {
      const [reading, text] = [readings[at], now[at]?.text ?? ''];
      if (reading?.kind !== 'read' || reading.brokenAt !== null) return { path, ...untouched };
      const was = kind === 'added' ? '' : ((await textOf(base, from ?? path)) ?? '');
      return { path, ...strikeFile({ was, text }, reading.bodies ?? [], stroke) };
    }),
  );
  return {
    files: struck.filter(({ spans }) => spans.length > 0),
    whole: files.length === shipped.length && struck.every(({ whole }) => whole),
  };
}

const untouched = { text: '', spans: [], whole: false };

const strokeOf = (path: string): Stroke | null => {
  const grammar = isCode(path) ? grammarOf(path) : null;
  return grammar === null ? null : (strokes[grammar] ?? null);
};

const textOf = async (tree: Tree, path: string): Promise<string | null> => decode(await tree.read(path));

/** From 1; where lines were only taken away, those beside them. */
function changedLines(was: string, now: string): readonly number[] {
  return diffLines(was === '' ? [] : was.split('\n'), now.split('\n')).flatMap((edit) =>
    edit.put === 0 ? [edit.now, edit.now + 1] : Array.from({ length: edit.put }, (_, at) => edit.now + at + 1),
  );
}

/** Of each line that says something the innermost function; `whole`: all of them stand in one. */
function strikeFile({ was, text }: { was: string; text: string }, bodies: readonly Body[], stroke: Stroke) {
  const rows = text.split('\n');
  const end = stroke.tests === undefined ? -1 : rows.findIndex((row) => stroke.tests?.test(row));
  const says = (line: number): boolean => {
    const row = rows[line - 1] ?? '';
    return !/^[\s{}()[\];,]*$/.test(row) && !stroke.idle.test(row) && (end < 0 || line <= end);
  };
  const lines = changedLines(was, text).filter(says);
  const around = (line: number): Body | undefined =>
    bodies.findLast(({ first, last }) => first <= line && line <= last);
  const own = [...new Set(lines.flatMap((line) => around(line) ?? []))].sort((one, other) => other.at - one.at);
  const put = own.reduce((all, { at }) => `${all.slice(0, at)}${stroke.says}${all.slice(at)}`, text);
  return {
    text: put,
    spans: own.map(({ first, last }) => [first, last] as const),
    whole: lines.every(
      (line) => around(line) !== undefined || (own.length > 0 && beginsClass(was, rows[line - 1] ?? '', stroke)),
    ),
  };
}

/** Another head of one that stood there can be felt: it can be made, or taken further, where it could not. */
function beginsClass(was: string, row: string, { head }: Stroke): boolean {
  const name = head?.exec(row)?.[1];
  return name !== undefined && !new RegExp(`\\bclass\\s+${name}\\b`).test(was);
}
