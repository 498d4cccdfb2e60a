// What every sandbox must do for a program, run by a real keeper.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import { markOf } from '../../src/keeper/process/process-tree.ts';
import { readEnvironment, readProcess, readProcesses } from '../../src/keeper/process/processes.ts';
import type { Kept } from '../../src/ports/keeper.ts';
import type { Confinement, Sandbox } from '../../src/ports/sandbox.ts';
import type { Place } from '../../src/sandbox/place.ts';
import { bundleProgram } from '../fakes/bundle-program.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { ended, type KeeperRoom, openKeeperRoom, shell, until } from './keeper-room.ts';

export type SandboxRoom = {
  readonly place: Place;
  readonly confinement: Confinement;
  readonly copy: string;
  readonly keeper: KeeperRoom;
  /** Confines a shell script in the copy and runs it to its end. */
  run(script: string, more?: Partial<Confinement>, program?: Partial<Program>): Promise<{ said: string; kept: Kept }>;
  /** Starts it and does not wait. */
  start(script: string, program?: Partial<Program>): Promise<Kept>;
  close(): Promise<void>;
};

const gateway = await bundleProgram(fileURLToPath(new URL('../../src/sandbox/gateway/main.ts', import.meta.url)));

/** A person's home with keys, a state folder with two tasks, a keeper. */
export async function openSandboxRoom(make: (place: Place) => Sandbox): Promise<SandboxRoom> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')));
  const place: Place = {
    home: join(root, 'home'),
    stateFolder: join(root, 'home/state'),
    node: process.execPath,
    agentHomes,
    gateway,
    path: '/usr/bin:/bin',
  };
  const copy = join(place.stateFolder, 'copies/shop-1');
  for (const folder of [copy, join(place.home, '.ssh'), join(place.stateFolder, 'copies/shop-2')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(place.home, '.ssh/id_ed25519'), 'the key');
  writeFileSync(join(place.stateFolder, 'copies/shop-2/work'), 'of another task');
  const keeper = await openKeeperRoom({ folder: place.stateFolder, socket: join(root, 'k.sock') });
  const sandbox = make(place);
  const confinement: Confinement = {
    writable: [copy],
    readable: [],
    network: 'all',
    home: join(place.stateFolder, 'homes/shop-1'),
  };
  let number = 0;
  const start = async (script: string, more: Partial<Confinement> = {}, program: Partial<Program> = {}) => {
    number += 1;
    const confined = unwrap(
      await sandbox.confine(shell(script, { cwd: copy, ...program }), { ...confinement, ...more }),
    );
    return await keeper.keeper.ensure(runId(number), confined);
  };
  return {
    place,
    confinement,
    copy,
    keeper,
    start: (script, program) => start(script, {}, program),
    async run(script, more, program) {
      const { runId: id } = await start(script, more, program);
      const kept = await ended(keeper.keeper, id);
      return {
        said: [kept.files.output, kept.files.error ?? '']
          .map((file) => (file ? readFileSync(file, 'utf8') : ''))
          .join(''),
        kept,
      };
    },
    async close() {
      await keeper.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.error_code}: ${result.failure.message}`);
}

export function sandboxSuite(name: string, make: (place: Place) => Sandbox): void {
  describe(`sandbox: ${name}`, () => {
    let room: SandboxRoom;
    beforeAll(async () => {
      room = await openSandboxRoom(make);
    });
    afterAll(() => room.close());

    test('says that it works, and why', async () => {
      expect(await make(room.place).probe()).toEqual({ works: true, why: expect.stringMatching(/\w/) });
    });

    test('runs the program in its folder, with its arguments, environment, exit code and a home of its own', async () => {
      const env = { PATH: '/usr/bin:/bin', GIVEN: 'ä b', XDG_RUNTIME_DIR: '/run/user/0' };
      const { said, kept } = await room.run('pwd; echo "$GIVEN" "$HOME"; echo x > "$HOME/mine"; exit 7', {}, { env });
      expect(said).toBe(`${room.copy}\nä b ${room.confinement.home}\n`);
      expect(kept.ending).toEqual({ kind: 'exited', code: 7 });
      expect(readFileSync(join(room.confinement.home, 'mine'), 'utf8')).toBe('x\n');
    });

    test('lets it write where it may', async () => {
      await room.run('mkdir -p a && echo written > a/file');
      expect(readFileSync(join(room.copy, 'a/file'), 'utf8')).toBe('written\n');
    });

    test('hands on an input file, also one that it cannot see', async () => {
      const file = join(room.place.home, 'prompt');
      writeFileSync(file, 'do this');
      expect((await room.run('cat', {}, { io: { kind: 'pipe', stdin: { file } } })).said).toBe('do this');
    });

    test('gives a program that wants one its terminal', async () => {
      const { said } = await room.run(
        'stty size < /dev/tty; test -t 0 && echo terminal',
        {},
        { io: { kind: 'pty', columns: 100, rows: 40 } },
      );
      expect(said).toBe('40 100\r\nterminal\r\n');
    });

    test('runs the Node that runs us', async () => {
      const { said } = await room.run(
        'node -p 6*7',
        {},
        { env: { PATH: `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin` } },
      );
      expect(said).toBe('42\n');
    });

    test('keeps the marker visible outside, and the whole tree is ended by it, politely first', async () => {
      const ready = join(room.copy, 'ready');
      const text = `trap 'echo polite > polite; exit 0' TERM; (setsid sleep 1000 &); touch ${ready}; while :; do sleep 0.1; done`;
      const { runId: id } = await room.start(text);
      await until(() => existsSync(ready), 'the program');
      const mark = `DROVER_MARK=${markOf(room.place.stateFolder)}`;
      const marked = () => readProcesses().filter((row) => readEnvironment(row.pid)?.split('\0').includes(mark));
      await until(() => marked().length >= 3, 'the marked tree');
      await room.keeper.keeper.end(id, 'cancelled');
      const kept = await ended(room.keeper.keeper, id);
      expect(kept).toMatchObject({ ending: { kind: 'cancelled' }, escaped: [] });
      expect(readFileSync(join(room.copy, 'polite'), 'utf8')).toBe('polite\n');
      expect(marked()).toEqual([]);
    });

    test('a dead keeper leaves nothing running that the next one does not end', async () => {
      const ready = join(room.copy, 'ready2');
      const { pid } = await room.start(`touch ${ready}; (setsid sh -c 'trap "" TERM; sleep 1000' &); sleep 1000`);
      await until(() => existsSync(ready), 'the program');
      await room.keeper.kill();
      await room.keeper.launch();
      await room.keeper.keeper.list();
      expect(readProcess(pid ?? 0)).toBeNull();
    });
  });
}
