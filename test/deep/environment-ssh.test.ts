// The environment suite over a real sshd on loopback, and what only ssh does.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEnvironments } from '../../src/environments/create-environments.ts';
import { shareConnection } from '../../src/environments/shared-connection.ts';
import { sshArgv, sshHost } from '../../src/environments/ssh-host.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Environments, Site } from '../../src/ports/environment.ts';
import { type Sshd, startSshd } from '../fakes/sshd/start-sshd.ts';
import { needs } from '../needs/needs.ts';
import { environmentSuite } from '../suites/environment.suite.ts';

async function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sshd-')));
  const sshd = await startSshd(folder);
  // Sockets have short paths.
  const control = mkdtempSync('/tmp/drover-ssh-');
  const env = () => ({ ...(process.env as Record<string, string>), PATH: `${sshd.bin}:${process.env.PATH}` });
  const environments = createEnvironments({ clock: systemClock, env, folder: control });
  return { folder, sshd, control, environments, userHost: sshd.userHost, close: () => sshd.stop() };
}

describe('over ssh', needs('ssh', 'sshd'), () => environmentSuite('ssh', open));

describe('ssh alone', needs('ssh', 'sshd'), () => {
  let stage: Awaited<ReturnType<typeof open>>;
  let sshd: Sshd;
  let environments: Environments;
  let root: string;
  const never = new AbortController().signal;
  const site = (more: Partial<Site> = {}): Site => ({
    ...{
      name: 'app-prod',
      type: 'ssh',
      user_host: 'drover-test',
      path: root,
      allow_paths: [],
      log: null,
      service: null,
    },
    ...more,
  });
  const look = (commands: readonly string[] = [], more: Partial<Site> = {}) =>
    environments.look(site(more), { commands, since: null }, never);
  const unreachable = (message: RegExp) => ({
    ok: false,
    failure: { error_code: 'SSH_UNREACHABLE', message: expect.stringMatching(message) },
  });

  beforeAll(async () => {
    stage = await open();
    ({ sshd, environments } = stage);
    root = join(stage.folder, "it's a root");
    mkdirSync(root);
    writeFileSync(join(root, 'app.log'), '09:46 ERROR x\n');
  });
  afterAll(async () => {
    await environments.close();
    await sshd.stop();
  });

  test('a folder with blanks and quotes in its name; one connection for all', async () => {
    expect(await look(['cat app.log'])).toMatchObject({
      ok: true,
      value: { root, ran: [{ exit: 0, output: '09:46 ERROR x\n' }] },
    });
    expect(readdirSync(stage.control)).toHaveLength(1);
  });

  test('the home of who logs in there', async () => {
    expect(await look([], { path: '~' })).toMatchObject({ ok: true, value: { root: sshd.home } });
  });

  test('the connection is shared, and ended with us', async () => {
    const masters = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(stage.control);
    await look();
    expect(masters()).toBe(true);
    await environments.close();
    await expect.poll(masters).toBe(false);
  });

  test('CM-64 a connection cut in the middle of a command is no answer', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const looking = look(['cat pipe']);
    const reads = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(`cat -- ${root}/pipe`);
    let cuts = 0;
    const cutting = (async () => {
      // It tries again, and is cut again.
      for (
        const end = Date.now() + 60_000;
        cuts < 3 && Date.now() < end;
        await new Promise((done) => setTimeout(done, 50))
      )
        if (reads()) {
          sshd.cut();
          cuts += 1;
        }
    })();
    expect(await looking).toMatchObject(unreachable(/cut off/));
    await cutting;
    expect(cuts).toBe(3);
  });

  test('a program whose time is over ends over there as well, where nobody tells it', async () => {
    const env = { ...(process.env as Record<string, string>), PATH: `${sshd.bin}:${process.env.PATH}` };
    const connection = shareConnection(sshArgv, 'drover-test', null);
    const host = sshHost({ userHost: 'drover-test', path: root, connection }, { cwd: '/', env, signal: never });
    const lives = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes('sleep 617.25');
    // Its time is the program's alone: the connection is there.
    await host.exec([['true']]);
    const sleeping = host.exec([['sleep', '617.25']], { timeoutMs: 5_000 });
    await expect.poll(lives).toBe(true);
    expect(await sleeping).toMatchObject({ ok: true, value: { exit: null } });
    await expect.poll(lives).toBe(false);
  });

  test('CM-64 one that accepts and never speaks is given up in time', async () => {
    sshd.configure('Host drover-silent\n  ProxyCommand sleep 600\n  ConnectTimeout 1\n');
    const stop = AbortSignal.timeout(3_000);
    const looked = await environments.look(site({ user_host: 'drover-silent' }), { commands: [], since: null }, stop);
    sshd.configure('');
    expect(looked).toMatchObject({ ok: false, failure: { error_code: 'SSH_UNREACHABLE' } });
  });

  test('CM-64 nobody there, no such host, no such key, a stranger: said as it is, never an empty look', async () => {
    await environments.close();
    await sshd.stop();
    expect(await look()).toMatchObject(unreachable(/refused/i));
    await sshd.start();
    expect(await look([], { user_host: 'drover-test-nowhere.invalid' })).toMatchObject(unreachable(/resolve/i));
    sshd.configure('Host drover-test\n  User drover-no-such-user\n');
    await environments.close();
    expect(await look()).toMatchObject(unreachable(/permission denied/i));
    sshd.configure('');
    expect(await look()).toMatchObject({ ok: true });
  });

  test('CM-64 a host with another key than it had is not talked to', async () => {
    await environments.close();
    await sshd.changeKey();
    expect(await look()).toMatchObject(unreachable(/host key verification failed/i));
  });
});
