// What the configuration says of the door beyond this machine, with real certificates.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/fakes/tls/make-certificate.ts';
import { needs } from '../../../test/needs/needs.ts';
import type { HttpWords } from '../../ports/config.ts';
import { checkReach, readReach } from './reach.ts';

const dayMs = 24 * 60 * 60_000;

describe('the reach of the door', needs('openssl'), () => {
  let folder: string;
  let own: ReturnType<typeof makeCertificate>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reach-'));
    own = makeCertificate(folder);
    chmodSync(own.key, 0o600);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (words: Partial<HttpWords>) =>
    readReach({ port: 4777, ...words }, (path) => path.replace('~', folder)).then((told) =>
      told.ok ? told.value : `${told.failure.error_code} ${told.failure.message}`,
    );
  const tls = (cert = '~/own.cert.pem', key = '~/own.key.pem') => ({ tls: { cert, key } });

  it('is this machine where nothing else is said', async () => {
    expect(await read({})).toBeNull();
    expect(await read({ trusted_proxy: [] })).toBeNull();
  });

  it('has the address that it is known under, and its proxies', async () => {
    expect(await read({ ...tls(), host: '10.0.0.7' })).toMatchObject({ origin: 'https://10.0.0.7:4777', proxies: [] });
    expect(await read({ ...tls(), host: 'fd00::7', port: 443 })).toMatchObject({ origin: 'https://[fd00::7]' });
    expect(await read({ trusted_proxy: '10.0.0.2', url: 'https://drover.test/' })).toMatchObject({
      ...{ host: '127.0.0.1', origin: 'https://drover.test', tls: null, proxies: ['10.0.0.2'] },
    });
  });

  it('is refused with what is wrong of its files', async () => {
    writeFileSync(join(folder, 'none.pem'), 'nothing');
    chmodSync(join(folder, 'none.pem'), 0o600);
    makeCertificate(folder, { as: 'other' });
    makeCertificate(folder, { as: 'open' });
    chmodSync(join(folder, 'other.key.pem'), 0o600);
    chmodSync(join(folder, 'open.key.pem'), 0o644);
    expect(await read(tls('~/gone.pem'))).toMatch(/^TLS_UNUSABLE ~\/gone\.pem cannot be read/);
    expect(await read(tls('~/own.cert.pem', '~/gone.pem'))).toMatch(/^TLS_UNUSABLE ~\/gone\.pem cannot be read/);
    expect(await read(tls('~/none.pem'))).toMatch(/^TLS_UNUSABLE/);
    expect(await read(tls('~/own.cert.pem', '~/none.pem'))).toMatch(/^TLS_UNUSABLE/);
    expect(await read(tls('~/own.cert.pem', '~/other.key.pem'))).toContain('is not the key of ~/own.cert.pem');
    expect(await read(tls('~/open.cert.pem', '~/open.key.pem'))).toContain('can be read by everybody');
  });

  it('stands in one line for the doctor, with what will not last', () => {
    const reach = { host: '0.0.0.0', origin: 'https://drover.test', tls: own.read(), proxies: [] };
    const look = (days: number, change = {}, trouble: string | null = null) =>
      checkReach('https://drover.test', 4777, { ...reach, ...change }, { now: Date.now() + days * dayMs, trouble });
    expect(look(0)).toMatchObject({ state: 'ok', said: expect.stringContaining('0.0.0.0:4777 with TLS') });
    expect(look(80)).toMatchObject({ state: 'note', hint: expect.stringContaining('surfaces.http.tls') });
    expect(look(91)).toMatchObject({ state: 'bad', said: expect.stringContaining('it is over') });
    expect(look(0, { origin: 'https://other.test' })).toMatchObject({
      ...{ state: 'note', said: expect.stringContaining('not for other.test') },
    });
    expect(look(0, { origin: 'https://127.0.0.1:4777' })).toMatchObject({ state: 'ok' });
    expect(look(0, {}, 'no key')).toMatchObject({ state: 'bad', said: expect.stringContaining('no key') });
    expect(look(0, { tls: null, proxies: ['10.0.0.2'] })).toMatchObject({
      ...{ state: 'ok', said: 'https://drover.test, at 0.0.0.0:4777 behind 10.0.0.2' },
    });
    expect(checkReach('http://127.0.0.1:4777', 4777, null, { now: 0, trouble: null })).toMatchObject({
      ...{ state: 'ok', said: 'http://127.0.0.1:4777, for this machine alone' },
    });
  });
});
