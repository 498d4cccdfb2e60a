import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../ports/config.ts';
import type { NewPackage } from '../ports/system.ts';
import { createPackages } from './create-packages.ts';
import { installerSettings } from './installer-settings.ts';

let server: Server;
let url: string;
let home: string;
const asked: string[] = [];
const documents: Record<string, unknown> = {
  '/left-pad': {
    'dist-tags': { latest: '1.3.0' },
    time: { created: '2014-01-01T00:00:00Z', '1.1.0': '2015-01-01T00:00:00.000Z', '1.3.0': '2018-04-09T00:00:00.000Z' },
  },
  '/@scope%2fthing': { 'dist-tags': { latest: '2.0.0', next: '3.0.0' }, time: { '3.0.0': '2026-01-02T00:00:00.000Z' } },
  '/pypi/requests/json': {
    info: { version: '2.32.0' },
    releases: { '2.32.0': [{ upload_time_iso_8601: '2024-05-20T00:00:00Z' }], '2.0': [] },
  },
};
beforeEach(async () => {
  asked.length = 0;
  home = mkdtempSync(join(tmpdir(), 'registries-'));
  server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    if (request.url === '/broken') reply.writeHead(500).end();
    else if (request.url === '/away') reply.writeHead(302, { location: `${url}/left-pad` }).end();
    else if (request.url === '/nonsense') reply.end('<html>');
    else if (documents[request.url ?? ''] === undefined) reply.writeHead(404).end();
    else reply.end(JSON.stringify(documents[request.url ?? '']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

const config = (registries: object): Config =>
  ({ read: async () => ({ ok: true, value: { registries } }) }) as unknown as Config;
const look = (more: Partial<NewPackage>, registries: object = { npm: url, pypi: url }, env = {}) =>
  createPackages({ config: config(registries), person: { env: () => env, home } }).look(
    { registry: 'npm', name: 'left-pad', wanted: '^1.0.0', locked: null, manifest: 'package.json', ...more },
    new AbortController().signal,
  );

describe('what a registry knows', () => {
  it('is the age of the version that would be taken: the locked one, an exact one, a tag, the newest', async () => {
    const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
    expect(await look({})).toEqual({ kind: 'known', version: '1.3.0', publishedAt: at('2018-04-09'), downloads: null });
    expect(await look({ locked: '1.1.0' })).toMatchObject({ version: '1.1.0', publishedAt: at('2015-01-01') });
    expect(await look({ wanted: '1.1.0' })).toMatchObject({ version: '1.1.0' });
    expect(await look({ wanted: '9.9.9' })).toMatchObject({ version: '9.9.9', publishedAt: null });
    expect(await look({ name: '@scope/thing', wanted: 'next' })).toMatchObject({ publishedAt: at('2026-01-02') });
    expect(await look({ name: 'mine', wanted: 'npm:left-pad@1' })).toMatchObject({ version: '1.3.0' });
    expect(await look({ registry: 'pypi', name: 'requests', wanted: '>=2' })).toMatchObject({
      publishedAt: at('2024-05-20'),
    });
    expect(await look({ registry: 'pypi', name: 'requests', wanted: '==2.0' })).toMatchObject({ publishedAt: null });
  });

  it('may be that there is no such package', async () => {
    expect(await look({ name: 'lodahs' })).toEqual({ kind: 'missing' });
    expect(await look({ registry: 'pypi', name: 'reqeusts' })).toEqual({ kind: 'missing' });
    expect(await look({ name: '../admin' })).toEqual({ kind: 'missing' });
  });

  it.each(['broken', 'away', 'nonsense'])('is unknown where the answer is none: %s', async (name) => {
    expect((await look({ name })).kind).toBe('unknown');
    expect(asked).toEqual([`/${name}`]);
  });

  it('is unknown where nobody answers, or where it comes from no registry, which is not asked then', async () => {
    expect(await look({}, { npm: 'http://127.0.0.1:9' })).toEqual({
      kind: 'unknown',
      why: 'the registry cannot be reached',
    });
    for (const wanted of ['git+https://evil.example/x', 'file:../x', 'workspace:*', 'evil/x'])
      expect((await look({ wanted })).kind, wanted).toBe('unknown');
    expect((await look({ registry: 'pypi', name: 'https://evil.example/x.whl' })).kind).toBe('unknown');
    expect(asked).toEqual([]);
  });

  it("is asked where the person's own npm asks: their variable, then their file", async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, '.npmrc'), `//x/:_authToken=secret\nregistry = ${url}/\n`);
    expect((await look({}, {})).kind).toBe('known');
    expect((await look({}, {}, { npm_config_registry: 'http://127.0.0.1:9' })).kind).toBe('unknown');
  });
});

describe('WT-36 what a set-up is told of the person\u2019s registries', () => {
  const write = (name: string, ...lines: string[]) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), lines.join('\n'));
  };

  it('is where npm asks, with its scopes and the way there, and nothing of who asks', async () => {
    write(
      ...([
        '.npmrc',
        'registry = "https://npm.company.example/all/"',
        '@shop:registry=https://npm.company.example/shop/',
      ] as const),
      ...[
        '//npm.company.example/all/:_authToken=npm_sekretsekret',
        '_auth=c2VrcmV0',
        '_password=sekret',
        'email=a@b.c',
      ],
      ...[
        '//npm.company.example/:certfile=/home/me/cert.pem',
        'https-proxy=http://me:sekret@proxy:3128',
        'strict-ssl=false',
      ],
      ...[
        '@other:registry=https://me:sekret@other.example/',
        'ignore-scripts=true',
        `@named:registry=https://${'$'}{HOST}/x?${'$'}{NPM_TOKEN}`,
      ],
    );
    const env = {
      HOST: 'named.example',
      NPM_TOKEN: 'sekret',
      'npm_config_//npm.company.example/:_authToken': 'sekret',
    };
    const { npmrc } = await installerSettings(env, home);
    expect(npmrc.trim().split('\n')).toEqual([
      'registry=https://npm.company.example/all/',
      '@shop:registry=https://npm.company.example/shop/',
      'https-proxy=http://proxy:3128',
      'strict-ssl=false',
      '@other:registry=https://other.example/',
      '@named:registry=https://named.example/x?',
    ]);
    const own = { ...env, npm_config_registry: 'https://mirror.example/' };
    expect((await installerSettings(own, home)).npmrc).toContain('registry=https://mirror.example/\n');
  });

  it('is where pip, uv, yarn, cargo and go ask, variables before files, and nothing of who asks', async () => {
    write('.pip/pip.conf', '[global]', 'index-url = https://old.example/simple');
    write(
      ...(['.config/pip/pip.conf', '[global]', '# ours', 'index-url: https://me:sekret@pip.example/simple'] as const),
      ...[
        'extra-index-url =',
        '    https://a.example/simple',
        '    https://t0ken@b.example/simple',
        '[install]',
        'trusted-host = a.example',
      ],
      ...['[search]', 'index-url = https://never.example'],
    );
    expect((await installerSettings({}, home)).env).toEqual({
      PIP_INDEX_URL: 'https://pip.example/simple',
      PIP_EXTRA_INDEX_URL: 'https://a.example/simple https://b.example/simple',
      PIP_TRUSTED_HOST: 'a.example',
    });
    const env = {
      ...{ PIP_INDEX_URL: 'https://mine.example/simple', UV_INDEX: 'ours=https://me:sekret@uv.example/simple' },
      ...{ GOPROXY: 'https://me:sekret@go.example,direct', GOPRIVATE: 'git.company.example', PIP_PASSWORD: 'sekret' },
      ...{ CARGO_REGISTRIES_OURS_INDEX: 'sparse+https://cargo.example/', CARGO_REGISTRIES_OURS_TOKEN: 'sekret' },
    };
    const told = await installerSettings(env, home);
    expect(told.env).toMatchObject({
      ...{ PIP_INDEX_URL: 'https://mine.example/simple', UV_INDEX: 'ours=https://uv.example/simple' },
      ...{ GOPROXY: 'https://go.example,direct', GOPRIVATE: 'git.company.example' },
      CARGO_REGISTRIES_OURS_INDEX: 'sparse+https://cargo.example/',
    });
    expect(JSON.stringify(told)).not.toContain('sekret');
  });

  it('is nothing where nothing is said', async () => {
    expect(await installerSettings({ PATH: '/bin' }, home)).toEqual({ env: {}, npmrc: '' });
  });
});
