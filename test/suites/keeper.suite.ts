// What every keeper must do, whoever implements the port.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runId } from '../../src/domain/ids.ts';
import { readEnvironment, readProcess, readProcesses } from '../../src/keeper/process/processes.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { ended, script, shell, until } from './keeper-room.ts';

const never = new AbortController().signal;

export type SuiteRoom = { readonly folder: string; readonly keeper: Keeper; close(): Promise<void> };

export function keeperSuite(name: string, open: () => Promise<SuiteRoom>): void {
  describe(`keeper: ${name}`, () => {
    let room: SuiteRoom;
    let keeper: Keeper;
    let folder: string;
    let number = 0;
    const next = () => {
      number += 1;
      return runId(number);
    };
    const output = async (id: ReturnType<typeof next>) => readFileSync((await ended(keeper, id)).files.output);
    const alive = (pidFile: string) => readProcess(Number(readFileSync(pidFile, 'utf8'))) !== null;

    beforeAll(async () => {
      room = await open();
      keeper = room.keeper;
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-suite-')));
    });
    afterAll(async () => {
      await room.close();
      rmSync(folder, { recursive: true, force: true });
    });

    describe('what lives on after its run', () => {
      test('is told with its run, and ended where that is asked for; what lives with its run is let be', async () => {
        const [gone, living] = [next(), next()];
        const pids = [join(folder, 'stray'), join(folder, 'child')];
        await keeper.ensure(living, shell(`sleep 600 & echo $! > ${pids[1]}; wait`));
        const { DROVER_MARK } = await markOf(living);
        const stray = spawn('sleep', ['600'], {
          env: { ...process.env, DROVER_RUN: gone, DROVER_MARK },
          detached: true,
        });
        const left = { pid: stray.pid, runId: gone };
        await until(async () => (await keeper.strays(false)).length > 0, 'the stray is seen');
        expect(await keeper.strays(false)).toEqual([left]);
        expect(await keeper.strays(true)).toEqual([]);
        expect(readProcess(stray.pid ?? 0)).toBeNull();
        await until(async () => existsSync(pids[1] ?? ''), 'the child of the living run');
        expect(alive(pids[1] ?? '')).toBe(true);
        await keeper.end(living, 'cancelled');
        await ended(keeper, living);
      });

      /** As its program was given it. */
      async function markOf(id: ReturnType<typeof next>) {
        const { pid } = (await keeper.find(id)) ?? {};
        const variables = readEnvironment(pid ?? 0)?.split('\0') ?? [];
        return Object.fromEntries(variables.map((each) => each.split(/=(.*)/s, 2)));
      }
    });

    describe('output', () => {
      test('is byte-identical, also where a character was split between two writes', async () => {
        const id = next();
        const text =
          'process.stdout.write(Buffer.from([0xe2,0x82]));setTimeout(()=>process.stdout.write(Buffer.from([0xac,0,255,10])),50)';
        await keeper.ensure(id, script(text));
        expect([...(await output(id))]).toEqual([0xe2, 0x82, 0xac, 0, 255, 10]);
      });

      test('of 5 MB arrives whole on stdout and stderr', async () => {
        const id = next();
        const text =
          'const b=Buffer.alloc(5e6,(_=>"0123456789abcdef\\n")());process.stdout.write(b);process.stderr.write(b)';
        await keeper.ensure(id, script(text));
        const kept = await ended(keeper, id);
        const expected = Buffer.alloc(5e6, '0123456789abcdef\n');
        expect(readFileSync(kept.files.output).equals(expected)).toBe(true);
        expect(readFileSync(kept.files.error ?? '').equals(expected)).toBe(true);
        expect(kept).toMatchObject({ ending: { kind: 'exited', code: 0 }, outputBytes: 5e6, escaped: [] });
      });

      test('of 5 MB arrives whole through a terminal', async () => {
        const id = next();
        const text = 'process.stdout.write(Buffer.alloc(5e6,"0123456789abcdef"))';
        await keeper.ensure(id, script(text, { io: { kind: 'pty', columns: 80, rows: 24 } }));
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'exited', code: 0 });
        expect(readFileSync(kept.files.output).equals(Buffer.alloc(5e6, '0123456789abcdef'))).toBe(true);
        expect(kept.files.error).toBeNull();
      });

      test('through /dev/stdout and /dev/stderr is heard too', async () => {
        const id = next();
        await keeper.ensure(id, shell('echo one > /dev/stdout; echo two > /dev/stderr'));
        const kept = await ended(keeper, id);
        expect(readFileSync(kept.files.output, 'utf8')).toBe('one\n');
        expect(readFileSync(kept.files.error ?? '', 'utf8')).toBe('two\n');
      });

      test('is attached from byte N on, live, until the ending', async () => {
        const id = next();
        await keeper.ensure(
          id,
          shell('printf 0123456789; read x; printf abc', { io: { kind: 'pipe', stdin: 'open' } }),
        );
        await until(async () => (await keeper.find(id))?.outputBytes === 10, 'first output');
        let heard = '';
        for await (const bytes of keeper.attach(id, 4, never)) {
          heard += Buffer.from(bytes).toString();
          if (heard === '456789') await keeper.write(id, 1, Buffer.from('go\n'));
        }
        expect(heard).toBe('456789abc');
      });

      test('WT-66 a slow reader gets all of it and holds nobody up, and parts stand where others stood', async () => {
        const id = next();
        await keeper.ensure(id, script('process.stdout.write(Buffer.alloc(8e6,"x"))'));
        const reading = keeper.attach(id, 0, never)[Symbol.asyncIterator]();
        const first = await reading.next();
        let size = first.done ? 0 : first.value.length;
        expect((await ended(keeper, id)).outputBytes).toBe(8e6);
        const places = new Set<ArrayBufferLike>();
        for (let part = await reading.next(); !part.done; part = await reading.next()) {
          size += part.value.length;
          places.add(part.value.buffer);
        }
        expect(size).toBe(8e6);
        expect(places.size).toBeLessThan(50);
      });

      test('attaching stops when the signal fires, and to an unknown run it is refused', async () => {
        const id = next();
        await keeper.ensure(id, shell('echo; sleep 100'));
        const stop = new AbortController();
        for await (const _ of keeper.attach(id, 0, stop.signal)) stop.abort();
        await keeper.end(id, 'cancelled');
        const unknown = keeper.attach(runId(999_999), 0, never)[Symbol.asyncIterator]();
        await expect(unknown.next()).rejects.toMatchObject({ failure: { error_code: 'RUN_NOT_FOUND' } });
      });

      test('its files are the person alone to read, and hold nothing of the environment', async () => {
        const id = next();
        await keeper.ensure(id, { ...shell('true'), env: { PATH: '/usr/bin:/bin', TOKEN: 'hush-hush' } });
        const kept = await ended(keeper, id);
        const record = join(dirname(kept.files.output), 'run.json');
        for (const file of [kept.files.output, kept.files.input, record])
          expect(statSync(file).mode & 0o777).toBe(0o600);
        expect(statSync(dirname(record)).mode & 0o777).toBe(0o700);
        await until(() => readFileSync(record, 'utf8').includes('exited'), 'the record');
        expect(readFileSync(record, 'utf8')).not.toContain('hush');
      });
    });

    describe('input', () => {
      test('of 250 KB comes from a file, then ends', async () => {
        const id = next();
        const file = join(folder, 'prompt');
        writeFileSync(file, 'p'.repeat(250_000));
        await keeper.ensure(id, shell('wc -c', { io: { kind: 'pipe', stdin: { file } } }));
        expect((await output(id)).toString().trim()).toBe('250000');
      });

      test('that is empty ends at once', async () => {
        const id = next();
        await keeper.ensure(id, shell('wc -c'));
        expect((await output(id)).toString().trim()).toBe('0');
      });

      test('is written once for each number, and refused where a number is missing', async () => {
        const id = next();
        await keeper.ensure(id, shell('cat', { io: { kind: 'pipe', stdin: 'open' } }));
        expect(await keeper.write(id, 1, Buffer.from('one '))).toBe(true);
        const both = await Promise.all([
          keeper.write(id, 2, Buffer.from('two ')),
          keeper.write(id, 2, Buffer.from('TWO ')),
        ]);
        expect(both).toEqual([true, false]);
        await expect(keeper.write(id, 4, Buffer.from('four'))).rejects.toMatchObject({
          failure: { error_code: 'USAGE' },
        });
        await keeper.write(id, 3, Buffer.from('three'));
        await keeper.closeInput(id);
        expect((await output(id)).toString()).toBe('one two three');
        const kept = await ended(keeper, id);
        expect(kept.inputSeq).toBe(3);
        expect(readFileSync(kept.files.input, 'utf8')).toBe('one two three');
        expect(await keeper.write(id, 3, Buffer.from('again'))).toBe(false);
        await expect(keeper.write(id, 4, Buffer.from('late'))).rejects.toMatchObject({
          failure: { error_code: 'RUN_NOT_FOUND' },
        });
      });

      test('of 1 MB passes through an open stdin whole', async () => {
        const id = next();
        await keeper.ensure(id, shell('sleep 0.2; wc -c', { io: { kind: 'pipe', stdin: 'open' } }));
        await keeper.write(id, 1, Buffer.alloc(1_000_000, 'i'));
        await keeper.closeInput(id);
        expect((await output(id)).toString().trim()).toBe('1000000');
      });

      test('reaches a terminal as typed', async () => {
        const id = next();
        await keeper.ensure(
          id,
          shell('stty -echo; echo ready; read x; echo "got $x"', { io: { kind: 'pty', columns: 80, rows: 24 } }),
        );
        await until(
          async () => readFileSync((await keeper.find(id))?.files.output ?? '', 'utf8').includes('ready'),
          'ready',
        );
        await keeper.write(id, 1, Buffer.from('grüß\r'));
        expect((await output(id)).toString()).toContain('got grüß\r\n');
      });
    });

    describe('terminals', () => {
      test('never have a window of 0x0', async () => {
        const id = next();
        await keeper.ensure(id, shell('stty size; tty', { io: { kind: 'pty', columns: 0, rows: 0 } }));
        expect((await output(id)).toString()).toMatch(/^24 80\r\n\/dev\/pts\//);
      });

      test('hear of a new size', async () => {
        const id = next();
        const text = 'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done';
        await keeper.ensure(id, shell(text, { io: { kind: 'pty', columns: 80, rows: 24 } }));
        await until(
          async () => readFileSync((await keeper.find(id))?.files.output ?? '', 'utf8').includes('ready'),
          'ready',
        );
        await keeper.resize(id, 132, 43);
        expect((await output(id)).toString()).toBe('ready\r\n43 132\r\n');
      });
    });

    describe('starting', () => {
      test('the same run many times at once starts it once', async () => {
        const id = next();
        const file = join(folder, 'starts');
        const all = await Promise.all(Array.from({ length: 8 }, () => keeper.ensure(id, shell(`echo x >> ${file}`))));
        expect(new Set(all.map((kept) => kept.pid)).size).toBe(1);
        await ended(keeper, id);
        const again = await keeper.ensure(id, shell('echo other'));
        expect(again.ending).toEqual({ kind: 'exited', code: 0 });
        expect(readFileSync(file, 'utf8')).toBe('x\n');
      });

      test('what is not there is told as not_started', async () => {
        const missing = (more: object) => keeper.ensure(next(), { ...shell('true'), ...more });
        const plain = join(folder, 'plain');
        writeFileSync(plain, 'x');
        chmodSync(plain, 0o600);
        const cases = [
          { argv: ['no-such-program-here'] },
          { argv: ['/no/such'] },
          { cwd: '/no/such/folder' },
          { argv: [plain] },
          { argv: [] },
        ];
        for (const more of cases) {
          for (const io of [
            { kind: 'pipe', stdin: 'empty' },
            { kind: 'pty', columns: 80, rows: 24 },
          ]) {
            const kept = await missing({ ...more, io });
            expect(kept.ending).toMatchObject({ kind: 'not_started', reason: expect.any(String) });
            expect(kept.pid).toBeNull();
          }
        }
      });

      test('a missing input file is told as not_started', async () => {
        const kept = await keeper.ensure(next(), shell('cat', { io: { kind: 'pipe', stdin: { file: '/no/such' } } }));
        expect(kept.ending).toMatchObject({ kind: 'not_started' });
      });

      test('a child sees its own environment and its marker, nothing of the keeper', async () => {
        const id = next();
        await keeper.ensure(id, { ...shell('env'), env: { PATH: '/usr/bin:/bin', A: 'ä b' } });
        const lines = (await output(id))
          .toString()
          .trim()
          .split('\n')
          .map((line) => line.split('=')[0]);
        expect(lines.filter((line) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(line ?? '')).sort()).toEqual([
          'A',
          'DROVER_MARK',
          'DROVER_RUN',
          'PATH',
        ]);
      });
    });

    test("a child makes files with the person's mask, not with the keeper's own", async () => {
      const id = next();
      await keeper.ensure(id, shell('umask'));
      expect(Number.parseInt((await output(id)).toString(), 8)).toBe(process.umask());
    });

    describe('endings', () => {
      test('tell exit codes and signals apart, on pipes and terminals', async () => {
        for (const io of [{ kind: 'pipe', stdin: 'empty' } as const, { kind: 'pty', columns: 80, rows: 24 } as const]) {
          const [code, signal] = [next(), next()];
          await keeper.ensure(code, shell('exit 7', { io }));
          await keeper.ensure(signal, shell('kill -9 $$', { io }));
          expect((await ended(keeper, code)).ending).toEqual({ kind: 'exited', code: 7 });
          expect((await ended(keeper, signal)).ending).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
        }
      });

      test('PC-19 a gate that hangs is killed at its deadline with its whole process group', async () => {
        const id = next();
        const file = join(folder, 'pc19');
        await keeper.ensure(id, shell(`sh -c 'echo $$ > ${file}; sleep 1000' & sleep 1000`, { deadlineMs: 4_000 }));
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'timed_out', afterMs: 4_000 });
        expect(kept.escaped).toEqual([]);
        expect(alive(file)).toBe(false);
      });

      test('CM-74 a command beyond its time ends as timed out, with its process group and what it had said', async () => {
        const id = next();
        await keeper.ensure(id, shell('echo so far; sleep 1000 | sleep 1000', { deadlineMs: 4_000 }));
        const kept = await ended(keeper, id);
        expect(kept.ending?.kind).toBe('timed_out');
        expect(readFileSync(kept.files.output, 'utf8')).toBe('so far\n');
        expect(readProcesses().filter((row) => row.group === kept.pid)).toEqual([]);
      });

      test('PC-74 SIGTERM to what ignores it, grandchildren included, is followed by SIGKILL', async () => {
        const id = next();
        const file = join(folder, 'pc74');
        const stubborn = `trap '' TERM; sh -c 'trap "" TERM; echo $$ > ${file}; while :; do sleep 1; done' & while :; do sleep 1; done`;
        await keeper.ensure(id, shell(stubborn));
        await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'grandchild');
        await keeper.end(id, 'cancelled');
        await keeper.end(id, 'timed_out');
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'cancelled' });
        expect(alive(file)).toBe(false);
        expect(readProcess(kept.pid ?? 0)).toBeNull();
      });

      test('PC-75 a deadline shorter than the work kills it and is told as such, not as an exit', async () => {
        const id = next();
        await keeper.ensure(id, shell('sleep 30; echo never', { deadlineMs: 1_000 }));
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'timed_out', afterMs: 1_000 });
        expect(kept.outputBytes).toBe(0);
      });

      test('what left the group, session and its parents is ended by its marker', async () => {
        const id = next();
        const file = join(folder, 'daemon');
        const inner = `trap '' TERM HUP; echo $$ > ${file}; while :; do sleep 1; done`;
        const daemon = `(setsid sh -c "setsid sh -c '${inner.replaceAll("'", `'\\''`).replaceAll('$', '\\$')}' >/dev/null 2>&1 & exit 0" &) ; exit 0`;
        await keeper.ensure(
          id,
          shell(`${daemon.replace('; exit 0', '')}; while [ ! -s ${file} ]; do sleep 0.05; done; sleep 1000`, {
            deadlineMs: 5_000,
          }),
        );
        const kept = await ended(keeper, id);
        expect(kept.ending?.kind).toBe('timed_out');
        expect(alive(file)).toBe(false);
      });

      test('an ordinary exit takes along what it left running, and its own code stays', async () => {
        for (const io of [{ kind: 'pipe', stdin: 'empty' } as const, { kind: 'pty', columns: 80, rows: 24 } as const]) {
          const id = next();
          const file = join(folder, `left-${io.kind}`);
          const text = `setsid sh -c 'trap "" HUP; echo $$ > ${file}; exec sleep 1000' & while [ ! -s ${file} ]; do sleep 0.05; done; echo bye; exit 3`;
          await keeper.ensure(id, shell(text, { io }));
          const kept = await ended(keeper, id);
          expect(kept.ending).toEqual({ kind: 'exited', code: 3 });
          expect(readFileSync(kept.files.output, 'utf8')).toContain('bye');
          expect(alive(file)).toBe(false);
        }
      });

      test('silence beyond what is allowed is stalled; output keeps it alive', async () => {
        const id = next();
        await keeper.ensure(
          id,
          shell('for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done; sleep 1000', { quietMs: 2_000 }),
        );
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'stalled', quietMs: 2_000 });
        expect(readFileSync(kept.files.output, 'utf8')).toBe('1\n2\n3\n4\n5\n6\n');
      });

      test('output beyond its limit is over_budget, and the journals stop at the limit', async () => {
        const id = next();
        await keeper.ensure(id, shell('yes', { outputLimit: 100_000 }));
        const kept = await ended(keeper, id);
        expect(kept.ending).toEqual({ kind: 'over_budget' });
        expect(kept.outputBytes).toBe(100_000);
      });

      test('are told to who listens, also those before, until they are forgotten', async () => {
        const [before, after] = [next(), next()];
        await keeper.ensure(before, shell('exit 4'));
        await ended(keeper, before);
        const heard = new Map<string, unknown>();
        const stop = keeper.onEnding((kept) => heard.set(kept.runId, kept.ending));
        await until(() => heard.has(before), 'the ending before');
        await keeper.ensure(after, shell('exit 5'));
        await until(() => heard.has(after), 'the ending after');
        stop();
        expect(heard.get(after)).toEqual({ kind: 'exited', code: 5 });
        const done: string[] = [];
        const forget = async () => {
          await keeper.forget(before);
          done.push('forgotten');
        };
        // What waits for the disk holds up nobody else.
        await Promise.all([forget(), forget(), keeper.find(before).then(() => done.push('found'))]);
        expect(done).toEqual(['found', 'forgotten', 'forgotten']);
        await keeper.forget(before);
        const record = JSON.parse(
          readFileSync(join(dirname((await keeper.find(before))?.files.output ?? ''), 'run.json'), 'utf8'),
        );
        expect(record).toMatchObject({ forgotten: true, run: { ending: { kind: 'exited', code: 4 } } });
        expect((await keeper.list()).map((kept) => kept.runId)).not.toContain(before);
        expect((await keeper.find(before))?.ending).toEqual({ kind: 'exited', code: 4 });
        expect((await keeper.ensure(before, shell('true'))).ending).toEqual({ kind: 'exited', code: 4 });
      });

      test('an unknown run is nothing to find and cannot be ended', async () => {
        expect(await keeper.find(runId(888_888))).toBeNull();
        await expect(keeper.end(runId(888_888), 'cancelled')).rejects.toMatchObject({
          failure: { error_code: 'RUN_NOT_FOUND' },
        });
      });
    });

    test('leaves no process of its runs behind', async () => {
      await until(async () => (await keeper.list()).every((kept) => kept.ending !== null), 'all have ended');
      const marks = execFileSync('sh', [
        '-c',
        'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c "^DROVER_MARK=$0" || true',
        (await import('../../src/keeper/process/process-tree.ts')).markOf(room.folder),
      ]);
      expect(marks.toString().trim()).toBe('0');
    });
  });
}
