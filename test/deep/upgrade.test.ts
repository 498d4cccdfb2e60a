// `drover upgrade` with the real package, npm, a registry on loopback and a daemon at work: replaced, refused, and taken back.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { installPacked, packagesBeside } from '../../scripts/install-packed.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import type { Doctor, Ps } from '../../src/contract/service.ts';
import { byTurns } from './rotation.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'up-')));
const packages = join(folder, 'packages');
let tarball = '';
let registry: Server;

beforeAll(async () => {
  const installed = await installPacked(folder);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  mkdirSync(packages);
  for (const path of await packagesBeside(installed)) pack(path);
  registry = createServer((request, answer) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const file = /^-\/([\w.-]+\.tgz)$/.exec(path)?.[1];
    if (file !== undefined) return answer.end(readFileSync(join(packages, file)));
    const found = packument(path);
    if (Object.keys(found.versions).length === 0) return answer.writeHead(404).end('{}');
    return answer.setHeader('content-type', 'application/json').end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const at = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

/** What a registry says of all versions that it has of a package. */
function packument(wanted: string) {
  const all = readdirSync(packages).map((name) => {
    const file = join(packages, name);
    const manifest = JSON.parse(execFileSync('tar', ['xzOf', file, 'package/package.json'], { encoding: 'utf8' }));
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    return { ...manifest, dist: { tarball: `${at()}/-/${name}`, integrity } };
  });
  const versions = all.filter(({ name }) => name === wanted).map((each) => [each.version, each] as const);
  return { name: wanted, 'dist-tags': { latest: versions.at(-1)?.[0] }, versions: Object.fromEntries(versions) };
}

function pack(cwd: string): void {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packages];
  execFileSync('npm', words, { cwd, env: env() });
}

/** The same program as another version, as a package file. `daemon`: words before those of its daemon. */
function variant(version: string, daemon = ''): string {
  const root = join(folder, version);
  const file = join(packages, `drover-${version}.tgz`);
  if (existsSync(file)) return file;
  mkdirSync(root);
  execFileSync('tar', ['xzf', tarball, '-C', root]);
  const own = join(root, 'package');
  const {
    scripts: _,
    devDependencies: __,
    private: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  writeFileSync(join(own, 'package.json'), JSON.stringify({ ...manifest, version }));
  for (const name of readdirSync(join(own, 'dist')).filter((each) => /\.[cm]js$/.test(each))) {
    const text = readFileSync(join(own, 'dist', name), 'utf8');
    const changed = text.replaceAll(/(['"])0\.1\.0\1/g, `"${version}"`);
    writeFileSync(join(own, 'dist', name), name === 'daemon.mjs' ? `${daemon}${changed}` : changed);
  }
  pack(own);
  return file;
}

let prefix = '';
let home = '';
const modules = () => join(prefix, 'lib', 'node_modules');

/** Without what an npm that runs these tests says to those that it starts: the person's own file is read. */
const outside = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
const env = () => ({
  ...outside(),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_loglevel: 'error',
  npm_config_cache: join(folder, 'npm-cache'),
  HOME: home,
  DROVER_HOME: join(home, 'state'),
});

beforeEach(() => {
  prefix = mkdtempSync(join(folder, 'prefix-'));
  home = mkdtempSync(join(folder, 'h-'));
  const flags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefix', prefix];
  execFileSync('npm', ['install', '-g', ...flags, tarball], { env: env(), cwd: folder });
  cpSync(join(folder, 'target', 'package.json'), join(modules(), 'other', 'package.json'), { recursive: true });
  return async () => void (await drover('down', '--all', '--yes'));
});

/** As a shell finds it, its one document. */
function drover(...words: readonly string[]): Promise<Reply> {
  return new Promise((resolve, reject) => {
    execFile(join(prefix, 'bin', 'drover'), ['--json', ...words], { env: env(), cwd: folder }, (error, out, err) => {
      try {
        resolve(JSON.parse(out) as Reply);
      } catch {
        reject(new Error(`${words.join(' ')}: ${out}${err}${error?.message ?? ''}`));
      }
    });
  });
}

async function must<Data>(...words: readonly string[]): Promise<Data> {
  const reply = await drover(...words);
  if (!reply.ok) throw new Error(`${words.join(' ')}: ${reply.error_code} ${reply.error}`);
  return reply.data as Data;
}

const versionNow = async () => (await must<{ version: string }>('--version')).version;
const daemonNow = async () => JSON.stringify(await must<Doctor>('doctor'));
/** It is there and lives; else how it ended, and what the keeper and the daemon wrote. */
const keepsOn = async () => {
  const { sessions } = await must<Ps>('ps', '--all');
  const seen = sessions.map(({ id, state, ending }) => [id, state === 'ended' ? ending : 'lives']);
  const logs = ['keeper.log', 'daemon.log'].map((name) => join(home, 'state', name)).filter(existsSync);
  expect(seen, logs.map((path) => readFileSync(path, 'utf8')).join('\n')).toEqual([['keeps', 'lives']]);
};

/** Nothing but what is npm's. */
const nothingLeft = () => {
  expect(
    readdirSync(modules())
      .filter((name) => name !== '.package-lock.json')
      .toSorted(),
  ).toEqual(['drover', 'other']);
  expect(readdirSync(join(prefix, 'bin'))).toEqual(['drover']);
};

describe('an upgrade', () => {
  byTurns(
    'by a package file: the daemon is another one, its session goes on, and only Drover was changed',
    async () => {
      await must('start', 'cat', '-d', '--name', 'keeps');
      const file = variant('0.2.0');
      expect(await drover('upgrade', file, '--check')).toMatchObject({
        ok: true,
        data: { was: '0.1.0', version: '0.2.0', upgraded: false },
      });
      expect(await versionNow()).toBe('0.1.0');
      expect(await drover('upgrade', file, '--yes')).toMatchObject({
        ok: true,
        data: { was: '0.1.0', version: '0.2.0', upgraded: true },
      });
      expect(await versionNow()).toBe('0.2.0');
      await keepsOn();
      expect(await daemonNow()).toContain('0.2.0');
      nothingLeft();
      expect(await drover('upgrade', file, '--yes')).toMatchObject({
        ok: true,
        data: { was: '0.2.0', version: '0.2.0', upgraded: false },
      });
      expect(await drover('upgrade', tarball, '--yes')).toMatchObject({
        ok: true,
        data: { version: '0.1.0', upgraded: false },
      });
      expect(await versionNow()).toBe('0.2.0');
      nothingLeft();
    },
  );

  byTurns('by a registry, which is asked again the next time; nothing is guessed before', async () => {
    variant('0.2.0');
    writeFileSync(join(home, '.npmrc'), `registry=${at()}/\n`);
    expect(await drover('upgrade')).toMatchObject({
      ok: false,
      error_code: 'USAGE',
      hint: expect.stringContaining('drover@latest'),
    });
    const upgraded = await drover('upgrade', 'drover@0.2.0', '--yes');
    expect(upgraded, JSON.stringify(upgraded)).toMatchObject({
      ok: true,
      data: { version: '0.2.0', upgraded: true },
    });
    expect(await drover('upgrade', '--check')).toMatchObject({
      ok: true,
      data: { from: 'drover@0.2.0', version: '0.2.0' },
    });
    expect(await drover('upgrade', 'drover@7.7.7', '--yes')).toMatchObject({
      ok: false,
      error_code: 'UPGRADE_FAILED',
    });
    expect(await versionNow()).toBe('0.2.0');
    nothingLeft();
  });
});

describe('the old one stays', () => {
  byTurns('where the new one does not run here, and where it is no package of Drover', async () => {
    await must('start', 'cat', '-d', '--name', 'keeps');
    const broken = variant('0.3.0', 'process.exit(3);\n');
    expect(await drover('upgrade', broken, '--yes')).toMatchObject({
      ok: false,
      error_code: 'UPGRADE_FAILED',
      error: expect.stringContaining('0.3.0 does not start here'),
    });
    const other = join(folder, 'other');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'package.json'), '{"name":"drover","version":"9.0.0","bin":{"drover":"steal.js"}}');
    writeFileSync(
      join(other, 'steal.js'),
      `require('fs').writeFileSync(${JSON.stringify(join(folder, 'stolen'))}, '')`,
    );
    execFileSync('npm', ['pack', '--silent', '--pack-destination', other], { cwd: other, env: env() });
    for (const given of [join(other, 'drover-9.0.0.tgz'), other, join(folder, 'nothing.tgz')])
      expect(await drover('upgrade', '--yes', given), given).toMatchObject({
        ok: false,
        error_code: 'UPGRADE_FAILED',
      });
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
    expect(await versionNow()).toBe('0.1.0');
    await keepsOn();
    nothingLeft();
  });

  byTurns('where an agent asks, and where nobody agrees', async () => {
    const file = variant('0.2.0');
    expect(await drover('upgrade', file)).toMatchObject({
      ok: false,
      error_code: 'USAGE',
      hint: expect.stringContaining('--yes'),
    });
    process.env.DROVER_RUN = 'r1';
    try {
      expect(await drover('upgrade', file, '--yes')).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
    } finally {
      delete process.env.DROVER_RUN;
    }
    expect(await versionNow()).toBe('0.1.0');
    nothingLeft();
  });

  byTurns('is back, with its state and its session, where the new one does not come up over this state', async () => {
    await must('start', 'cat', '-d', '--name', 'keeps');
    const state = JSON.stringify(join(home, 'state'));
    // It has brought the state to a schema of its own before it dies.
    const late = variant(
      '0.4.0',
      `import { DatabaseSync as LateDatabase } from 'node:sqlite';\nif (process.cwd() === ${state}) { const db = new LateDatabase('drover.db'); db.exec("update meta set value = '9999' where name = 'schema'"); db.close(); console.error('STORE_FAILED: no such luck'); process.exit(3); }\n`,
    );
    expect(await drover('upgrade', late, '--yes')).toMatchObject({
      ok: false,
      error_code: 'UPGRADE_FAILED',
      error: expect.stringMatching(/does not start: .*no such luck.* 0\.1\.0 is back and runs/),
    });
    expect(await versionNow()).toBe('0.1.0');
    await keepsOn();
    nothingLeft();
  });
});
