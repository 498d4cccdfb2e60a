// The packed program, installed for production: it needs nothing of the checkout, and says what it needs.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPacked, packagesBeside } from '../../scripts/install-packed.ts';
import { byTurns } from './rotation.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drover-package-')));
let installed = '';

beforeAll(async () => {
  installed = await installPacked(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

type Told = { readonly code: number; readonly out: string; readonly err: string };

/** The installed `drover` as a shell finds it, with this Node or another one first on PATH. */
function drover(args: readonly string[], node = process.execPath, env: Readonly<Record<string, string>> = {}) {
  const bin = join(folder, 'target', 'node_modules', '.bin');
  const PATH = [dirname(node), bin, process.env.PATH].join(delimiter);
  return new Promise<Told>((resolve) => {
    execFile(join(bin, 'drover'), args, { cwd: folder, env: { ...process.env, ...env, PATH } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

it('says its version and helps', async () => {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  expect(await drover(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect((await drover(['task', '--help'])).out).toContain('task list');
});

it('brings the licence of every package that is bundled in it, and no source', () => {
  const licences = readFileSync(join(installed, 'dist', 'LICENCES.txt'), 'utf8');
  for (const name of [
    'kysely',
    'pg',
    'valibot',
    'yaml',
    '@xterm/headless',
    'hono',
    'web-tree-sitter',
    '@vscode/tree-sitter-wasm',
    'preact',
    '@preact/signals',
    '@modelcontextprotocol/server',
  ])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'texts']);
});

it('installs in few packages, none of which is compiled', async () => {
  const beside = await packagesBeside(installed);
  expect(beside.length).toBeLessThanOrEqual(80);
  expect(beside.filter((path) => existsSync(join(path, 'binding.gyp')))).toEqual([]);
});

byTurns('does the whole demo and leaves nothing', async () => {
  const { code, out, err } = await drover(['demo', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    data: { outcome: 'released', evidence: { holds: true }, left: [] },
  });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('drover-demo-'))).toEqual([]);
});

/** A shell in a folder and a home of its own, as a person who reads the README has one. */
function inShell(line: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(folder, 'home-'));
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const own = { ...process.env, PATH, HOME: home, npm_config_loglevel: 'error', ...env };
  const options = { cwd, env: own, encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'pipe'] as const };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { ...options, stdio: [...options.stdio] });
  return { home, code: status, out: stdout, err: stderr };
}

/** The line of the README that does it, without what is done here already. */
const lineOf = (words: string) =>
  readFileSync(join(folder, 'checkout', 'README.md'), 'utf8')
    .split('\n')
    .find((line) => line.includes(words))
    ?.replace(/#.*$/, '')
    .replace('npm ci && npm run build && ', '')
    .replace('npm pack && ', '')
    .trim() ?? 'false';

it('WT-24 is installed from a clone by the line of the README, for one user, and brings the Node that it needs', () => {
  const { home, code, err } = inShell(lineOf('npm i -g'), join(folder, 'checkout'));
  expect(code, err).toBe(0);
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  const at = join(home, '.local', 'bin', 'drover');
  expect(inShell(`${at} --version`, home)).toMatchObject({ code: 0, out: `${version}\n` });
  for (const node of old)
    expect(inShell(`${node} ${at} --version`, home)).toMatchObject({ code: 0, out: `${version}\n` });
  expect(inShell(`${at} tsak; ${at} tsak --json`, home)).toMatchObject({
    code: 2,
    out: expect.stringContaining('UNKNOWN_WORD'),
  });
});

byTurns('WT-24 a package file runs by npx, as the README says, and nothing is installed', () => {
  const { home, code, out, err } = inShell(lineOf('npx').replace(/ demo$/, ' demo --json'), folder);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ ok: true, data: { outcome: 'released', left: [] } });
  expect(readdirSync(home).filter((name) => name !== '.npm')).toEqual([]);
});

/** Said to this Node before anything else: that it is an old one. */
const pretence = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}});Object.defineProperty(process,'version',{value:'v20.20.2'})",
)}`;

it('with a Node that is too old it says which it needs, which this is, and how to run it', async () => {
  const { code, out, err } = await drover(['--version'], process.execPath, { NODE_OPTIONS: `--import ${pretence}` });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    /^Drover needs Node\.js 24 or newer; this is v20\.20\.2 \(.*\)\. \[NODE_TOO_OLD\]\nInstall Node\.js 24/,
  );
});

it('says so to a program as one document', async () => {
  const { code, out } = await drover(['ps', '--json'], process.execPath, { NODE_OPTIONS: `--import ${pretence}` });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ ok: false, error_code: 'NODE_TOO_OLD' });
});

/** Other nodes of this machine, older than what is needed. */
const old = ['/usr/local/bin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  .map((path) => join(path, 'node'))
  .filter((node) => existsSync(node))
  .map((node) => realpathSync(node))
  .filter((node, index, all) => all.indexOf(node) === index && Number.parseInt(versionOf(node), 10) < 24);

function versionOf(node: string): string {
  return execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
}

for (const node of old)
  it(`refuses the older ${node} of this machine`, async () => {
    const { code, err } = await drover(['--version'], node);
    expect(code).toBe(1);
    expect(err).toContain(`this is v${versionOf(node).trim()} (`);
  });
