// What is to be checked on a base: configured commands win, detection fills in, what is unclear is not configured.

import { createHash } from 'node:crypto';
import { defined } from '../domain/defined.ts';
import { failed } from '../domain/error.ts';
import { canonical } from '../domain/evidence/canonical.ts';
import type { GateWord, HeldWish, LimitsWish, SeenCoverage, TextRule } from '../domain/evidence/gate-plan.ts';
import type { DefinitionSource, GateName } from '../domain/evidence/verdict.ts';
import { milliseconds } from '../domain/task/settings/freeze.ts';
import { asLine } from '../domain/text/as-line.ts';
import type { GateDefinition, GatePlan, GateSettings } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { lineInFolder, sourcesIn } from './detect/below.ts';
import { detectKinds } from './detect/detect-kinds.ts';
import type { DetectedGate, Kind, Offer } from './detect/kind.ts';
import { recipes } from './detect/make.ts';
import { readMembers } from './detect/node-workspaces.ts';
import { type PackageJson, readPackageJson } from './detect/package-json.ts';
import { pytestRoot } from './detect/pytest-root.ts';
import { shellScripts } from './detect/shell-scripts.ts';
import { followCommands } from './guarded/follow-commands.ts';
import { guardedFiles } from './guarded-files.ts';
import { findRunner } from './runners/find-runner.ts';
import { packagesIn, type Scripts } from './runners/packages-in.ts';
import { tellsAllLines } from './runners/runners.ts';
import { openSources, type Sources } from './sources.ts';
import { splitWords } from './split-words.ts';

const DETECTED: readonly DetectedGate[] = ['build', 'test', 'types', 'lint'];
const MINUTE = 60_000;
const GENERAL_TESTS = ['test/**', 'tests/**', '**/*.{test,spec}.*', '**/test_*.*', '**/*_test.*'];

export async function plan(base: Tree, settings: GateSettings): Promise<GatePlan> {
  const sources = await openSources(base);
  const kinds = await detectKinds(sources);
  const scripts = await scriptsOf(sources);
  const gates = defineGates(settings, kinds, await findersOf(sources, settings, kinds, scripts));
  const setup =
    settings.setup?.map((line) => commandOf(line, 'setup')).filter((argv) => argv.length > 0) ??
    kinds.flatMap((kind) => kind.setup);
  const found = {
    gates: [...gates, ...builtIns(gates)],
    kinds: [...new Set(kinds.map(({ kind }) => kind))],
    setup,
    dependencyFolders: setup.length === 0 ? [] : folders(kinds, settings),
    dependencyKey: await dependencyKey(sources, kinds, setup),
    ...(await guardedBy(sources, gates, settings.tests ?? testsOf(kinds), scripts)),
    fromStart: true as const,
  };
  return { ...found, definitions: hashValue({ ...found, protect: settings.protect, tdd: settings.tdd }) };
}

/** What a command may come to. */
async function scriptsOf(sources: Sources): Promise<Scripts> {
  const manifest = await readPackageJson(sources);
  return {
    ...(manifest === null || manifest === 'broken' ? {} : await scriptsOfMembers(sources, manifest)),
    ...(manifest === null || manifest === 'broken' ? {} : manifest.scripts),
    ...(await recipes(sources)),
    ...(await shellScripts(sources)),
  };
}

const scriptsOfMembers = async (sources: Sources, manifest: PackageJson): Promise<Scripts> =>
  Object.fromEntries(
    (await readMembers(sources, manifest)).flatMap(({ folder, scripts }) =>
      Object.entries(scripts).map(([name, body]) => [`./${folder} ${name}`, body]),
    ),
  );

