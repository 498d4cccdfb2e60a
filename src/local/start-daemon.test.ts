// Starting on demand, with a small daemon in place of the real one: it takes a lock, greets, and ends on SIGTERM.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { awaitDown } from './await-down.ts';
import { pingDaemon } from './ping-daemon.ts';
import { compareVersions, startDaemon } from './start-daemon.ts';

const daemon = `
import { appendFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
appendFileSync('starts', process.pid + '\\n');
const lock = new DatabaseSync('owner.lock');
try { lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE'); } catch { process.exit(0); }
rmSync(process.env.TEST_SOCKET, { force: true });
const hello = { version: process.env.TEST_VERSION, pid: process.pid };
const server = createServer((connection) => {
  connection.on('error', () => undefined);
  connection.end(JSON.stringify({ hello }) + '\\n');
});
server.listen(process.env.TEST_SOCKET, () => appendFileSync('winners', process.pid + '\\n'));
process.on('SIGTERM', () => process.exit(0));
`;

const started: string[] = [];

function place(program = daemon, version = '1.0.0') {
  const stateFolder = mkdtempSync(join(tmpdir(), 'state-'));
  const [entry, socket] = [join(stateFolder, 'daemon.mjs'), join(stateFolder, 's')];
  writeFileSync(entry, program);
  started.push(socket);
  return { stateFolder, entry, socket, version, env: { ...process.env, TEST_SOCKET: socket, TEST_VERSION: version } };
}

afterEach(async () => {
  for (const socket of started.splice(0)) {
    const hello = await pingDaemon(socket, 1000);
    if (typeof hello === 'object') process.kill(hello.pid, 'SIGTERM');
    expect(await awaitDown(socket, 20_000)).toBe(true);
  }
});

const lines = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);

it('starts a daemon where none runs, and finds it the next time', async () => {
  const at = place();
  const first = await startDaemon(at);
  const second = await startDaemon(at);
  expect(first).toMatchObject({ ok: true, data: { version: '1.0.0' } });
  expect(second).toEqual(first);
  expect(lines(join(at.stateFolder, 'starts'))).toHaveLength(1);
});

it('a run of an agent that sees no state of Drover begins none; one that sees it, or names its own, does', async () => {
  const at = place();
  const env = { ...at.env, DROVER_RUN: 'r1', DROVER_HOME: undefined };
  expect(await startDaemon({ ...at, env })).toMatchObject({ ok: false, error_code: 'DAEMON_UNREACHABLE' });
  expect(existsSync(join(at.stateFolder, 'starts'))).toBe(false);
  writeFileSync(join(at.stateFolder, 'host'), 'here');
  expect(await startDaemon({ ...at, env })).toMatchObject({ ok: true });
  const other = place();
  expect(await startDaemon({ ...other, env: { ...other.env, DROVER_RUN: 'r1', DROVER_HOME: '/x' } })).toMatchObject({
    ok: true,
  });
});

it('ten commands that find no daemon at once get one and the same', async () => {
  const at = place();
  const program = `
    import { startDaemon } from ${JSON.stringify(join(import.meta.dirname, 'start-daemon.ts'))};
    const reply = await startDaemon({ ...JSON.parse(process.argv[1]), deadlineMs: 60_000 });
    console.log(JSON.stringify(reply));
  `;
  const { env, ...options } = at;
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const argv = ['--input-type=module', '-e', program, JSON.stringify(options)];
      const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      await once(child, 'close');
      return JSON.parse(said);
    }),
  );
  const [pid] = lines(join(at.stateFolder, 'winners')).map(Number);
  expect(lines(join(at.stateFolder, 'winners'))).toHaveLength(1);
  expect(replies).toEqual(replies.map(() => ({ ok: true, data: { version: '1.0.0', pid } })));
});

it('a socket file that nobody listens on is no daemon', async () => {
  const at = place();
  const dead = spawn(process.execPath, ['-e', 'require("net").createServer().listen(process.argv[1])', at.socket]);
  while (!existsSync(at.socket)) await new Promise((resolve) => setImmediate(resolve));
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  expect(existsSync(at.socket)).toBe(true);
  expect(await startDaemon(at)).toMatchObject({ ok: true });
});

it('an older daemon is told to end and a newer takes its place, said in one line', async () => {
  const at = place();
  await startDaemon(at);
  const said: string[] = [];
  const newer = { ...at, version: '1.1.0', env: { ...at.env, TEST_VERSION: '1.1.0' } };
  const reply = await startDaemon({ ...newer, deadlineMs: 60_000, tell: (line) => said.push(line) });
  expect(reply).toMatchObject({ ok: true, data: { version: '1.1.0' } });
  expect(said).toEqual(['replacing the daemon of version 1.0.0 by 1.1.0; its agents go on']);
});

it('a newer daemon is left alone by an older command', async () => {
  const at = place(daemon, '2.0.0');
  await startDaemon(at);
  expect(await startDaemon({ ...at, version: '1.0.0' })).toMatchObject({ ok: true, data: { version: '2.0.0' } });
});

it('a daemon that cannot start is told with the end of its log', async () => {
  const at = place('console.error("first"); throw new Error("no such port");');
  const reply = await startDaemon({ ...at, deadlineMs: 60_000 });
  expect(reply).toMatchObject({ ok: false, error_code: 'DAEMON_UNREACHABLE' });
  expect(JSON.stringify(reply)).toContain('no such port');
});

it('a daemon that turns its log over and cannot start is told with the end of its log all the same', async () => {
  const turned = "import { ftruncateSync } from 'node:fs'; ftruncateSync(2, 0);";
  const at = place(`${turned} console.error('STATE_NEWER: it is newer'); process.exit(1);`);
  writeFileSync(join(at.stateFolder, 'daemon.log'), 'what stood there\n'.repeat(10));
  const reply = await startDaemon({ ...at, deadlineMs: 60_000 });
  expect(reply).toMatchObject({ ok: false, error_code: 'STATE_NEWER', error: expect.stringContaining('it is newer') });
});

it('something that listens and never greets is not waited for beyond the deadline', async () => {
  const at = place();
  const server = createServer(() => undefined).listen(at.socket);
  await once(server, 'listening');
  const reply = await startDaemon({ ...at, deadlineMs: 300 });
  expect(reply).toMatchObject({ ok: false, error_code: 'DAEMON_UNREACHABLE', error: 'the daemon does not answer' });
  server.close();
});

it('a daemon started from inside a run does not carry the marks of the run', async () => {
  const at = place(`${daemon}\nappendFileSync('marks', String(process.env.DROVER_MARK ?? 'none'));`);
  await startDaemon({ ...at, env: { ...at.env, DROVER_MARK: 'm', DROVER_RUN: 'r1' } });
  expect(readFileSync(join(at.stateFolder, 'marks'), 'utf8')).toBe('none');
});

it('a state folder that cannot be made is said so', async () => {
  const at = { ...place(), stateFolder: '/sys/drover' };
  expect(await startDaemon(at)).toMatchObject({ ok: false, error_code: 'STATE_READ_ONLY' });
});

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.10.0', -1],
  ['2.0.0', '1.9.9', 1],
  ['1.0.0-rc.1', '1.0.0', -1],
])('%s against %s', (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected);
});
