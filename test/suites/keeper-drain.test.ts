// Two keepers of different protocols on one state folder: the older goes on with what it holds, the newer takes what is new.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { KEEPER_PROTOCOL } from '../../src/contract/keeper/protocol.ts';
import { runId } from '../../src/domain/ids.ts';
import { connectKeeper } from '../../src/keeper/client/connect.ts';
import { readProcess } from '../../src/keeper/process/processes.ts';
import { keeperSocket } from '../../src/keeper/server/lock.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { ended, type KeeperRoom, openKeeperRoom, type RoomOptions, shell, until } from './keeper-room.ts';
import { openTerminal } from './keeper-terminal.ts';

const [old, fresh] = [runId(1), runId(2)];
const never = new AbortController().signal;
const closers: (() => Promise<void> | void)[] = [];
const pty = { kind: 'pty', columns: 80, rows: 24 } as const;

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-drain-')));
  closers.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Its `close` would look for a keeper that has gone by itself. */
async function open(options: RoomOptions): Promise<KeeperRoom> {
  const room = await openKeeperRoom(options);
  const { pid } = room.keeper;
  closers.push(async () => {
    await room.keeper.close();
    if (readProcess(pid) !== null) process.kill(pid, 'SIGTERM');
    await until(() => readProcess(pid) === null, 'the keeper has gone');
  });
  return room;
}

const isGone = (room: KeeperRoom, pid: number) =>
  until(() => readProcess(pid) === null, `${room.folder} ${pid} has gone`);

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('a keeper of an older protocol', () => {
  test('keeps its runs, which are found, read, written and ended where they live, and goes with the last', async () => {
    const state = { folder: folder(), socket: join(folder(), 'k.sock') };
    const older = await open({ ...state, protocol: KEEPER_PROTOCOL });
    const held = await older.keeper.ensure(old, shell('echo one; read x; echo "two $x"', { io: pty }));
    const newer = await open({ ...state, protocol: KEEPER_PROTOCOL + 1 });
    const { keeper } = newer;
    const pids = [older.keeper.pid, keeper.pid];
    expect(new Set(pids).size).toBe(2);
    expect(await keeper.find(old)).toMatchObject({ pid: held.pid, ending: null });
    expect((await keeper.ensure(old, shell('echo never'))).pid).toBe(held.pid);
    const started = await keeper.ensure(fresh, shell('sleep 1000'));
    expect((await keeper.list()).map(({ runId, ending }) => [runId, ending]).sort()).toEqual([
      [old, null],
      [fresh, null],
    ]);
    expect(await older.keeper.find(fresh)).toMatchObject({ ending: null });
    const refused = older.keeper.ensure(runId(3), shell('true'));
    await expect(refused).rejects.toMatchObject({ failure: { error_code: 'KEEPER_UNREACHABLE' } });
    await until(async () => (await keeper.screen(old))?.screen.lines[0] === 'one', 'its screen');
    const heard = new Map<string, unknown>();
    keeper.onEnding((kept) => heard.set(kept.runId, kept.ending));
    await keeper.write(old, 1, Buffer.from('go\r'));
    let output = '';
    for await (const bytes of keeper.attach(old, 0, never)) output += Buffer.from(bytes).toString();
    expect(output).toContain('two go');
    await isGone(older, pids[0] ?? 0);
    await until(() => heard.has(old), 'its ending');
    expect(heard.get(old)).toEqual({ kind: 'exited', code: 0 });
    expect((await ended(keeper, old)).inputSeq).toBe(1);
    await keeper.forget(old);
    expect((await keeper.list()).map(({ runId }) => runId)).toEqual([fresh]);
    expect((await keeper.find(fresh))?.pid).toBe(started.pid);
    expect(readProcess(started.pid ?? 0)).not.toBeNull();
  });

  test('that holds nothing goes at once', async () => {
    const state = { folder: folder(), socket: join(folder(), 'k.sock') };
    const older = await open({ ...state, protocol: KEEPER_PROTOCOL });
    const { pid } = older.keeper;
    const newer = await open({ ...state, protocol: KEEPER_PROTOCOL + 1 });
    await isGone(older, pid);
    expect((await newer.keeper.ensure(fresh, shell('true'))).runId).toBe(fresh);
  });

  test('that is killed leaves its runs to the newer one, which sweeps them and tells them as lost', async () => {
    const state = { folder: folder(), socket: join(folder(), 'k.sock') };
    const older = await open({ ...state, protocol: KEEPER_PROTOCOL });
    const held = await older.keeper.ensure(old, shell('sleep 1000'));
    const newer = await open({ ...state, protocol: KEEPER_PROTOCOL + 1 });
    await older.kill();
    await until(async () => (await newer.keeper.find(old))?.ending?.kind === 'lost', 'the lost run');
    expect(readProcess(held.pid ?? 0)).toBeNull();
  });

  test('gives tickets to its runs through the newer client', async () => {
    const state = { folder: folder(), socket: join(folder(), 'k.sock') };
    const older = await open({ ...state, protocol: KEEPER_PROTOCOL });
    await older.keeper.ensure(old, shell('cat', { io: pty }));
    const newer = await open({ ...state, protocol: KEEPER_PROTOCOL + 1 });
    const person = await openTerminal(await newer.keeper.ticket(old, 'type'), old);
    await person.ask({ ask: 'attach', from: 'picture' });
    await person.ask({ ask: 'type' }, Buffer.from('hello'));
    await until(() => person.sent().toString().includes('hello'), 'the echo');
    await person.leave();
    await newer.keeper.end(old, 'cancelled');
    expect((await ended(newer.keeper, old)).ending).toEqual({ kind: 'cancelled' });
  });
});