/** Files that gates read by themselves, and scripts that their commands come to. */
async function guardedBy(
  sources: Sources,
  gates: readonly GateDefinition[],
  tests: readonly string[],
  scripts: Scripts,
): Promise<Pick<GatePlan, 'tests' | 'guarded'>> {
  const followed = await followCommands(sources, { gates, tests }, scripts);
  const places = gates.flatMap(({ argv }) => lineInFolder(argv) ?? packagesIn(argv, scripts) ?? []);
  const there = await Promise.all(places.map((place) => followedInFolder(sources, place, tests)));
  return { tests, guarded: [...new Set([...guardedFiles(sources.paths), ...followed, ...there.flat()])] };
}

/** What a command comes to that is run in a folder. */
async function followedInFolder(
  sources: Sources,
  place: { readonly folder: string; readonly line: string },
  tests: readonly string[],
): Promise<readonly string[]> {
  const [own, top] = [sourcesIn(sources, place.folder), `${place.folder}/`];
  const known = tests.map((glob) => (glob.startsWith(top) ? glob.slice(top.length) : glob));
  const gates = [{ argv: ['/bin/sh', '-c', place.line] }];
  return (await followCommands(own, { gates, tests: known }, await scriptsOf(own))).map((path) => top + path);
}

type Found = ReturnType<typeof findRunner> & { readonly at?: string };
type Finder = (argv: readonly string[]) => Found;

/** Which runner a command comes to; in a folder of the tree by what stands there, and from where it sees its files. */
async function findersOf(
  sources: Sources,
  { gates }: GateSettings,
  kinds: readonly Kind[],
  scripts: Scripts,
): Promise<Finder> {
  const written = Object.values(gates).flatMap((word) => {
    const line = typeof word === 'string' ? word : word !== false && 'run' in word ? word.run : '';
    return lineInFolder(['/bin/sh', '-c', line])?.folder ?? [];
  });
  const folders = [...new Set([...written, ...kinds.flatMap(({ at }) => at ?? [])])];
  const there = new Map(
    await Promise.all(
      folders.map(async (folder) => {
        const own = { scripts: await scriptsOf(sourcesIn(sources, folder)), root: await pytestRoot(sources, folder) };
        return [folder, own] as const;
      }),
    ),
  );
  return (argv) => {
    const place = lineInFolder(argv);
    if (place === null) return findRunner(argv, scripts);
    const own = there.get(place.folder);
    const found = findRunner(['/bin/sh', '-c', place.line], own?.scripts ?? {});
    const at = found.runner?.report.relative === 'configuration' ? (own?.root ?? '') : place.folder;
    return at === '' ? found : { ...found, at };
  };
}

function defineGates(settings: GateSettings, kinds: readonly Kind[], find: Finder): GateDefinition[] {
  const configured = Object.keys(settings.gates)
    .filter((gate) => !DETECTED.includes(gate as DetectedGate))
    .sort();
  const usual = DETECTED.map((gate) =>
    settings.gates[gate] === undefined ? detected(gate, kinds, find) : byWord(gate, settings, find),
  );
  const test = usual.find(({ gate }) => gate === 'test');
  return [...usual, ...configured.map((gate) => seenCoverage(gate, settings, test) ?? byWord(gate, settings, find))];
}

/** The tests once more, with their lines told. Null: a command writes a report, or it is another gate. */
function seenCoverage(
  gate: GateName,
  { gates, sources }: GateSettings,
  test: GateDefinition | undefined,
): GateDefinition | null {
  const word = gates[gate];
  if (gate !== 'coverage' || typeof word !== 'object' || Array.isArray(word) || 'run' in word) return null;
  const { timeout, min, core } = word as SeenCoverage;
  const source = sources[gate] ?? 'base';
  if (test === undefined || test.absent !== null)
    return absent(gate, source, 'not_configured', 'no command runs the tests, so nobody can see their lines');
  if (!tellsAllLines(test))
    return absent(gate, source, 'not_configured', `${untellable(test)}; name a command with its \`report\``);
  return {
    ...test,
    gate,
    source,
    coverage: { ...defined({ min }), ...(core && { core }) },
    deadlineMs: milliseconds(timeout ?? '') ?? test.deadlineMs,
  };
}

