// What V8 itself writes down of a process of Node at its end: of one that a test started, in whatever environment.
import { fileURLToPath } from 'node:url';
import { isObject, parseObject } from '../detect/package-json.ts';
import type { Script } from './places.ts';
import type { Trace } from './read-trace.ts';

/** `sources`: of files that are followed, by their paths in the checkout; what such a process loads, it loads as it stands there. null: this is no such record. */
export function readCounts(text: string, sources: ReadonlyMap<string, string>): Trace | null {
  const told = parseObject(text);
  const result = told?.result;
  if (!Array.isArray(result)) return null;
  // It ran these as something else made of them; of that text the lengths of its lines are kept, and where each piece comes from.
  const made = isObject(told?.['source-map-cache']) ? told['source-map-cache'] : {};
  const scripts = new Map<string, Script>();
  const ran: [string, number[][]][] = [];
  for (const each of result) {
    if (!isObject(each) || typeof each.url !== 'string' || !Array.isArray(each.functions)) continue;
    const file = fileOf(each.url, sources);
    if (file === null) continue;
    const id = String(scripts.size);
    const asItStands: Script = { file, text: sources.get(file) ?? '', map: null };
    scripts.set(id, Object.hasOwn(made, each.url) ? madeOf(file, made[each.url]) : asItStands);
    ran.push([id, each.functions.filter(isObject).map(countsOf)]);
  }
  const event = { k: 'window', at: 'load', tests: [], ran, lines: [], others: [] } as const;
  return { of: null, scripts, events: [event], counts: true, ended: true };
}

/** In the place of a text that nobody kept letters stand, as many. */
function madeOf(file: string, told: unknown): Script {
  const { lineLengths, data } = isObject(told) ? told : {};
  const lengths = Array.isArray(lineLengths)
    ? lineLengths.filter((each) => Number.isSafeInteger(each) && each >= 0)
    : [];
  const isKnown = isObject(data) && lengths.reduce((sum, each) => sum + each, lengths.length) <= longest;
  if (!isKnown) return { file, text: '', map: null };
  return { file, text: lengths.map((each) => 'x'.repeat(each)).join('\n'), map: JSON.stringify(data) };
}

const longest = 4 * 1024 * 1024;

function fileOf(url: string, sources: ReadonlyMap<string, string>): string | null {
  if (!url.startsWith('file://')) return null;
  try {
    const path = fileURLToPath(url);
    return [...sources.keys()].find((each) => path.endsWith(`/${each}`)) ?? null;
  } catch {
    return null;
  }
}

/** Those of processes that said whose they are belong to them. */
export function joinCounts(traces: readonly NamedTrace[]): readonly Trace[] {
  const counted = traces.filter(({ name }) => isCounts(name));
  const pidOf = (name: string): string => /\d+/.exec(name)?.[0] ?? '';
  const said = traces.filter(({ name }) => !isCounts(name));
  const owners = new Map(said.map(({ name, trace }) => [pidOf(name), trace]));
  const found = new Set(counted.map(({ name }) => pidOf(name)));
  return [
    ...counted.map(({ name, trace }) => ({ ...trace, of: owners.get(pidOf(name))?.of ?? null })),
    ...said.filter(({ name, trace }) => !trace.counts || !found.has(pidOf(name))).map(({ trace }) => trace),
  ];
}

export type NamedTrace = { readonly name: string; readonly trace: Trace };

export const isCounts = (name: string): boolean => name.endsWith('.json');

const countsOf = ({ ranges }: Record<string, unknown>): number[] =>
  (Array.isArray(ranges) ? ranges.filter(isObject) : []).flatMap(({ startOffset, endOffset, count }) =>
    [startOffset, endOffset, count].map(Number),
  );
