// The law of rooms: who may import whom, held as an allow-list over the imports of every source file; how full a folder may be; and that each room says what belongs there.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { ownKits } from '../src/agents/registry.ts';

const root = join(import.meta.dirname, '..');

type Import = {
  readonly file: string;
  /** A path inside the repository, or a builtin's or package's name. */
  readonly target: string;
  readonly types: boolean;
  readonly lazy: boolean;
};

const adapter = ['domain', 'ports', 'disk'];
/** Beside a room's own files it may import these rooms, or single files of them. */
const law: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  ports: ['domain'],
  disk: ['ports', 'domain/place/within'],
  contract: ['domain'],
  engine: ['domain', 'ports'],
  effects: ['domain', 'ports'],
  commands: ['domain', 'ports', 'contract'],
  agents: adapter,
  keeper: [...adapter, 'contract/keeper'],
  gates: adapter,
  lookups: adapter,
  sandbox: adapter,
  environments: adapter,
  git: adapter,
  forges: adapter,
  channels: adapter,
  config: adapter,
  store: adapter,
  queue: adapter,
  registries: adapter,
  surfaces: ['contract'],
  // Which agents there are, how a process fares, and what a proof looks like, is known to their rooms alone, and asked for where no daemon is.
  local: [
    'contract',
    'ports',
    // A session folder is read where its person stands; agents write into it.
    'disk',
    'domain/bundle',
    'domain/flow',
    'domain/error',
    'domain/defined',
    'domain/place/within',
    // A proof is run again where no daemon is.
    'daemon/rerun',
    'agents/find-installed',
    'agents/footprints',
    'agents/tools-list',
    'keeper/process/find-stopped',
    'keeper/process/processes',
  ],
};
const free = ['daemon'];
/** Rooms that know no computer: neither builtins nor packages. */
const pure = ['domain', 'ports'];
/** A parser of text that knows no computer either, each in one file (docs/adr/0030, 0046). */
const parsers: Readonly<Record<string, string>> = {
  'src/domain/plan/markdown.ts': 'markdown-it',
  'src/domain/flow/condition.ts': 'acorn',
};
/** The one door from a surface into what runs without the daemon; loaded when needed. */
const door = { file: 'src/surfaces/cli/local.ts', room: 'local' };

/** The page is a surface outside of `src`, for it runs elsewhere: of ours it may import the contract, and packages. */
const page = 'web/src';
const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('/fixtures/'))
  .sort();
