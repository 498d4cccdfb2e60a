// A session in a sandbox: it reaches Drover through a socket of its own, as itself, and nothing else of Drover's state.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Reply } from '../../src/contract/protocol.ts';
import { needs } from '../needs/needs.ts';
import { built } from './built.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.close());

/** The command line where a sandbox shows it: in a folder of the PATH. */
function installDrover(): void {
  const home = join(world.bin, 'drover-program');
  const launcher = built('cli');
  for (const name of ['bin', 'dist'])
    cpSync(join(dirname(launcher), '..', name), join(home, name), { recursive: true });
  world.program('drover', `#!/bin/sh\nexec '${process.execPath}' '${join(home, 'bin', basename(launcher))}' "$@"\n`);
}

const inCheckout = (name: string) => join(world.checkout, name);
const written = (name: string) => (existsSync(inCheckout(name)) ? readFileSync(inCheckout(name), 'utf8') : '');
const told = (name: string) => JSON.parse(written(name)) as Reply<never>;

/** Plays it inside, and goes on to live. */
const play = (lines: readonly string[]) => ['-c', [...lines, 'touch played', 'exec sleep 1000'].join('\n')];
const played = () =>
  world.until(
    async () => existsSync(inCheckout('played')),
    (there) => there,
  );

it('asks as itself, sends as itself, cannot answer, and sees no other state', needs('bwrap'), async () => {
  world = await openSessionWorld();
  installDrover();
  await world.start('echo');
  await world.startOf(
    'inside',
    'sh',
    play([
      'drover ps --json > ps.json',
      'drover send echo "from inside" --json > sent.json',
      'drover answer q1 yes --json > answered.json',
      'drover stop echo --json > stopped.json',
      `ls -A '${world.state}' > state.txt 2>&1`,
      'ls -A "$DROVER_HOME" > door.txt',
      'echo "$DROVER_HOME" > home.txt',
    ]),
    ['--sandbox'],
  );
  await played();
  expect(told('ps.json')).toMatchObject({ ok: true });
  expect(written('ps.json')).toContain('"inside"');
  expect(told('answered.json')).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
  expect(told('stopped.json')).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
  const sent = told('sent.json');
  expect(sent, written('sent.json')).toMatchObject({ ok: true });
  await world.until(
    async () => world.lines('echo'),
    (lines) => lines.some((line) => line.includes('from inside')),
  );
  expect(world.lines('echo').join('\n')).toContain('inside');
  expect(written('door.txt').trim()).toBe('drover.sock');
  const seen = written('state.txt').trim().split('\n');
  expect(seen.some((name) => /drover\.db|store|daemon\.log|callers|drover\.sock|leases|receipts/.test(name))).toBe(
    false,
  );
  expect(readdirSync(world.state).length).toBeGreaterThan(seen.length);
});

it('finds its socket again after the death of the daemon, and has none after its end', needs('bwrap'), async () => {
  world = await openSessionWorld();
  installDrover();
  await world.startOf(
    'inside',
    'sh',
    play(['echo "$DROVER_HOME" > home.txt', 'until [ -e again ]; do sleep 0.1; done', 'drover ps --json > ps.json']),
    ['--sandbox'],
  );
  await world.until(
    async () => written('home.txt'),
    (text) => text.includes('\n'),
  );
  process.kill(await world.daemonPid(), 'SIGKILL');
  await world.session('inside');
  writeFileSync(inCheckout('again'), '');
  await played();
  expect(told('ps.json')).toMatchObject({ ok: true });
  await world.must(['stop', 'inside', '--now']);
  await world.until(
    async () => existsSync(written('home.txt').trim()),
    (there) => !there,
  );
});

it('commits in its checkout, and leaves nothing there that git runs or goes elsewhere by', needs('bwrap'), async () => {
  world = await openSessionWorld();
  const config = readFileSync(inCheckout('.git/config'), 'utf8');
  await world.startOf(
    'inside',
    'sh',
    play([
      'git config core.sshCommand "touch /tmp/hit; false"',
      'git remote add origin ssh://nowhere.test/evil',
      'printf "#!/bin/sh\\n" > .git/hooks/post-checkout',
      'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "by the agent"',
      'git log -1 --format=%s > log.txt',
    ]),
    ['--sandbox'],
  );
  await played();
  expect(written('log.txt')).toBe('by the agent\n');
  expect(readFileSync(inCheckout('.git/config'), 'utf8')).toBe(config);
  expect(existsSync(inCheckout('.git/hooks/post-checkout'))).toBe(false);
});
