// A folder in which gates are planned, run with the real runners of this machine, and read.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { GateProgram, GateReading, GateSettings, Gates } from '../../src/ports/gates.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import { ofPerson } from '../needs/needs.ts';

export type Files = Readonly<Record<string, string>>;
export type Asked = {
  readonly gate?: string;
  readonly only?: readonly string[];
  readonly gates?: Readonly<Record<string, string>>;
  /** Folder of programs that are found before all others. */
  readonly path?: string;
  /** Test files with tests of ours that must fail, each with a test of its own. */
  readonly canary?: Readonly<Record<string, readonly string[]>>;
  /** In another order. */
  readonly turned?: boolean;
};

const root = join(import.meta.dirname, '..', '..');
const SETTINGS: GateSettings = {
  gates: {},
  setup: null,
  tests: null,
  protect: [],
  tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
  sources: {},
};

/** Plans on the files, runs what the gate asks for in a folder with them, reads it. */
export async function checkIn(
  folder: string,
  port: Gates,
  files: Files,
  { gate = 'test', only, gates = {}, path, canary, turned }: Asked = {},
): Promise<GateReading> {
  const definition = (await port.plan(memoryTree(files), { ...SETTINGS, gates })).gates.find(
    (each) => each.gate === gate,
  );
  if (definition === undefined) throw new Error(`no gate ${gate}`);
  const [work, scratch] = [join(folder, 'work'), join(folder, 'scratch')];
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  lay(work, files, path === undefined);
  const name = 'c0123456789abcdef';
  const there = Object.entries(canary ?? {}).map(([at, like]) => ({ path: at, like, was: files[at] ?? '' }));
  const placed = port.canary(definition, there, name);
  for (const { path: at, text } of placed) writeFileSync(join(work, at), text);
  const beside = Object.fromEntries(placed.map(({ path: at, of }) => [at, of]));
  const laid = placed.length === 0 ? undefined : { name, files: placed.map(({ of }) => of), beside };
  const program = port.program(definition, work, scratch, only ?? null, laid, turned);
  for (const { path: at, text, executable } of program.ours ?? []) {
    mkdirSync(dirname(join(scratch, at)), { recursive: true });
    writeFileSync(join(scratch, at), text, { mode: executable === true ? 0o700 : 0o600 });
  }
  const { code, stdout, stderr } = await run(program.argv, work, program.env, folder, path);
  const report = program.report === null ? null : reportOf(program.report, program.several);
  const sources = (program.sources ?? []).flatMap((word) =>
    Object.keys(files).filter((each) => basename(each).includes(word)),
  );
  const all = [...sources, ...placed.map((each) => each.path)];
  return port.read(definition, program, { kind: 'exited', code }, { stdout, stderr, report, sources: all });
}

/** Folders of every version of Node since 20 on PATH. */
export function nodesHere(): readonly (readonly [version: string, folder: string])[] {
  const folders = [dirname(process.execPath), process.env.PATH]
    .flatMap((each) => each?.split(':') ?? [])
    .filter((folder) => existsSync(join(folder, 'node')));
  const found = folders.map((folder): [string, string] => {
    const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' });
    return [(stdout ?? '').trim().slice(1), folder];
  });
  return [...new Map(found.filter(([version]) => Number.parseInt(version, 10) >= 20).toReversed())];
}

/** The first on PATH may have none; the system's own often has. */
export function pytestHost(): string | null {
  const works = (program: string) =>
    spawnSync(program, ['-m', 'pytest', '--version'], { stdio: 'ignore' }).status === 0;
  return ['python3', '/usr/bin/python3'].find(works) ?? null;
}

/** Without our own packages `npm test` finds no other node than the one on PATH. */
function lay(folder: string, files: Files, packages = true): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(folder, { recursive: true });
  if (packages) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function reportOf(path: string, several: GateProgram['several']): string | readonly string[] | null {
  if (several === undefined) return readOr(path);
  const names = existsSync(several.root) ? readdirSync(several.root, { recursive: true, encoding: 'utf8' }) : [];
  const found = names.filter((each) => basename(each).includes(several.word));
  return found.length === 0 ? null : found.map((each) => readFileSync(join(several.root, each), 'utf8'));
}

function readOr(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The marker by which left-behind processes are found stays in the environment, and where compiled code is kept; what the surrounding runner set does not. */
function run(
  argv: readonly string[],
  cwd: string,
  extra: Readonly<Record<string, string>>,
  home: string,
  first = dirname(process.execPath),
): Promise<Ended> {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|TMPDIR|LANG|DROVER_TEST_MARK|NODE_COMPILE_CACHE|GOCACHE)$/.test(name),
  );
  const path = `${first}:${process.env.PATH ?? ''}`;
  const env = { ...Object.fromEntries(kept), HOME: home, PATH: path, NO_UPDATE_NOTIFIER: '1', ...ofPerson, ...extra };
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    // A Java that starts beside everything else takes a minute and more; what hangs is ended by the limit of its test.
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 });
    const [stdout, stderr]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (part: string) => stdout.push(part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => stderr.push(part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, stdout: stdout.join(''), stderr: stderr.join('') }));
  });
}