const untellable = ({ runner }: GateDefinition): string =>
  runner === null ? 'nobody knows what runs the tests' : `nobody can see the lines that ${runner} runs`;

function byWord(gate: GateName, settings: GateSettings, find: Finder): GateDefinition {
  const source = settings.sources[gate] ?? 'base';
  const word = settings.gates[gate] || { run: '' };
  const holds = heldBy(word);
  if (holds !== null) return { ...builtIn(gate, MINUTE), source, holds };
  const { run, timeout, report, min, core } = typeof word === 'string' ? { run: word } : (word as RunWord);
  const argv = commandOf(run, gate);
  if (argv.length === 0) return switchedOff(gate, source);
  const definition = define(gate, source, argv, find);
  const coverage = report === undefined ? {} : { coverage: { report, ...defined({ min }), ...(core && { core }) } };
  return { ...definition, deadlineMs: milliseconds(timeout ?? '') ?? definition.deadlineMs, ...coverage };
}

type RunWord = Extract<GateWord, { readonly run: string }>;

/** Null: a program runs. */
function heldBy(word: GateWord): HeldWish | null {
  if (typeof word !== 'object' || 'run' in word) return null;
  return isRules(word) ? { kind: 'text', rules: word } : { kind: 'limits', ...(word as LimitsWish) };
}

const isRules = (word: LimitsWish | SeenCoverage | readonly TextRule[]): word is readonly TextRule[] =>
  Array.isArray(word);

/** Not a pass: what nobody checked is said as such, with who wanted it so. */
function switchedOff(gate: GateName, source: DefinitionSource): GateDefinition {
  const why =
    source === 'person'
      ? `not configured by you: gates.${gate} is off`
      : `not configured: .drover.yaml of the base says that gates.${gate} is off`;
  const { absent: told, ...rest } = absent(gate, source, 'not_configured', why);
  return { ...rest, absent: told && { ...told, chosen: true } };
}

function detected(gate: DetectedGate, kinds: readonly Kind[], find: Finder): GateDefinition {
  const own = kinds.filter(({ kind }) => kind !== 'make');
  const clear = offersOf(gate, own);
  const offers = clear.length > 0 ? clear : offersOf(gate, kinds);
  const [only] = offers;
  // What proves the work is never guessed: with two kinds of project the tests of one are not those of the other.
  const mixed = gate === 'test' && own.length > 1 && only !== undefined;
  if (offers.length > 1 || mixed) return unclear(gate, mixed ? own : kinds, offers);
  return only === undefined ? nothing(gate, kinds) : define(gate, 'detected', only.argv, find);
}

const offersOf = (gate: DetectedGate, kinds: readonly Kind[]): Offer[] =>
  kinds.flatMap(({ offers }) => offers.filter((offer) => offer.gate === gate));

function unclear(gate: DetectedGate, kinds: readonly Kind[], offers: readonly Offer[]): GateDefinition {
  const each = kinds.flatMap(({ kind, offers: all, absences }) => {
    const found = all.filter((offer) => offer.gate === gate).map(({ argv, from }) => `\`${asLine(argv)}\` (${from})`);
    return found.length > 0 ? found : absences[gate] === undefined ? [] : [`${kind}: ${absences[gate]}`];
  });
  const why = `more than one kind of project: ${each.join(', ')}; say which with gates.${gate}`;
  const { absent: told, ...rest } = absent(gate, 'detected', 'not_configured', why);
  return { ...rest, absent: told && { ...told, offers: offers.map(({ argv }) => asLine(argv)) } };
}

