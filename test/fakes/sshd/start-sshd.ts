// A real sshd on loopback with keys and settings of its own, and the ssh of a person who knows it: a program `ssh` for PATH.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcesses } from '../../../src/keeper/process/processes.ts';
import { freePort } from '../free-port.ts';

export type Sshd = {
  /** As it is written in the configuration of an environment. */
  readonly userHost: string;
  /** To be the first on PATH. */
  readonly bin: string;
  /** Of who logs in there: what the shell of this machine's own user reads at its start is neither read nor waited for. */
  readonly home: string;
  /** Lines of the person's ssh configuration from now on, before all others. */
  configure(lines: string): void;
  /** The host has another key from now on. */
  changeKey(): Promise<void>;
  /** Cuts every connection there is. */
  cut(): void;
  stop(): Promise<void>;
  start(): Promise<void>;
};

const program = '/usr/sbin/sshd';

export async function startSshd(folder: string): Promise<Sshd> {
  for (const each of ['bin', 'keys', 'home']) mkdirSync(join(folder, each), { recursive: true, mode: 0o700 });
  // Its own place for those that have not logged in yet; it insists on this one.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const at = (name: string) => join(folder, 'keys', name);
  const newKey = (name: string) => execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
  for (const each of ['host', 'other', 'person']) newKey(each);
  const port = await freePort();
  let key = 'host';
  let child: ChildProcess | null = null;

  const settings = () => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${at(key)}
AuthorizedKeysFile ${at('person.pub')}
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
MaxStartups 100
MaxSessions 100
SetEnv HOME=${join(folder, 'home')}
`;
  const config = (lines: string) =>
    writeFileSync(
      join(folder, 'config'),
      `${lines}
Host drover-test
  HostName 127.0.0.1
  Port ${port}
  User ${userInfo().username}
  IdentityFile ${at('person')}
  IdentitiesOnly yes
  UserKnownHostsFile ${at('known')}
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
`,
    );
  const [type, text] = readFileSync(at('host.pub'), 'utf8').split(' ');
  writeFileSync(at('known'), `[127.0.0.1]:${port} ${type} ${text}\n`);
  writeFileSync(join(folder, 'bin', 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F '${join(folder, 'config')}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'ssh'), 0o755);
  config('');

  async function start() {
    writeFileSync(join(folder, 'sshd_config'), settings());
    child = spawn(program, ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
    for (const end = Date.now() + 20_000; !(await answers(port)); await wait(20))
      if (Date.now() > end) throw new Error('sshd did not start');
  }
  async function stop() {
    const gone = child === null || child.exitCode !== null ? null : new Promise((done) => child?.once('exit', done));
    child?.kill('SIGKILL');
    await gone;
    child = null;
  }
  function cut() {
    for (const pid of below(child?.pid ?? -1)) kill(pid);
  }
  await start();
  return {
    userHost: 'drover-test',
    bin: join(folder, 'bin'),
    home: join(folder, 'home'),
    configure: config,
    async changeKey() {
      key = 'other';
      cut();
      await stop();
      await start();
    },
    cut,
    async stop() {
      cut();
      await stop();
    },
    start,
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with the one before it.
  }
}

/** Descendants, children first. */
function below(pid: number): readonly number[] {
  const rows = readProcesses();
  const find = (parent: number): number[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row.pid, ...find(row.pid)]);
  return find(pid);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket.destroy() !== null));
    socket.on('error', () => resolve(false));
  });
