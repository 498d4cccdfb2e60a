// Projects of a repository that has none at its root: each in a folder of its own, with commands that are run there.
import { isWithin } from '../../domain/place/within.ts';
import { asLine } from '../../domain/text/as-line.ts';
import { sayFew } from '../../domain/text/counted.ts';
import type { Sources } from '../sources.ts';
import type { Detect, Kind } from './kind.ts';

/** Deeper ones are parts of something, or samples. */
const deepest = 3;
const mostFolders = 20;

/** Not the repository's own, or beside it. */
const others =
  /^(?:\.|(?:node_modules|vendor|third_party|(?:test)?fixtures?|testdata|examples?|samples?|docs?|website)$)/;

/** What a project of its own has; a list of requirements alone is none. */
const mark =
  /^(?:package\.json|pyproject\.toml|setup\.py|go\.mod|go\.work|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[^/]+\.(?:sln|slnx|csproj|fsproj))$/;

/** By folder; a project inside of another belongs to that one. */
export async function projectsBelow(sources: Sources, detectors: readonly Detect[]): Promise<readonly Kind[]> {
  const found: Kind[] = [];
  const taken: string[] = [];
  for (const folder of foldersOf(sources.paths)) {
    if (taken.length === mostFolders || taken.some((each) => isWithin(folder, each))) continue;
    const kinds = await Promise.all(detectors.map((detect) => detect(sourcesIn(sources, folder))));
    const here = kinds.filter((kind) => kind !== null);
    if (here.length > 0) taken.push(folder);
    found.push(...here.map((kind) => placedIn(folder, kind)));
  }
  const [first] = found;
  const isOne = first !== undefined && joinable.has(first.kind) && found.every(({ kind }) => kind === first.kind);
  return isOne && found.length > 1 ? [allOf(first.kind, found)] : found;
}

/** Their binaries of tests report by themselves, and the same command tests each. */
const joinable: ReadonlySet<string> = new Set(['go', 'rust']);

/** Modules or packages of one repository that no file joins: none is guessed, for all of them are run, one after another. */
function allOf(kind: string, kinds: readonly Kind[]): Kind {
  const offers = kinds.flatMap((each) => each.offers);
  const joined = [...Map.groupBy(offers, ({ gate }) => gate)].map(([gate, those]) => ({
    gate,
    argv: ['/bin/sh', '-c', oneAfterAnother(those.map(({ argv }) => argv[2] ?? ''))],
    from: sayFew(
      those.map(({ from }) => from),
      3,
    ),
  }));
  return {
    kind,
    offers: joined,
    absences: {},
    setup: kinds.flatMap(({ setup }) => setup),
    folders: kinds.flatMap(({ folders }) => folders),
    manifests: kinds.flatMap(({ manifests }) => manifests),
    tests: kinds.flatMap(({ tests }) => tests),
  };
}

/** Red where one of them is. */
const oneAfterAnother = (lines: readonly string[]): string =>
  ['s=0', ...lines.map((line) => `${inItsFolder(line)} || s=1`), 'exit $s'].join('; ');

/** Says first where it is, for what is printed is seen from there. One that a change removes is none any more: its tests are told as lost, by their names. */
function inItsFolder(line: string): string {
  const [, folder, command = line] = /^cd (\S+|'[^']*') && (.+)$/s.exec(line) ?? [];
  return folder === undefined
    ? `(${command})`
    : `[ ! -d ${folder} ] || (cd ${folder} && echo "# in ${folder}" >&2 && ${command})`;
}

/** A folder stands before what is in it. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) => {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const isOne = mark.test(name) && parts.length > 0 && parts.length <= deepest;
    return isOne && !parts.some((part) => others.test(part)) ? [parts.join('/')] : [];
  });
  return [...new Set(all)].sort();
}

/** As if the folder were all there is. */
export function sourcesIn(sources: Sources, folder: string): Sources {
  const at = (path: string): string => `${folder}/${path}`;
  return {
    paths: sources.paths.filter((path) => path.startsWith(at(''))).map((path) => path.slice(folder.length + 1)),
    has: (path) => sources.has(at(path)),
    first: (...wanted) => wanted.find((path) => sources.has(at(path))) ?? null,
    text: (path) => sources.text(at(path)),
    bytes: (path) => sources.bytes(at(path)),
  };
}

function placedIn(folder: string, kind: Kind): Kind {
  const at = (path: string): string => `${folder}/${path}`;
  const there = (argv: readonly string[]) => ['/bin/sh', '-c', `cd ${asLine([folder])} && ${asLine(argv)}`];
  return {
    ...kind,
    offers: kind.offers.map(({ gate, argv, from }) => ({ gate, argv: there(argv), from: at(from) })),
    setup: kind.setup.map(there),
    folders: kind.folders.map(at),
    manifests: kind.manifests.map(at),
    tests: kind.tests.map(at),
    at: folder,
  };
}

/** What a line for a shell runs, in which folder of the tree; null: it is run where it begins. */
export function lineInFolder(argv: readonly string[]): { readonly folder: string; readonly line: string } | null {
  if (argv[0] !== '/bin/sh' || argv[1] !== '-c' || argv.length !== 3) return null;
  const [, word = '', line = ''] =
    /^\s*cd\s+(?:\.\/)?([\w@%+=:,.-][\w@%+=:,./-]*?)\/*\s*&&\s*(.+)$/s.exec(argv[2] ?? '') ?? [];
  return word === '' || /(?:^|\/)\.\.?(?:\/|$)/.test(word) || /\b(?:cd|pushd)\b/.test(line)
    ? null
    : { folder: word, line };
}
