// What a stretch of a run touched of a change.
import type { ChangedLines } from './changed-lines.ts';
import { isCountable, isDeclaration, type LanguageOfLines } from './countable.ts';
import { type Place, placesOf, type Script } from './places.ts';
import { ranLines } from './ran-lines.ts';
import type { Stretch, Trace } from './read-trace.ts';

/** A file of production code, as it is with the change. */
export type ChangedFile = { readonly path: string; readonly source: string; readonly changed: ChangedLines };

export type Change = {
  readonly files: readonly ChangedFile[];
  readonly language: LanguageOfLines;
  /** A path of production code; null: nobody wrote it, it was built. */
  readonly isProduction: (path: string) => boolean | null;
};

export type Hits = {
  /** Changed lines by file. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
  /** Some function of production code was called. */
  readonly any: boolean;
  /** Something ran that nobody can follow. */
  readonly blind: boolean;
};

type Looked = {
  readonly rows: readonly string[];
  readonly lines: ReadonlySet<number>;
  readonly source: string;
  readonly language: LanguageOfLines;
};
type Places = ReadonlyMap<number, readonly Place[]> | null;

/** Lines that count, by file; those around a gap stand for what was taken away there. */
export function wantedLines({ files, language }: Pick<Change, 'files' | 'language'>): ReadonlyMap<string, Looked> {
  return new Map(
    files.map(({ path, source, changed: { written, gaps } }) => {
      const rows = source.split('\n');
      const near = [...written, ...gaps, ...gaps.map((gap) => gap + 1)];
      const lines = near.filter((line) => isCountable(rows[line - 1] ?? '', language));
      return [path, { rows, lines: new Set(lines), source, language }];
    }),
  );
}

export type Follower = {
  readonly hits: (trace: Trace, stretch: Stretch) => Hits;
  /** True where every changed line could be read and none of them can be run, as with types alone. */
  readonly runsNothing: () => boolean;
};

export function followChange({ files, language, isProduction }: Change): Follower {
  const wanted = wantedLines({ files, language });
  const placesIn = rememberPlaces(wanted);
  return {
    hits: ({ scripts }, { ran, lines, others }) => {
      const scripted = ran.map(([id, functions]) => {
        const script = scripts.get(id);
        const places = script === undefined ? null : placesIn.of(script);
        if (script === undefined || places === null) return { ...untouched, blind: true };
        const { called, loaded, any } = ranLines(script.text, functions, places);
        return touched(wanted, script.file, any, called, loaded);
      });
      const told = lines.map(({ file, called, loaded }) => touched(wanted, file, called.length > 0, called, loaded));
      const besides = others.map((path) => {
        const is = isProduction(path);
        return { ...untouched, any: is === true, blind: is === null };
      });
      return [...scripted, ...told, ...besides].reduce(joinHits, untouched);
    },
    runsNothing: placesIn.areEmpty,
  };
}

export const untouched: Hits = { lines: new Map(), any: false, blind: false };

/** Either as it is where the other adds nothing. */
export function joinHits(one: Hits, other: Hits): Hits {
  if (isWithin(other, one)) return one;
  if (isWithin(one, other)) return other;
  const lines = new Map(one.lines);
  for (const [file, own] of other.lines) lines.set(file, new Set([...(lines.get(file) ?? []), ...own]));
  return { lines, any: one.any || other.any, blind: one.blind || other.blind };
}

const isWithin = (one: Hits, other: Hits): boolean =>
  (other.any || !one.any) &&
  (other.blind || !one.blind) &&
  [...one.lines].every(([file, lines]) => [...lines].every((line) => other.lines.get(file)?.has(line) === true));

function touched(
  wanted: ReadonlyMap<string, Looked>,
  file: string,
  any: boolean,
  called: Iterable<number>,
  loaded: Iterable<number>,
): Hits {
  const of = wanted.get(file);
  if (of === undefined) return { ...untouched, any };
  const said = [...loaded].filter((line) => !isDeclaration(of.rows[line - 1] ?? '', of.language));
  const own = [...called, ...said].filter((line) => of.lines.has(line));
  return { lines: own.length === 0 ? new Map() : new Map([[file, new Set(own)]]), any, blind: false };
}

/** Of each script once. */
function rememberPlaces(wanted: ReadonlyMap<string, Looked>) {
  const known = new Map<Script, Places>();
  const seen = new Set<string>();
  const of = (script: Script): Places => {
    const there = known.get(script);
    if (there !== undefined) return there;
    const own = wanted.get(script.file);
    const places = own === undefined ? new Map<number, readonly Place[]>() : placesOf(script, own.source, own.lines);
    known.set(script, places);
    seen.add(script.file);
    return places;
  };
  const areEmpty = (): boolean =>
    [...wanted].some(([, { lines }]) => lines.size > 0) &&
    [...wanted.keys()].every((file) => seen.has(file)) &&
    [...known.values()].every((each) => each !== null && each.size === 0);
  return { of, areEmpty };
}