const imports = sources.flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Import[] = [];
  for (const [statement, named] of text.matchAll(/^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'/gm))
    found.push(to(file, named, { types: /^(?:import|export)\s+type\b/.test(statement), lazy: false }));
  for (const [, named] of text.matchAll(/\bimport\(\s*'([^']+)'/g))
    found.push(to(file, named, { types: false, lazy: true }));
  return found.filter(({ target }) => !target.startsWith('src/') || existsSync(join(root, target)));
}

function to(file: string, named: string | undefined, how: { readonly types: boolean; readonly lazy: boolean }): Import {
  const target = named?.startsWith('.') ? posix.join(dirname(file), named) : (named ?? '');
  return { file, target, ...how };
}

const isTest = (file: string) => /\.(test|suite)\.ts$/.test(file);
const roomOf = (path: string) => path.split('/')[1] ?? '';
const covers = (allowed: string, target: string) =>
  target.startsWith(`src/${allowed}/`) || target === `src/${allowed}.ts`;

function allows({ file, target, lazy }: Import): boolean {
  const room = roomOf(file);
  if (free.includes(room)) return true;
  if (isTest(file) && target.startsWith('test/')) return true;
  if (!target.startsWith('src/')) return target === 'package.json' || !isPath(target);
  if (file === door.file && lazy && covers(door.room, target)) return true;
  const granted = [room, ...(law[room] ?? []), ...(isTest(file) ? ['domain', 'ports'] : [])];
  return granted.some((allowed) => covers(allowed, target));
}

const isPath = (target: string) => existsSync(join(root, target));

it('finds the imports it is to judge', () => {
  expect(imports.length).toBeGreaterThan(sources.length / 2);
  expect(imports).toContainEqual({
    file: 'src/ports/config.ts',
    target: 'src/domain/error.ts',
    types: true,
    lazy: false,
  });
});

it('every room has a law', () => {
  const rooms = [...new Set(sources.map(roomOf))];
  expect(rooms.filter((room) => !free.includes(room) && law[room] === undefined)).toEqual([]);
});

it('every room imports only what the law allows it', () => {
  expect(imports.filter((each) => !allows(each)).map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('the page imports itself, packages, and of the programs the contract and the words of the domain', () => {
  const files = globSync(`${page}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const outside = files
    .flatMap(importsOf)
    .filter(({ target }) => isPath(target) && !target.startsWith(`${page}/`) && !target.startsWith('src/contract/'))
    .filter(({ target, types }) => !(types && target.startsWith('src/domain/')))
    .filter(({ file, target }) => !(/\.test\.tsx?$/.test(file) && target.startsWith('test/fakes/')));
  expect(files.length).toBeGreaterThan(20);
  expect(outside.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('the rooms that know no computer import neither builtins nor packages', () => {
  const outside = imports.filter(
    ({ file, target }) =>
      pure.includes(roomOf(file)) && !isTest(file) && !target.startsWith('src/') && parsers[file] !== target,
  );
  expect(outside.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('an effect never calls another effect', () => {
  const table = 'src/effects/table.ts';
  const named = importedNames(table);
  const effects = [...new Set(named.map(({ from }) => from))].filter((file) => file.startsWith('src/effects/'));
  const crossing = effects.flatMap((file) =>
    importedNames(file)
      .filter(({ from, name }) => named.some((effect) => effect.from === from && effect.name === name))
      .map(({ from, name }) => `${file} imports ${name} of ${from}`),
  );
  expect(effects.length).toBeGreaterThan(10);
  expect(crossing).toEqual([]);
});

/** Values alone. */
function importedNames(file: string): readonly { readonly name: string; readonly from: string }[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^import (?!type\b)\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name: name.split(' as ')[0] ?? name, from: posix.join(dirname(file), from) })),
  );
}

/** Whole words where the name is too short to be looked for inside of others. */
const agentNames = new RegExp(
  ownKits()
    .map(({ name }) => (name.length > 3 ? name : `(?<![a-z0-9])${name}(?![a-z0-9])`))
    .join('|'),
  'i',
);
/** What stands in for any agent in an example of a command. */
const isExample = (file: string, line: string) => file.startsWith('src/contract/cli/') && /^\s*example: /.test(line);

it('an agent is named in its own folder alone', () => {
  const outside = sources.filter((file) => roomOf(file) !== 'agents' && !isTest(file));
  const found = outside.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => agentNames.test(line) && !isExample(file, line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it('what decides and acts knows no agent that plays a script either', () => {
  const asked = sources.filter((file) => ['domain', 'engine', 'effects', 'commands'].includes(roomOf(file)));
  const named = asked.filter((file) => !isTest(file) && /scripted/.test(readFileSync(join(root, file), 'utf8')));
  expect(named).toEqual([]);
});

const rooms = [...new Set(sources.map(roomOf))].filter((room) => !room.endsWith('.ts'));
const readmes = globSync('src/**/README.md', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
/** Of the whole, at the root. */
const maps = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CONTEXT.md', 'src/agents/oddities.md'];

it('every room says what belongs there, and so does every folder of more files than are read in passing', () => {
  const product = Map.groupBy(
    sources.filter((file) => !isTest(file)),
    (file) => dirname(file),
  );
  const large = [...product].filter(([, files]) => files.length > 12).map(([folder]) => folder);
  const told = (folder: string) => readmes.includes(`${folder}/README.md`);
  expect([...rooms.map((room) => `src/${room}`), ...large].filter((folder) => !told(folder))).toEqual([]);
});

it.each([...readmes, ...maps])('%s names no file or folder that is not there', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const files = text.match(/[\w./-]+\.ts\b/g) ?? [];
  const paths = text.match(/\b(?:web\/src|src|test|scripts|docs|bench|texts)\/[\w./-]*\w/g) ?? [];
  const quoted = [...text.matchAll(/`([a-z]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
  const named = [...files, ...paths, ...quoted.filter((path) => rooms.includes(path.split('/')[0] ?? '')), ...links];
  // As seen from the document, from the root, or from `src`.
  const places = [join(root, dirname(document)), root, join(root, 'src')];
  expect(named.filter((name) => !places.some((place) => existsSync(join(place, name))))).toEqual([]);
});

it('no object is spread into another only to stand on one line with its keys', () => {
  const bags = sources.filter((file) => !isTest(file) && /\.\.\.\{/.test(readFileSync(join(root, file), 'utf8')));
  expect(bags).toEqual([]);
});

it('an optional key is left out by one function', () => {
  const byHand = /\.\.\.\(([\w.?]+) (?:=== undefined \? \{\} :|!== undefined &&) \{ (?:\w+: )?\1 \}/;
  const found = sources.filter((file) => !isTest(file) && byHand.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

it('no test measures its own speed, and none that waits for something has a second only', () => {
  const bySpeed = /\bvi\.wait(For|Until)\(|\bprocess\.(cpuUsage|hrtime|resourceUsage)\(/;
  const tests = globSync('{src,web,scripts,test}/**/*.{test.ts,test.tsx,suite.ts}', { cwd: root });
  expect(tests.filter((file) => bySpeed.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

/** A README says where to begin. */
const longest = 40;

it.each(readmes)('%s says more than its heading, and is read in a minute', (document) => {
  const lines = readFileSync(join(root, document), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThanOrEqual(longest);
});

/** So many can still be found at a glance. */
const mostInFolder = 30;

it('no folder has more files than can be found at a glance', () => {
  const product = sources.filter((file) => !isTest(file));
  const folders = Map.groupBy(product, (file) => dirname(file));
  const crowded = [...folders].filter(([, files]) => files.length > mostInFolder);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

/** Files that reach one another by imports, types among them; of one file alone nothing. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reach = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(edges.get(from) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      if (!seen.has(file)) {
        seen.add(file);
        open.push(...(edges.get(file) ?? []));
      }
    return seen;
  };
  const reached = new Map([...edges.keys()].map((file) => [file, reach(file)]));
  const circles: string[][] = [];
  for (const file of [...edges.keys()].filter((each) => reached.get(each)?.has(each)))
    if (!circles.some((circle) => circle.includes(file)))
      circles.push([...edges.keys()].filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)));
  return circles;
}

it('no circle of imports, by types either', () => {
  const own = imports.filter(({ file, target }) => !isTest(file) && target.startsWith('src/'));
  const edges = new Map(
    [...Map.groupBy(own, ({ file }) => file)].map(([file, each]) => [file, each.map(({ target }) => target)]),
  );
  expect(circlesOf(edges)).toEqual([]);
});

/** Rows by noun: each file of the contract exports its own, and one joins them. */
const rowsByNoun = ['commands', 'requests', 'words'];

it('no name is exported twice in a room', () => {
  const room = (file: string) => (file.startsWith('src/domain/') ? dirname(file) : roomOf(file));
  const named = sources
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const names = text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm);
      return [...names]
        .filter(([, name = '']) => room(file) !== 'contract' || !rowsByNoun.includes(name))
        .map(([, name]) => `${room(file)} ${name} ${file}`);
    });
  const twice = Map.groupBy(named, (each) => each.split(' ').slice(0, 2).join(' '));
  const files = (each: readonly string[]) => new Set(each.map((one) => one.split(' ')[2])).size;
  expect([...twice].filter(([, each]) => files(each) > 1).map(([, each]) => each)).toEqual([]);
});

it('the engine speaks no SQL', () => {
  const speaking = sources.filter(
    (file) =>
      file.startsWith('src/engine/') && !isTest(file) && /\.query\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(speaking).toEqual([]);
});

it('each decision on record has a number of its own, which its heading says', () => {
  const records = globSync('docs/adr/*.md', { cwd: root }).toSorted();
  const numbers = records.map((file) => Number(/(\d+)-[^/]+$/.exec(file)?.[1]));
  expect(numbers).toEqual([...new Set(numbers)]);
  const heading = (file: string) => /^# (\d+)\. /.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  expect(records.map((file) => Number(heading(file)))).toEqual(numbers);
});