function nothing(gate: DetectedGate, kinds: readonly Kind[]): GateDefinition {
  const reasons = kinds.flatMap(({ absences }) => absences[gate] ?? []);
  const why =
    reasons.length > 0
      ? reasons.join('; ')
      : kinds.length === 0
        ? 'no known kind of project was found'
        : `nothing that ${verb[gate]} was found`;
  const required = gate === 'test' || (kinds.length === 0 && gate !== 'types');
  return absent(
    gate,
    'detected',
    required ? 'not_configured' : 'skipped',
    required ? `${why}; name a command with gates.${gate}` : why,
  );
}

const verb: Record<DetectedGate, string> = {
  build: 'builds it',
  test: 'tests it',
  types: 'checks types',
  lint: 'lints it',
};

function define(gate: GateName, source: DefinitionSource, argv: readonly string[], find: Finder): GateDefinition {
  const counts = gate !== 'build' && gate !== 'types' && gate !== 'lint';
  const { runner, reach, at } = counts ? find(argv) : { runner: null, reach: undefined };
  const known = runner === null ? {} : { ...(reach && { reach }), ...defined({ at }) };
  return {
    gate,
    source,
    argv,
    runner: runner?.name ?? null,
    ...known,
    deadlineMs: (gate === 'test' ? 20 : 15) * MINUTE,
    absent: null,
  };
}

function absent(
  gate: GateName,
  source: DefinitionSource,
  verdict: 'skipped' | 'not_configured',
  why: string,
): GateDefinition {
  return { gate, source, argv: [], runner: null, deadlineMs: MINUTE, absent: { verdict, why } };
}

/** What a person or the base wrote for a shell goes to one, whole and unchanged. */
export function commandOf(line: string, what: string): readonly string[] {
  const read = splitWords(line.trim());
  if (read.kind === 'broken')
    throw failed('CONFIG_INVALID', `The command of ${what} cannot be read: ${read.why}.`, { gate: what, line });
  return read.kind === 'shell' ? ['/bin/sh', '-c', read.line] : read.words;
}

function folders(kinds: readonly Kind[], settings: GateSettings): readonly string[] {
  const usual: Readonly<Record<string, string>> = { node: 'node_modules', python: '.venv', php: 'vendor' };
  return kinds.flatMap(({ kind, folders: own, at }) => {
    if (settings.setup === null || own.length > 0) return own;
    const folder = usual[kind];
    return folder === undefined ? [] : [at === undefined ? folder : `${at}/${folder}`];
  });
}

async function dependencyKey(sources: Sources, kinds: readonly Kind[], setup: GatePlan['setup']): Promise<string> {
  const paths = [...new Set(kinds.flatMap(({ manifests }) => manifests))].sort();
  const files = await Promise.all(
    paths.map(async (path) => [path, hashBytes((await sources.bytes(path)) ?? new Uint8Array())]),
  );
  return hashValue({ setup, files });
}

const testsOf = (kinds: readonly Kind[]): readonly string[] =>
  kinds.length === 0 ? GENERAL_TESTS : [...new Set(kinds.flatMap(({ tests }) => tests))];

// Gates that need no command of the repository.

/** `red-first` needs something that runs tests; the others always apply. */
function builtIns(gates: readonly GateDefinition[]): readonly GateDefinition[] {
  const test = gates.find(({ gate }) => gate === 'test');
  const runnable = test !== undefined && test.absent === null;
  const why = 'red cannot be proven: no command runs the tests';
  return [
    {
      ...builtIn('red-first', 20 * MINUTE),
      runner: test?.runner ?? null,
      absent: runnable ? null : { verdict: 'not_configured', why },
    },
    builtIn('tamper', MINUTE),
    builtIn('secrets', MINUTE),
    builtIn('hooks', 10 * MINUTE),
  ];
}

const builtIn = (gate: string, deadlineMs: number): GateDefinition => ({
  gate,
  source: 'built-in',
  argv: [],
  runner: null,
  deadlineMs,
  absent: null,
});

// SHA-256 of a value, whatever the order of its keys.

/** Hex. */
const hashValue = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');
const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
