// Why a test file could not be loaded: the names that its runner missed, and whether the change brings any of them.
import type { MissingWord } from '../domain/evidence/verdict.ts';
import type { Change, GateOutput, GatePlan } from '../ports/gates.ts';
import { isTest } from './is-test.ts';

export type MissingIn = {
  readonly plan: Pick<GatePlan, 'tests'>;
  readonly changes: readonly Change[];
  /** Unified. */
  readonly diff: string;
};

/** By the words of languages and runners: modules, then names in them. */
const said: readonly RegExp[] = [
  // Node, TypeScript and bundlers.
  /Cannot find (?:module|package) ['"]([^'"\n]{1,300})['"]/g,
  /does not provide an export named ['"]([^'"\n]{1,300})['"]/g,
  /Named export '([^'\n]{1,300})' not found/g,
  /Failed to (?:resolve import|load url) "?([^"\s]{1,300})"?/g,
  /has no exported member(?: named)? ['"]([^'"\n]{1,300})['"]/g,
  // Python.
  /No module named '([^'\n]{1,300})'/g,
  /cannot import name '([^'\n]{1,300})'/g,
  // Go.
  /undefined: ([\w.]{1,300})/g,
  /\b(\w{1,300}) undefined \(type /g,
  /no required module provides package ([^\s;]{1,300})/g,
  /package (\S{1,300}) is not in (?:std|GOROOT)/g,
  // Rust.
  /cannot find [\w ,]{1,60} `([^`\n]{1,300})`/g,
  /unresolved imports? `([^`\n]{1,300})`/g,
  /no [\w ]{1,60} named `([^`\n]{1,300})`/g,
  // Java, Kotlin and C#.
  /symbol: +\w+ (\w{1,300})/g,
  /package (\S{1,300}) does not exist/g,
  /error CS\d+: [^\n']{1,60}'([^'\n]{1,300})'/g,
  /does not contain a definition for '([^'\n]{1,300})'/g,
  // Ruby and PHP.
  /cannot load such file -- (\S{1,300})/g,
  /uninitialized constant (\S{1,300})/g,
  /Class "([^"\n]{1,300})" not found/g,
  /Call to undefined (?:function|method) ([^\s(]{1,300})\(/g,
];

/** So much of it is looked at, and so many names are told. */
const most = { text: 1024 * 1024, names: 20 };

/** Without names: nothing that could be read says what was missing. */
export function missingNames({ stdout, stderr, report }: Omit<GateOutput, 'sources'>, change: MissingIn): MissingWord {
  const reports = report === null ? [] : typeof report === 'string' ? [report] : report;
  const text = [stdout, stderr, ...reports].map((each) => plain(each.slice(-most.text))).join('\n');
  const found = said.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const names = [...new Set(found)].slice(0, most.names);
  const came = namesThatCame(change);
  const isNew = (part: string) => came.words.has(part) || came.stems.some((stem) => part.includes(stem));
  return { names, added: names.filter((name) => partsOfName(name).some(isNew)) };
}

/** As reports write it in XML. */
const plain = (text: string): string =>
  text.replaceAll('&apos;', "'").replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#34;', '"');

const endings = /\.(?:[cm]?[jt]sx?|json|py|go|rs|java|kt|rb|php|cs|vue|svelte)$/;
/** A package in its folder, or a name in its module, is known by its last two parts: `@acme/round`, `shop.round`, `Shop::Round`. */
const partsOfName = (name: string): readonly string[] =>
  name
    .replace(endings, '')
    .split(/[^\w$-]+/)
    .filter((part) => part !== '' && part !== 'index')
    .slice(-2);

type Came = {
  readonly words: ReadonlySet<string>;
  /** How new files are called: what is made of one has its name in it (`shop.proto`, `shop_pb2`). */
  readonly stems: readonly string[];
};
const shortestStem = 3;

/** Of files and folders that are new, and of all lines that came, but for those of tests. */
function namesThatCame({ plan, changes, diff }: MissingIn): Came {
  const fresh = changes.filter(({ kind, path }) => (kind === 'added' || kind === 'renamed') && !isTest(plan, path));
  const parts = fresh.flatMap(({ path }) => path.split(/[^\w$-]+/));
  const stems = fresh.map(({ path }) => path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '');
  const lines: string[] = [];
  let ofTest = false;
  for (const line of diff.split('\n')) {
    const path = /^\+\+\+ (?:b\/)?(.+)$/.exec(line)?.[1];
    if (path !== undefined) ofTest = isTest(plan, path);
    else if (line.startsWith('+') && !ofTest) lines.push(line);
  }
  const words = new Set([...parts, ...lines.flatMap((line) => line.match(/[A-Za-z_$][\w$-]*/g) ?? [])]);
  return { words, stems: stems.filter(({ length }) => length >= shortestStem) };
}
