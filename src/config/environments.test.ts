// What may be configured of environments, and which of them belong to a workspace.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConfig } from './create-config.ts';

function open(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  writeFileSync(join(folder, 'config.yaml'), text);
  return createConfig({ file: join(folder, 'config.yaml'), home: '/home/ada' });
}

it('an environment may have to stay quiet after a deployment; what is no time, and a key that is none, is refused', async () => {
  const config = open('environments:\n  shop-prod: ~/shop # mine\n');
  expect(await config.set('environments', 'shop-prod', 'verify.soak', '10m')).toMatchObject({ ok: true });
  const read = await config.read();
  const entry = read.ok ? read.value.environments['shop-prod'] : undefined;
  expect(entry).toMatchObject({ connect: '~/shop', tier: 'prod', verify: { soak: '10m' } });
  expect(await config.set('environments', 'shop-prod', 'verify.soak', 'long')).toMatchObject({
    failure: { error_code: 'CONFIG_INVALID' },
  });
  expect(await config.set('environments', 'shop-prod', 'verify.sok', '10m')).toMatchObject({
    failure: { error_code: 'UNKNOWN_KEY', message: expect.stringContaining('"soak"') },
  });
});

it('CM-09 the default, the one called like the workspace and those that begin with its name belong to it', async () => {
  const config = open(`workspaces:
  shop: { path: /shop, default_env: live }
  shop-api: /api
environments:
  shop-prod: /a
  shop: /b
  live: /c
  shop-api-prod: /d
  shop-api: /e
  other: /f
`);
  const read = await config.read();
  if (!read.ok) throw new Error(read.failure.message);
  const names = (workspace: string) => config.environmentsOf(read.value, workspace).map(({ name }) => name);
  expect(names('shop')).toEqual(['live', 'shop-prod', 'shop']);
  expect(names('shop-api')).toEqual(['shop-api-prod', 'shop-api']);
});

it('is looked at where it is: here with the person’s home, elsewhere as it is written', () => {
  const config = open('');
  const entry = { connect: '', user_host: null, tier: null } as const;
  expect(config.siteOf('here', { ...entry, type: 'local', path: '~/shop', log: 'a.log' })).toMatchObject({
    ...{ name: 'here', path: '/home/ada/shop', log: 'a.log', service: null, allow_paths: [] },
  });
  expect(config.siteOf('there', { ...entry, type: 'ssh', path: '~/shop' }).path).toBe('~/shop');
});
