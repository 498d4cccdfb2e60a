import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostOf, serviceHosts } from './kit.ts';

it('the hosts of an agent are the usual ones and those its own settings name, however they are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  writeFileSync(join(folder, 'config.toml'), '[model_providers.mine]\nbase_url = "http://127.0.0.1:4000/v1"\n');
  writeFileSync(
    join(folder, 'settings.json'),
    '{"env":{"ANTHROPIC_BASE_URL":"https://gate.example/"},"x":{"baseUrl": "https://gate.example/v2"},"home":"https://no.example"}',
  );
  const files = ['config.toml', 'settings.json', 'missing'];
  const hosts = serviceHosts(['api.example'], ({ HOME = '' }) => files.map((file) => join(HOME, file)));
  expect(await hosts({ HOME: folder })).toEqual(['api.example', '127.0.0.1:4000', 'gate.example']);
  expect(await hosts({ HOME: '/nowhere' })).toEqual(['api.example']);
});

it('an address that is none names no host', () => {
  expect(['', 'x', 'http://', 'https://[::1]:9/'].map(hostOf)).toEqual([[], [], [], ['[::1]:9']]);
});
