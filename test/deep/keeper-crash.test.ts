// What outlives whom: clients, launchers and keepers killed, disks full, two keepers on one folder.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../src/contract/keeper/frames.ts';
import { KEEPER_PROTOCOL } from '../../src/contract/keeper/protocol.ts';
import { type RunId, runId } from '../../src/domain/ids.ts';
import { connectKeeper } from '../../src/keeper/client/connect.ts';
import { endOtherLives, inEpoch } from '../../src/keeper/client/in-epoch.ts';
import { launchKeeper } from '../../src/keeper/client/launch.ts';
import { readOutput } from '../../src/keeper/journal/read-output.ts';
import { readProcess } from '../../src/keeper/process/processes.ts';
import { keeperSocket } from '../../src/keeper/server/lock.ts';
import { socketPath } from '../../src/keeper/server/socket.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Ticket } from '../../src/ports/keeper.ts';
import { mayBeCut } from '../fakes/outliving.ts';
import { needs } from '../needs/needs.ts';
import { ended, entry, type KeeperRoom, openKeeperRoom, shell, until } from '../suites/keeper-room.ts';
import { mountSmallDisk } from '../suites/small-disk.ts';

const never = new AbortController().signal;
const closers: (() => Promise<void> | void)[] = [];
const id = runId(1);

async function open(options: Parameters<typeof openKeeperRoom>[0] = {}): Promise<KeeperRoom> {
  const room = await openKeeperRoom(options);
  closers.push(() => room.close());
  return room;
}

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-crash-')));
  closers.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('WT-60 two keepers of two lives at once: what the other life left is ended, by its epoch alone, and what is of this life is let be', async () => {
  const state = folder();
  // It is not to see that its socket has gone.
  const before = await openKeeperRoom({ folder: state, flags: ['--round', '3600000'] });
  const first = inEpoch(before.keeper, [{ id: 'aa', after: 0 }]);
  const { pid: lost } = await first.ensure(id, shell('sleep 600'));
  const { pid: keeperOfLost } = before.keeper;
  closers.push(async () => {
    process.kill(keeperOfLost, 'SIGKILL');
    await until(() => !isAlive(keeperOfLost), 'the keeper of the other life has gone');
    await before.keeper.close();
  });
  replaceFolder(state);
  // The folder is another one now, and so is its lock.
  const now = await open({ folder: state });
  const epochs = [{ id: 'bb', after: 0 }];
  const second = inEpoch(now.keeper, epochs);
  const { pid } = await second.ensure(id, shell('sleep 600'));
  expect(pid).not.toBe(lost);
  expect(await second.list()).toMatchObject([{ runId: id, pid, ending: null }]);
  expect(isAlive(keeperOfLost)).toBe(true);
  expect(await endOtherLives(now.keeper, epochs)).toEqual(['r1.aa']);
  await until(() => !isAlive(lost), 'the run of the other life has ended');
  expect(isAlive(pid)).toBe(true);
  expect(await endOtherLives(now.keeper, epochs)).toEqual([]);
  await second.end(id, 'cancelled');
  await until(() => !isAlive(pid), 'the run of this life has ended');
});