describe('the door', () => {
  test('HX-24 is a socket for its owner alone; another one is not trusted', async () => {
    const room = await open({ folder: folder(), socket: join(folder(), 'k.sock') });
    const path = keeperSocket(room.socket);
    chmodSync(path, 0o666);
    const connecting = () => connectKeeper({ socket: room.socket, clock: systemClock, reachMs: 3_600_000 });
    await expect(connecting()).rejects.toMatchObject({ failure: { error_code: 'UNAUTHORIZED' } });
    chmodSync(path, 0o600);
    chmodSync(join(path, '..'), 0o777);
    await expect(connecting()).rejects.toMatchObject({ failure: { error_code: 'UNAUTHORIZED' } });
    chmodSync(join(path, '..'), 0o700);
    await (await connecting()).close();
  });
});

test('a child starts in a scope where a manager makes them, with its own environment and terminal', async () => {
  const runtime = folder();
  mkdirSync(join(runtime, 'systemd'));
  writeFileSync(join(runtime, 'systemd', 'private'), '');
  const said = join(runtime, 'said');
  const standIn = `#!/bin/sh\nprintf '%s ' "$@" >> ${said}; echo >> ${said}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`;
  writeFileSync(join(runtime, 'systemd-run'), standIn);
  chmodSync(join(runtime, 'systemd-run'), 0o700);
  const env = { XDG_RUNTIME_DIR: runtime, PATH: `${runtime}:${process.env.PATH}` };
  const room = await open({ folder: folder(), socket: join(folder(), 'k.sock'), env });
  await room.keeper.ensure(old, shell('stty size; echo "[$XDG_RUNTIME_DIR]"; exit 7', { io: pty }));
  const kept = await ended(room.keeper, old);
  expect(kept.ending).toEqual({ kind: 'exited', code: 7 });
  expect(readFileSync(kept.files.output, 'utf8')).toBe('24 80\r\n[]\r\n');
  expect(readFileSync(said, 'utf8')).toMatch(/--unit=drover-[0-9a-f]{16}-r1\.scope -- .*\/bin\/sh -c stty/);
  await room.keeper.ensure(fresh, shell('exit 3'));
  expect((await ended(room.keeper, fresh)).ending).toEqual({ kind: 'exited', code: 3 });
  expect(existsSync(said)).toBe(true);
});
