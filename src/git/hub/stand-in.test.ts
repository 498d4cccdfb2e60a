import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { personalEnv } from '../process/environments.ts';
import { readSettings } from '../process/settings.ts';
import { remoteOf } from '../remote/remote.ts';
import { keepStandIn, placeOf } from './stand-in.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stand-in-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const url = 'https://code.test/shop.git';

it.each([
  ['its address', [], { url, asIs: false }],
  [
    'an address of its own',
    [['remote.origin.pushurl', 'ssh://code.test/own.git']],
    { url: 'ssh://code.test/own.git', asIs: false },
  ],
  [
    'the address that a rule for pushes makes, which no other rule changes',
    [['url.ssh://git@code.test/.pushInsteadOf', 'https://code.test/']],
    { url: 'ssh://git@code.test/shop.git', asIs: true },
  ],
])('for a checkout that is gone it is pushed to %s', async (_, settings, pushes) => {
  const [checkout, hub] = [join(root, 'checkout'), join(root, 'hub')];
  const git = (...args: string[]) => execFileSync('git', ['-C', checkout, ...args]);
  execFileSync('git', ['init', '-q', checkout]);
  for (const [key = '', value = ''] of [['remote.origin.url', url], ...settings]) git('config', key, value);
  const env = personalEnv(process.env as Record<string, string>);
  await keepStandIn(hub, { root: checkout, settings: await readSettings(env, checkout) });
  rmSync(checkout, { recursive: true });
  const place = await placeOf({ path: hub, checkout });
  expect(remoteOf(await readSettings(env, place), place)).toEqual({ name: 'origin', url, pushes });
});
