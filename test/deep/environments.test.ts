// Looking at an environment through the program: a bug in a log, the log after a deployment, and what may not be asked.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Probed, Verified } from '../../src/contract/environment.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
let root: string;
const log = (line: string) => appendFileSync(join(root, 'logs/shop.log'), `${line}\n`);

beforeAll(async () => {
  world = await openWorld();
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'env-'))), 'shop');
  mkdirSync(join(root, 'logs'), { recursive: true });
  writeFileSync(join(root, 'logs/shop.log'), '09:45 INFO started\n09:46 ERROR heartbeat failed token=abc123secret\n');
  await world.must(['env', 'add', 'shop-local', root]);
});
afterAll(() => world.close());

it('CM-57 CM-63 CM-68 probes: module, log, errors without their secrets, and what is asked besides', async () => {
  const found = await world.must<Probed>([
    'env',
    'probe',
    'shop-local',
    '--command',
    'tail -1 logs/shop.log',
    '--command',
    'uptime',
  ]);
  expect(found).toMatchObject({
    ...{ env: 'shop-local', tier: 'local', root, baseline: { made: true } },
    modules: [{ name: 'shop', running: false }],
    logs: [{ where: join(root, 'logs/shop.log'), findings: [{ count: 1 }] }],
    commands: [{ exit: 0, output: '09:46 ERROR heartbeat failed token=[redacted]\n' }, { exit: 0 }],
  });
  expect(JSON.stringify(found)).not.toContain('abc123secret');
});

it('CM-59 CM-60 CM-61 refuses with a code of its own, and nothing was run', async () => {
  for (const command of ['rm -rf logs', 'cat logs/shop.log; id', 'cat ../../x', 'cat /etc/hostname'])
    expect(await world.ask(['env', 'probe', 'shop-local', '--command', command])).toMatchObject({
      error_code: 'COMMAND_DENIED',
    });
});

it('CM-65 CM-66 CM-67 verifies what was logged since, with an exit code for each', async () => {
  expect(await world.ask(['env', 'verify', 'shop-local'])).toMatchObject({ ok: true, data: { verdict: 'unknown' } });
  log('10:00 INFO deployed');
  expect(await world.must<Verified>(['env', 'verify', 'shop-local'])).toMatchObject({ verdict: 'resolved' });
  expect(await world.must<Verified>(['env', 'verify', 'shop-local', '--soak', '1s'])).toMatchObject({
    verdict: 'resolved',
  });
  log('10:01 ERROR heartbeat failed token=other99secret');
  const text = await world.drover(['env', 'verify', 'shop-local']);
  expect(text).toMatchObject({ code: 5, out: expect.stringContaining('remaining. 1 error is still there.') });
});

it('a person may look at production; an error that comes while it is to stay quiet is no resolution', async () => {
  await world.must(['env', 'add', 'shop-prod', root]);
  expect(await world.must<Probed>(['env', 'probe', 'shop-prod'])).toMatchObject({
    tier: 'prod',
    baseline: { made: true },
  });
  log('11:00 INFO deployed');
  const soaking = world.drover(['env', 'verify', 'shop-prod', '--soak', '4s']);
  const first = setInterval(() => log('11:01 INFO still here'), 200);
  const later = setTimeout(() => log('11:02 ERROR heartbeat failed token=third'), 2_500);
  const told = await soaking;
  clearInterval(first);
  clearTimeout(later);
  expect(told).toMatchObject({ code: 5, out: expect.stringContaining('remaining') });
});

it('CM-64 a host that does not answer is no verdict', async () => {
  await world.must(['env', 'add', 'shop-dead', 'nobody@127.0.0.1.invalid:/srv']);
  expect(await world.ask(['env', 'probe', 'shop-dead'])).toMatchObject({ error_code: 'SSH_UNREACHABLE' });
});