const isAlive = (pid: number | null): boolean => pid !== null && readProcess(pid) !== null;
const written = (file: string) => existsSync(file) && readFileSync(file, 'utf8').trim();

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Who still has files open in the old one may write it back meanwhile. */
function replaceFolder(folder: string): void {
  for (;;) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    try {
      return void mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

describe('a client', () => {
  test('that is killed leaves its children running, and the next one finds them and their output', async () => {
    const room = await open();
    const text = `
      import { connectKeeper } from ${JSON.stringify(new URL('../../src/keeper/client/connect.ts', import.meta.url).pathname)};
      import { systemClock } from ${JSON.stringify(new URL('../../src/keeper/system-clock.ts', import.meta.url).pathname)};
      const keeper = await connectKeeper({ socket: ${JSON.stringify(room.socket)}, clock: systemClock });
      await keeper.ensure('r1', ${JSON.stringify(shell('echo before; read x; echo after', { io: { kind: 'pipe', stdin: 'open' } }))});
      await keeper.write('r1', 1, Buffer.alloc(0));
      console.log('started');
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ['--input-type=module', '-e', text], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => client.stdout.once('data', resolve));
    const gone = new Promise((resolve) => client.once('exit', resolve));
    client.kill('SIGKILL');
    await gone;
    const found = await room.keeper.find(id);
    expect(found?.ending).toBeNull();
    expect(isAlive(found?.pid ?? null)).toBe(true);
    await room.keeper.write(id, 2, Buffer.from('go\n'));
    const kept = await ended(room.keeper, id);
    expect(readFileSync(kept.files.output, 'utf8')).toBe('before\nafter\n');
  });

  test('finds a new keeper by itself, and hears the endings it missed', async () => {
    const room = await open();
    const heard = new Set<string>();
    room.keeper.onEnding((kept) => heard.add(`${kept.runId} ${kept.ending?.kind}`));
    await room.keeper.ensure(id, shell('sleep 1000'));
    await room.kill();
    await room.launch();
    await until(() => heard.has('r1 lost'), 'the ending of the lost run');
    expect(await room.keeper.ensure(runId(2), shell('true'))).toMatchObject({ runId: 'r2' });
  });

  test('without a keeper is told that it is unreachable', async () => {
    const socket = join(folder(), 'nobody.sock');
    const failing = connectKeeper({ socket, clock: systemClock, reachMs: 100 });
    await expect(failing).rejects.toMatchObject({ failure: { error_code: 'KEEPER_UNREACHABLE' } });
  });

  test('is told at once of a keeper that speaks another protocol, and starts no second one', async () => {
    const stateFolder = folder();
    const socket = join(stateFolder, 'k.sock');
    const old = createServer((visitor) =>
      mayBeCut(visitor).end(encodeFrame({ hello: 99, version: '9', pid: 1, mark: '' })),
    );
    await new Promise<void>((resolve) => old.listen(keeperSocket(socket), resolve));
    chmodSync(keeperSocket(socket), 0o600);
    closers.push(() => void old.close());
    const refusal = { failure: { error_code: 'KEEPER_UNREACHABLE', details: { protocol: 99 } } };
    await expect(connectKeeper({ socket, clock: systemClock, reachMs: 3_600_000 })).rejects.toMatchObject(refusal);
    const launch = { stateFolder, socket, node: process.execPath, entry, clock: systemClock, env: process.env };
    await expect(launchKeeper(launch)).rejects.toMatchObject(refusal);
    expect(existsSync(join(stateFolder, 'keeper.log'))).toBe(false);
  });

  test('that speaks no protocol is shown the door and harms nobody', async () => {
    const room = await open();
    for (const words of ['GET / HTTP/1.1\r\n\r\n', '{"hello":99}\n', '{"payload":-1}\n', 'null\n']) {
      const socket = connect(keeperSocket(room.socket));
      socket.on('error', () => {});
      socket.write(words);
      await new Promise((resolve) => socket.once('close', resolve).resume());
    }
    expect(await room.keeper.list()).toEqual([]);
  });
});

describe('a ticket', () => {
  async function* attach({ ticket, socket }: Ticket, run: RunId) {
    for await (const part of readOutput({ ticket, path: socket }, run, 0, never))
      if (part.kind === 'bytes') yield part.bytes;
  }

  test('attaches once, to its run alone, and does nothing else', async () => {
    const room = await open();
    await room.keeper.ensure(id, shell('echo hello'));
    await ended(room.keeper, id);
    const ticket = await room.keeper.ticket(id, 'look');
    let heard = '';
    for await (const bytes of attach(ticket, id)) heard += Buffer.from(bytes).toString();
    expect(heard).toBe('hello\n');
    const refused = async (t: typeof ticket, run: typeof id) => {
      for await (const _ of attach(t, run));
    };
    const unauthorized = { failure: { error_code: 'UNAUTHORIZED' } };
    await expect(refused(ticket, id)).rejects.toMatchObject(unauthorized);
    await expect(refused(await room.keeper.ticket(id, 'look'), runId(2))).rejects.toMatchObject(unauthorized);
    const other = await room.keeper.ticket(id, 'look');
    const socket = mayBeCut(connect(other.socket));
    socket.write(encodeFrame({ hello: KEEPER_PROTOCOL, ticket: other.ticket }));
    socket.write(encodeFrame({ id: 5, ask: 'list' }));
    const reply = await until(() => (socket.read() as Buffer | null)?.toString().split('\n')[1], 'a reply');
    expect(reply).toContain('UNAUTHORIZED');
    socket.destroy();
  });
});

describe('a keeper', () => {
  test('that is killed is followed by one that sweeps what it left and tells it as lost', async () => {
    const room = await open();
    const files = ['plain', 'daemon', 'between'].map((name) => join(room.folder, name));
    const stay = `trap "" TERM HUP; while :; do sleep 1; done`;
    const text = `echo $$ > ${files[0]}; setsid sh -c 'echo $$ > ${files[1]}; ${stay}' & cat`;
    await room.keeper.ensure(id, shell(text, { io: { kind: 'pipe', stdin: 'open' } }));
    await room.keeper.ensure(
      runId(2),
      shell(`echo $$ > ${files[2]}; ${stay}`, { io: { kind: 'pty', columns: 80, rows: 24 } }),
    );
    await room.keeper.write(id, 1, Buffer.from('said'));
    await until(() => files.every(written), 'all have begun');
    const ran = await until(async () => {
      const kept = await room.keeper.find(id);
      return kept?.outputBytes === 4 ? kept : null;
    }, 'output');
    await room.kill();
    await room.launch();
    const kept = await room.keeper.find(id);
    expect(kept).toMatchObject({ ending: { kind: 'lost' }, pid: ran.pid, outputBytes: 4, inputSeq: 1, escaped: [] });
    expect((await room.keeper.find(runId(2)))?.ending).toEqual({ kind: 'lost' });
    for (const file of files) expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
    const again = await room.keeper.ensure(id, shell('echo no'));
    expect(again.ending).toEqual({ kind: 'lost' });
  });

  test('never ends a stranger who was given the pid of a lost run', async () => {
    const room = await open();
    const stranger = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    closers.push(() => void stranger.kill('SIGKILL'));
    await room.keeper.ensure(id, shell('true'));
    const kept = await ended(room.keeper, id);
    const path = join(kept.files.output, '..', 'run.json');
    await room.kill();
    const record = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...record, run: { ...record.run, pid: stranger.pid, ending: null } }));
    await room.launch();
    expect((await room.keeper.find(id))?.ending).toEqual({ kind: 'lost' });
    expect(isAlive(stranger.pid ?? null)).toBe(true);
  });

  test('outlives whoever started it, killed with all of its group', async () => {
    const stateFolder = folder();
    const launch = { stateFolder, socket: join(stateFolder, 'k.sock'), node: process.execPath, entry };
    const text = `
      import { launchKeeper } from ${JSON.stringify(new URL('../../src/keeper/client/launch.ts', import.meta.url).pathname)};
      import { systemClock } from ${JSON.stringify(new URL('../../src/keeper/system-clock.ts', import.meta.url).pathname)};
      await launchKeeper({ ...${JSON.stringify(launch)}, clock: systemClock, env: process.env });
      console.log('launched');
      setInterval(() => {}, 1000);`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', text], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await new Promise((resolve) => launcher.stdout.once('data', resolve));
    const gone = new Promise((resolve) => launcher.once('exit', resolve));
    process.kill(-(launcher.pid ?? 0), 'SIGKILL');
    await gone;
    const keeper = await connectKeeper({ socket: launch.socket, clock: systemClock });
    expect((await keeper.ensure(id, shell('true'))).runId).toBe('r1');
    process.kill(keeper.pid, 'SIGTERM');
    await until(() => !isAlive(keeper.pid), 'the keeper has gone');
    await keeper.close();
  });

  test('that gets SIGTERM ends its children as cancelled first', async () => {
    const room = await open();
    const kept = await room.keeper.ensure(id, shell('sleep 1000'));
    const { pid } = room.keeper;
    process.kill(pid, 'SIGTERM');
    await until(() => !isAlive(pid), 'the keeper has gone');
    expect(isAlive(kept.pid)).toBe(false);
    expect(existsSync(keeperSocket(room.socket))).toBe(false);
    await room.launch();
    expect((await room.keeper.find(id))?.ending).toEqual({ kind: 'cancelled' });
  });

  test('is one of many that were started at once, and the others go', async () => {
    const room = await open();
    await Promise.all(Array.from({ length: 4 }, () => room.launch()));
    const second = spawn(process.execPath, [entry, room.folder, join(room.folder, 'other.sock')], { stdio: 'ignore' });
    const code = await new Promise((resolve) => second.once('exit', resolve));
    expect(code).toBe(3);
    expect(existsSync(join(room.folder, 'other.sock'))).toBe(false);
  });

  test('takes the place of a dead one whose socket file is still there', async () => {
    const room = await open();
    const socket = keeperSocket(room.socket);
    await room.kill();
    expect(existsSync(socket)).toBe(true);
    await room.launch();
    expect(await room.keeper.list()).toEqual([]);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
  });

  test('makes its socket anew when somebody cleans it away', async () => {
    const room = await open();
    rmSync(keeperSocket(room.socket));
    await until(() => existsSync(keeperSocket(room.socket)), 'a new socket');
    const second = await connectKeeper({ socket: room.socket, clock: systemClock, reachMs: 20_000 });
    expect(second.pid).toBe(room.keeper.pid);
    await second.close();
  });

  test('goes by itself when idle, only if told so', async () => {
    const state = folder();
    const idle = spawn(process.execPath, [entry, state, join(state, 'k.sock'), '--idle-exit', '1'], {
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => idle.once('exit', resolve))).toBe(0);
  });

  test('WT-35 goes once it holds nothing and nobody asks it; what it holds is held to its end, and known after it', async () => {
    const room = await openKeeperRoom({ flags: ['--idle-exit', '1'] });
    closers.push(() => rmSync(room.folder, { recursive: true, force: true }));
    const { pid } = room.keeper;
    // It outlives the time three times over with nobody there.
    await room.keeper.ensure(id, shell('sleep 3; exit 7'));
    await room.keeper.close();
    await until(() => readProcess(pid) === null, 'the keeper is gone');
    expect(existsSync(keeperSocket(room.socket))).toBe(false);
    const next = await open({ folder: room.folder });
    expect(next.keeper.pid).not.toBe(pid);
    expect(await ended(next.keeper, id)).toMatchObject({ ending: { kind: 'exited', code: 7 } });
  });

  test('WT-35 stays as long as somebody is connected', async () => {
    const room = await openKeeperRoom({ flags: ['--idle-exit', '1'] });
    closers.push(() => rmSync(room.folder, { recursive: true, force: true }));
    const { pid } = room.keeper;
    // Its end tells that the time has gone by for long.
    await room.keeper.ensure(id, shell('true'));
    await ended(room.keeper, id);
    const other = await open({});
    await other.keeper.ensure(id, shell('sleep 3'));
    await ended(other.keeper, id);
    expect([room.keeper.pid, readProcess(pid) === null]).toEqual([pid, false]);
    await room.keeper.close();
    await until(() => readProcess(pid) === null, 'the keeper is gone');
  });

  test('lives at a short path where the state folder is too deep for a socket', async () => {
    const deep = join(folder(), 'd'.repeat(120));
    mkdirSync(deep, { mode: 0o700 });
    const runtime = realpathSync(mkdtempSync('/tmp/dr-'));
    closers.push(() => rmSync(runtime, { recursive: true, force: true }));
    const socket = await socketPath(deep, 'k.sock', { XDG_RUNTIME_DIR: runtime }, process.getuid?.() ?? 0);
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(107);
    const room = await open({ folder: deep, socket });
    expect((await room.keeper.ensure(id, shell('true'))).runId).toBe('r1');
  });

  test('reports who left its run for good, and leaves him alone; who reads the output to its end finds the ending', async () => {
    const room = await open();
    const file = join(room.folder, 'leaver');
    // The leaver stays a child of one who waits until it was sampled, then loses its parent.
    const text = `sh -c "sh -c \\"env -i /usr/bin/setsid /bin/sh -c 'echo \\\\\\$\\\\\\$ > ${file}; exec sleep 1000' & sleep 3\\""; echo done`;
    await room.keeper.ensure(id, shell(text));
    await until(() => written(file), 'the leaver');
    const pid = Number(readFileSync(file, 'utf8'));
    closers.push(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    });
    let output = '';
    for await (const bytes of room.keeper.attach(id, 0, never)) output += Buffer.from(bytes).toString();
    expect(output).toBe('done\n');
    const kept = await room.keeper.find(id);
    expect(kept).toMatchObject({ ending: { kind: 'exited', code: 0 }, escaped: [pid] });
    expect(isAlive(pid)).toBe(true);
  });
});

describe('terminals', () => {
  const pty = { kind: 'pty', columns: 80, rows: 24 } as const;

  test('whose keeper was killed are drawn from their transcripts, with their windows and modes', async () => {
    const room = await open();
    const text = `printf '\\033]2;name\\007\\033[?2004h'; printf ready; read x; printf '%0100d' 7; sleep 1000`;
    await room.keeper.ensure(id, shell(text, { io: pty }));
    await until(async () => (await room.keeper.screen(id))?.screen.lines[0] === 'ready', 'ready');
    await room.keeper.resize(id, 40, 10);
    await room.keeper.write(id, 1, Buffer.from('\r'));
    const before = await until(async () => {
      const look = await room.keeper.screen(id);
      return look?.screen.lines.some((line) => line.endsWith('7')) ? look : null;
    }, 'the number');
    await room.kill();
    await room.launch();
    const after = await room.keeper.screen(id);
    expect(after).toEqual({ ...before, screen: { ...before.screen, changedAt: expect.any(Number) } });
    expect(after?.screen).toMatchObject({ columns: 40, rows: 10, bracketedPaste: true, title: 'name' });
  });

  test('whose transcript was cut keep their modes and the lines above, also after their keeper was killed', async () => {
    const room = await open();
    const text = `printf '\\033]2;name\\007\\033[?2004h\\033[?25l'; seq 1 100000; printf end; sleep 1000`;
    await room.keeper.ensure(id, shell(text, { io: pty, keepBytes: 50_000 }));
    await until(async () => {
      const kept = await room.keeper.find(id);
      return kept !== null && kept.outputFrom > 500_000;
    }, 'the cuts');
    const before = await until(async () => {
      const look = await room.keeper.screen(id, 1000);
      return look?.screen.lines.includes('end') ? look : null;
    }, 'the end');
    await room.kill();
    await room.launch();
    const after = await room.keeper.screen(id, 1000);
    expect(after?.screen).toEqual({ ...before.screen, changedAt: expect.any(Number) });
    expect(after?.history.slice(-900)).toEqual(before.history.slice(-900));
    expect(await room.keeper.find(id)).toMatchObject({ ending: { kind: 'lost' }, outputBytes: before.screen.at });
  });

  test('HX-07 a flood of 200 MB is byte-identical in the transcript, and its last screen is right', async () => {
    const room = await open();
    const line = `${'0123456789abcdef'.repeat(4)}\n`;
    const text = `const b=Buffer.alloc(6500000,${JSON.stringify(line)});const {writeSync}=require('node:fs');for(let i=0;i<31;i++)for(let d=0;d<b.length;)d+=writeSync(1,b,d);writeSync(1,'end')`;
    await room.keeper.ensure(id, { ...shell('', { io: pty }), argv: [process.execPath, '-e', text] });
    const kept = await ended(room.keeper, id);
    const expected = createHash('sha256');
    const sent = Buffer.alloc((6_500_000 / 65) * 66, line.replace('\n', '\r\n'));
    for (let round = 0; round < 31; round += 1) expected.update(sent);
    const found = createHash('sha256');
    for await (const part of createReadStream(kept.files.output)) found.update(part as Buffer);
    expect(kept.outputBytes).toBe(31 * sent.length + 3);
    expect(found.digest('hex')).toBe(expected.update('end').digest('hex'));
    expect((await room.keeper.screen(id))?.screen.lines.slice(-2)).toEqual(['0123456789abcdef'.repeat(4), 'end']);
  });

  test('a house-keeping that has little room takes what is forgotten, and still knows how it ended', async () => {
    const room = await open({ flags: ['--keep-bytes', '1000'] });
    await room.keeper.ensure(id, shell('seq 1 10000', { io: pty }));
    const kept = await ended(room.keeper, id);
    await room.keeper.forget(id);
    await room.kill();
    await room.launch();
    await until(() => !existsSync(kept.files.output), 'the transcript has gone');
    const known = await room.keeper.find(id);
    expect(known).toMatchObject({ ending: kept.ending, outputBytes: kept.outputBytes, outputFrom: kept.outputBytes });
    expect(await room.keeper.screen(id)).toBeNull();
    for await (const _ of room.keeper.attach(id, 0, never)) throw new Error('there is nothing to attach to');
  });
});

describe('a full disk', () => {
  test('leaves a transcript that cannot be cut as it is, until there is room', needs('mounts'), async () => {
    const disk = mountSmallDisk();
    closers.push(disk.close);
    const room = await open({ folder: disk.path, socket: join(folder(), 'k.sock') });
    const io = { kind: 'pty', columns: 80, rows: 24 } as const;
    await room.keeper.ensure(id, shell('yes', { io, keepBytes: 800_000 }));
    const over = await ended(room.keeper, id);
    expect(over).toMatchObject({ ending: { kind: 'lost' }, failure: { error_code: 'DISK_FULL' } });
    const left = readFileSync(over.files.output, 'utf8');
    expect(left.length).toBe(over.outputBytes - over.outputFrom);
    expect(left.replaceAll('y\r\n', '').length).toBeLessThan(6);
  });

  test('ends the child with a failure that is told, and the keeper lives on', needs('mounts'), async () => {
    const disk = mountSmallDisk();
    closers.push(disk.close);
    const room = await open({ folder: disk.path, socket: join(folder(), 'k.sock') });
    const kept = await room.keeper.ensure(id, shell('trap "" TERM; yes'));
    const over = await ended(room.keeper, id);
    expect(over.ending).toEqual({ kind: 'lost' });
    expect(over.failure?.error_code).toBe('DISK_FULL');
    expect(isAlive(kept.pid)).toBe(false);
    const full = room.keeper.ensure(runId(2), shell('true'));
    await expect(full).rejects.toMatchObject({ failure: { error_code: 'DISK_FULL' } });
    rmSync(over.files.output);
    expect((await room.keeper.ensure(runId(3), shell('true'))).pid).not.toBeNull();
    await until(
      () => readFileSync(join(disk.path, 'transcripts/r1/run.json'), 'utf8').includes('DISK_FULL'),
      'the record',
    );
  });

  test(
    'holds a program back that is to wait for room, tells of it, and loses nothing of it',
    needs('mounts'),
    async () => {
      const disk = mountSmallDisk();
      closers.push(disk.close);
      const room = await open({ folder: disk.path, socket: join(folder(), 'k.sock') });
      const io = { kind: 'pty', columns: 80, rows: 24 } as const;
      const lines = 100_000;
      const script = `read -r line; seq 1 ${lines}; read -r more; echo over`;
      await room.keeper.ensure(id, shell(script, { io, waitsForRoom: true }));
      const filling = join(disk.path, 'filling');
      writeFileSync(filling, Buffer.alloc(700_000));
      await room.keeper.write(id, 1, Buffer.from('go\n'));
      await until(async () => (await room.keeper.find(id))?.failure?.error_code === 'DISK_FULL', 'that it is told');
      const held = await room.keeper.find(id);
      expect(held?.ending).toBeNull();
      expect(isAlive(held?.pid ?? null)).toBe(true);
      rmSync(filling);
      await until(async () => (await room.keeper.find(id))?.failure === undefined, 'room');
      await until(
        async () => (await room.keeper.screen(id))?.screen.lines.some((line) => line.includes(`${lines}`)) === true,
        'the last line on the screen',
      );
      await room.keeper.write(id, 2, Buffer.from('\n'));
      const over = await ended(room.keeper, id);
      expect(over).toMatchObject({ ending: { kind: 'exited', code: 0 } });
      expect(over.failure).toBeUndefined();
      const counted = Array.from({ length: lines }, (_, index) => `${index + 1}\r\n`).join('');
      expect(readFileSync(over.files.output, 'utf8')).toBe(`go\r\n${counted}\r\nover\r\n`);
    },
  );
});
