// What every keeper must do with terminals: pictures, people who look and type, windows, long transcripts.
import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { Screen } from '../../src/domain/screen/screen.ts';
import { ScreenModel } from '../../src/keeper/screen/terminal.ts';
import type { Keeper, Right } from '../../src/ports/keeper.ts';
import type { SuiteRoom } from './keeper.suite.ts';
import { ended, script, shell, until } from './keeper-room.ts';
import { openTerminal } from './keeper-terminal.ts';

const never = new AbortController().signal;
const pty = { kind: 'pty', columns: 80, rows: 24 } as const;
const terminal = (text: string, more: Partial<Program> = {}) => shell(text, { io: pty, ...more });
const bash = (text: string) => ({ ...terminal(text), argv: ['/bin/bash', '-c', text] });

export function keeperScreensSuite(name: string, open: () => Promise<SuiteRoom>): void {
  describe(`screens of a keeper: ${name}`, () => {
    let room: SuiteRoom;
    let keeper: Keeper;
    let number = 0;
    const next = () => {
      number += 1;
      return runId(number);
    };
    type Id = ReturnType<typeof next>;
    const shown = async (id: Id, history = 0) => {
      const look = await keeper.screen(id, history);
      if (look === null) throw new Error('there is no screen');
      return look;
    };
    const seen = (id: Id, text: string) =>
      until(async () => {
        const { screen } = await shown(id);
        return screen.lines.join('\n').includes(text) ? screen : null;
      }, `${text} on the screen`);
    const attach = async (id: Id, right: Right, window: { columns?: number; rows?: number } = {}) => {
      const person = await openTerminal(await keeper.ticket(id, right), id);
      expect(await person.ask({ ask: 'attach', from: 'picture', ...window })).toBeNull();
      await until(() => person.picture() !== null, 'the picture');
      return person;
    };
    const size = async (id: Id) => {
      const { columns, rows } = (await shown(id)).screen;
      return [columns, rows];
    };

    beforeAll(async () => {
      room = await open();
      keeper = room.keeper;
    });
    afterAll(() => room.close());

    describe('a screen', () => {
      test('HX-65 is clean text with cursor, title and modes, and has all output taken in before it was asked for', async () => {
        const id = next();
        await keeper.ensure(
          id,
          terminal(`printf '\\033]0;a title\\007\\033[1mbold\\033[0m plain\\r\\n\\033[?2004h> '; cat`),
        );
        const screen = await seen(id, '>');
        const kept = await keeper.find(id);
        expect(screen).toMatchObject({
          columns: 80,
          rows: 24,
          title: 'a title',
          bracketedPaste: true,
          alternate: false,
          cursor: { row: 1, column: 2, visible: true },
          marks: [{ row: 0, column: 0, length: 4, bold: true }],
          typed: { bytes: 0, at: null },
        });
        expect(screen.lines.slice(0, 3)).toEqual(['bold plain', '>', '']);
        expect(screen.at).toBe(kept?.outputBytes);
        expect(screen.changedAt).toBeGreaterThanOrEqual(kept?.startedAt ?? 0);
        await keeper.end(id, 'cancelled');
      });

      test('has 5 MB that came right before it was asked for, and the lines that scrolled off', async () => {
        const id = next();
        await keeper.ensure(id, terminal('seq 1 700000; printf end; sleep 1000'));
        await until(async () => ((await keeper.find(id))?.outputBytes ?? 0) >= 5_488_898, 'all of it');
        const { screen, history } = await shown(id, 3);
        expect(screen.lines.slice(-2)).toEqual(['700000', 'end']);
        expect(history).toEqual(['699975', '699976', '699977']);
        expect((await shown(id, 100_000)).history).toHaveLength(1000);
        await keeper.end(id, 'cancelled');
      });

      test('does not say that it changed when it did not', async () => {
        const id = next();
        await keeper.ensure(id, terminal(`stty -echo; printf same; read x; printf '\\rsame\\033[?25h'; cat`));
        const before = await seen(id, 'same');
        await keeper.write(id, 1, Buffer.from('\r'));
        const after = await until(async () => {
          const { screen } = await shown(id);
          return screen.at > before.at ? screen : null;
        }, 'more output');
        expect(after.changedAt).toBe(before.changedAt);
        await keeper.end(id, 'cancelled');
      });

      test('of a run that has ended is its last; pipes and unknown runs have none', async () => {
        const [id, plain] = [next(), next()];
        await keeper.ensure(id, terminal('echo last words'));
        await keeper.ensure(plain, shell('echo x'));
        await ended(keeper, id);
        expect((await shown(id)).screen.lines[0]).toBe('last words');
        expect(await keeper.screen(plain)).toBeNull();
        expect(await keeper.screen(runId(777_777))).toBeNull();
      });

      test('answers its program while nobody is attached, and not as a message', async () => {
        const id = next();
        await keeper.ensure(
          id,
          bash(`stty -echo -icanon; printf 'ab\\033[6n'; read -r -d R x; printf 'got %s.' "\${x:2}"; cat`),
        );
        await seen(id, 'got 1;3.');
        const kept = await keeper.find(id);
        expect(kept?.inputSeq).toBe(0);
        expect(readFileSync(kept?.files.input ?? '', 'latin1')).toBe('\x1b[1;3R');
        expect(readFileSync(`${kept?.files.input}.index`, 'utf8')).toBe('- 6\n');
        expect((await shown(id)).screen.typed).toEqual({ bytes: 0, at: null });
        await keeper.end(id, 'cancelled');
      });
    });

    describe('screens', () => {
      test('come at once, after every change, and end with the run', async () => {
        const id = next();
        await keeper.ensure(id, terminal('printf one; read x; printf two; read x; echo three'));
        await seen(id, 'one');
        const lines: string[] = [];
        const pictures: string[] = [];
        for await (const screen of keeper.screens(id, never)) {
          lines.push(screen.lines.join('|').replace(/\|+$/, ''));
          // The same lines with the cursor elsewhere are another picture.
          pictures.push(JSON.stringify({ ...screen, at: 0, changedAt: 0 }));
          if (lines.length === 1) await keeper.write(id, 1, Buffer.from('\r'));
          if (lines.at(-1)?.endsWith('two')) await keeper.write(id, 2, Buffer.from('\r'));
        }
        expect(lines[0]).toBe('one');
        expect(lines.at(-1)).toContain('three');
        expect(new Set(pictures).size).toBe(pictures.length);
      });

      test('of a flood are few, and the last shows its end', async () => {
        const id = next();
        await keeper.ensure(id, terminal('read x; seq 1 300000'));
        let [count, last]: [number, Screen | null] = [0, null];
        for await (const screen of keeper.screens(id, never)) {
          if (count === 0) await keeper.write(id, 1, Buffer.from('\r'));
          [count, last] = [count + 1, screen];
        }
        expect(last?.lines).toContain('300000');
        expect(count).toBeLessThan(3000);
      });

      test('stop when the signal fires; of a pipe there are none, of an unknown run they are refused', async () => {
        const [id, plain] = [next(), next()];
        await keeper.ensure(id, terminal('sleep 1000'));
        const stop = new AbortController();
        for await (const _ of keeper.screens(id, stop.signal)) stop.abort();
        await keeper.end(id, 'cancelled');
        await keeper.ensure(plain, shell('echo x'));
        for await (const _ of keeper.screens(plain, never)) throw new Error('a pipe has no screen');
        const unknown = keeper.screens(runId(999_999), never)[Symbol.asyncIterator]();
        await expect(unknown.next()).rejects.toMatchObject({ failure: { error_code: 'RUN_NOT_FOUND' } });
      });
    });

    describe('a terminal attached by ticket', () => {
      test('HX-08 types: keys reach the program, and messages keep their numbers', async () => {
        const id = next();
        await keeper.ensure(id, terminal('read x; echo "got $x"; read y; echo "and $y"; sleep 1000'));
        const person = await attach(id, 'type');
        expect(await person.ask({ ask: 'type' }, Buffer.from('hé'))).toBeNull();
        const { typed } = await seen(id, 'hé');
        expect(typed).toEqual({ bytes: 3, at: expect.any(Number) });
        expect(await person.ask({ ask: 'type' }, Buffer.from('llo\r'))).toBeNull();
        expect((await seen(id, 'got héllo')).typed.bytes).toBe(0);
        await keeper.write(id, 1, Buffer.from('message\r'));
        await seen(id, 'and message');
        const kept = await keeper.find(id);
        expect(kept?.inputSeq).toBe(1);
        expect(readFileSync(`${kept?.files.input}.index`, 'utf8')).toBe('- 3\n- 4\n1 8\n');
        await person.leave();
        await keeper.end(id, 'cancelled');
      });

      test('what was typed is pushed to who follows the screen', async () => {
        const id = next();
        await keeper.ensure(id, terminal('stty -echo; printf ready; cat > /dev/null'));
        await seen(id, 'ready');
        const person = await attach(id, 'type');
        const stop = new AbortController();
        let bytes = 0;
        for await (const { typed } of keeper.screens(id, stop.signal)) {
          if (bytes === 0 && typed.bytes === 0) void person.ask({ ask: 'type' }, Buffer.from('abc'));
          bytes = typed.bytes;
          if (bytes === 3) stop.abort();
        }
        expect(bytes).toBe(3);
        await person.leave();
        await keeper.end(id, 'cancelled');
      });

      test('that may only look can neither type nor change the window', async () => {
        const id = next();
        await keeper.ensure(id, terminal('cat'));
        const person = await attach(id, 'look', { columns: 10, rows: 5 });
        expect(await person.ask({ ask: 'type' }, Buffer.from('x'))).toBe('UNAUTHORIZED');
        expect(await person.ask({ ask: 'resize', columns: 10, rows: 5 })).toBe('UNAUTHORIZED');
        expect(await person.ask({ ask: 'write', inputSeq: 1 }, Buffer.from('x'))).toBe('UNAUTHORIZED');
        expect(await person.ask({ ask: 'end', reason: 'cancelled' })).toBe('UNAUTHORIZED');
        expect(await size(id)).toEqual([80, 24]);
        expect((await keeper.find(id))?.inputSeq).toBe(0);
        await person.leave();
        await keeper.end(id, 'cancelled');
      });

      test('is sent the picture and then every byte after it, once, until the end', async () => {
        const id = next();
        const text = `printf 'before\\r\\n\\033[?1049h\\033[H\\033[31mred\\033[0m\\033[?2004h'; read x; seq 1 50; printf '\\033[2;2Hafter'; read x`;
        await keeper.ensure(id, terminal(text));
        await seen(id, 'red');
        const person = await attach(id, 'type');
        await person.ask({ ask: 'type' }, Buffer.from('\r'));
        const there = await seen(id, 'after');
        await until(async () => (person.picture()?.at ?? 0) + person.output().length >= there.at, 'all bytes');
        const model = new ScreenModel(80, 24, () => {});
        await model.write(person.sent());
        const { at: _, changedAt: __, typed: ___, ...shape } = (await shown(id)).screen;
        expect(model.read()).toEqual(shape);
        const kept = await keeper.find(id);
        const all = readFileSync(kept?.files.output ?? '');
        expect(person.output().equals(all.subarray(person.picture()?.at))).toBe(true);
        await person.ask({ ask: 'type' }, Buffer.from('\r'));
        await until(() => person.ended(), 'the end');
        await person.leave();
      });

      test('answers by itself: the keeper answers nothing then', async () => {
        const id = next();
        await keeper.ensure(
          id,
          bash(`stty -echo -icanon; printf ready; read -r -d R x; printf 'got %s.' "\${x:2}"; cat`),
        );
        await seen(id, 'ready');
        const person = await attach(id, 'type');
        const looker = await attach(id, 'look');
        await person.ask({ ask: 'type' }, Buffer.from('\x1b[9;9R'));
        await seen(id, 'got 9;9.');
        expect((await shown(id)).screen.typed.bytes).toBe(0);
        await Promise.all([person.leave(), looker.leave()]);
        await keeper.end(id, 'cancelled');
      });

      test('HX-09 gives the program its window: of several the smallest side, after the last it stays', async () => {
        const id = next();
        const text = 'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done';
        await keeper.ensure(id, terminal(text));
        await seen(id, 'ready');
        const wide = await attach(id, 'type', { columns: 120, rows: 30 });
        await seen(id, '30 120');
        expect(wide.picture()).toMatchObject({ columns: 120, rows: 30 });
        const tall = await attach(id, 'type', { columns: 100, rows: 50 });
        await seen(id, '30 100');
        await until(() => wide.window()?.columns === 100, 'who is attached is told');
        expect([wide.window(), tall.window()]).toMatchObject([{ columns: 100, rows: 30 }, null]);
        expect(await tall.ask({ ask: 'resize', columns: 90, rows: 20 })).toBeNull();
        await seen(id, '20 90');
        expect(await tall.ask({ ask: 'resize', columns: 0, rows: 0 })).toBeNull();
        await tall.leave();
        await until(async () => (await size(id)).join(' ') === '120 30', 'the wide one alone');
        await wide.leave();
        expect(await size(id)).toEqual([120, 30]);
        await keeper.resize(id, 0, 0);
        await keeper.resize(id, 70, 21);
        expect(await size(id)).toEqual([70, 21]);
        await keeper.end(id, 'cancelled');
      });

      test('HX-23 that vanishes, or takes ten bytes and no more, holds nobody up', async () => {
        const id = next();
        await keeper.ensure(id, terminal('read x; seq 1 600000; echo done'));
        const [slow, gone] = [await attach(id, 'type'), await attach(id, 'type')];
        slow.pause(true);
        await gone.ask({ ask: 'type' }, Buffer.from('\r'));
        await gone.leave();
        expect((await ended(keeper, id)).ending).toEqual({ kind: 'exited', code: 0 });
        slow.pause(false);
        await until(() => slow.ended(), 'the slow one has all');
        expect(slow.sent().toString()).toMatch(/600000\r\ndone\r\n$/);
        await slow.leave();
      });

      test('a ticket is good once, and for its own run', async () => {
        const id = next();
        await keeper.ensure(id, terminal('cat'));
        const ticket = await keeper.ticket(id, 'type');
        const person = await openTerminal(ticket, id);
        const second = await openTerminal(ticket, id);
        expect(await second.ask({ ask: 'attach', from: 'picture' })).toBe('UNAUTHORIZED');
        const other = await openTerminal(await keeper.ticket(id, 'type'), runId(1));
        expect(await other.ask({ ask: 'attach', from: 0 })).toBe('UNAUTHORIZED');
        expect(await other.ask({ ask: 'type' }, Buffer.from('x'))).toBe('UNAUTHORIZED');
        await Promise.all([person.leave(), second.leave(), other.leave()]);
        await keeper.end(id, 'cancelled');
      });
    });

    describe('a transcript', () => {
      test('HX-07 of 2 MB is byte-identical to what the terminal was given', async () => {
        const id = next();
        const text = 'process.stdout.write(Buffer.alloc(2e6,"0123456789abcdef\\x1b[1mé"))';
        await keeper.ensure(id, script(text, { io: pty }));
        const kept = await ended(keeper, id);
        expect(readFileSync(kept.files.output).equals(Buffer.alloc(2e6, '0123456789abcdef\x1b[1mé'))).toBe(true);
        expect(kept.outputFrom).toBe(0);
      });

      test('X6 HX-07 keeps no secret, and no part of one; who looks on at the terminal sees every byte', async () => {
        const [value, form] = ['Hunter2-correct-horse', `ghp_${'a1B2'.repeat(9)}`];
        const id = next();
        await keeper.ensure(id, {
          ...terminal(
            `stty -echo; read x; printf 'a %s b ' "$SECRET"; printf Hunter2-; sleep 0.3; echo 'correct-horse ${form}'`,
          ),
          env: { ...process.env, SECRET: value } as Record<string, string>,
          secrets: [value],
        });
        const person = await attach(id, 'type');
        await person.ask({ ask: 'type' }, Buffer.from('\r'));
        const kept = await ended(keeper, id);
        await until(() => person.ended(), 'the person has all');
        const line = `a ${value} b ${value} ${form}`;
        expect(person.sent().toString()).toContain(line);
        const hidden = line.replaceAll(value, '*'.repeat(value.length)).replace(form, '*'.repeat(form.length));
        expect(readFileSync(kept.files.output, 'utf8')).toContain(hidden);
        expect((await shown(id)).screen.lines.join('\n')).not.toMatch(/Hunter2|ghp_/);
        const read: Buffer[] = [];
        for await (const bytes of keeper.attach(id, 0, never)) read.push(Buffer.from(bytes));
        expect(Buffer.concat(read).toString()).toContain(hidden);
        await person.leave();
      });

      test('that may keep so much keeps the last part, byte-identical, and is read from there', async () => {
        const id = next();
        const text = 'seq 1 200000; read x; echo more';
        await keeper.ensure(id, terminal(`stty -echo; ${text}`, { keepBytes: 300_000 }));
        const whole = Buffer.from(`${Array.from({ length: 200_000 }, (_, row) => `${row + 1}\r\n`).join('')}`);
        await until(async () => ((await keeper.find(id))?.outputBytes ?? 0) >= whole.length, 'all output');
        const kept = await until(async () => {
          const found = await keeper.find(id);
          return found !== null && found.outputBytes - found.outputFrom <= 300_000 ? found : null;
        }, 'the cut');
        expect(kept.outputFrom).toBeGreaterThanOrEqual(whole.length - 300_000);
        expect(kept.outputFrom).toBeLessThan(whole.length - 200_000);
        expect(readFileSync(kept.files.output).equals(whole.subarray(kept.outputFrom))).toBe(true);
        expect((await shown(id)).screen.lines).toContain('200000');
        const heard: Buffer[] = [];
        for await (const bytes of keeper.attach(id, 5, never)) {
          heard.push(Buffer.from(bytes));
          if (Buffer.concat(heard).toString().endsWith('\r\n200000\r\n')) await keeper.write(id, 1, Buffer.from('\r'));
        }
        const expected = Buffer.concat([whole, Buffer.from('more\r\n')]);
        expect(Buffer.concat(heard).equals(expected.subarray(kept.outputFrom))).toBe(true);
        const over = await ended(keeper, id);
        expect(readFileSync(over.files.output).equals(expected.subarray(over.outputFrom))).toBe(true);
        expect(over).toMatchObject({ outputBytes: expected.length, outputFrom: kept.outputFrom });
      });

      test('HX-63 is followed through cuts: nothing is doubled, nothing mixed up', async () => {
        const id = next();
        // A cut may come within a line, and half of one before half of another be none.
        const twice = "printf ready; read x; seq 100000 300000 | sed 's/.*/& &/'";
        await keeper.ensure(id, terminal(twice, { keepBytes: 200_000 }));
        let [at, text] = [0, ''];
        for await (const bytes of keeper.attach(id, 0, never)) {
          if (at === 0) await keeper.write(id, 1, Buffer.from('\r')).catch(() => {});
          at += bytes.length;
          text += Buffer.from(bytes).toString();
        }
        const numbers = [...text.matchAll(/(\d{6}) \1\r\n/g)].map(([, number]) => Number(number));
        expect(numbers.at(-1)).toBe(300_000);
        for (let row = 1; row < numbers.length; row += 1) expect(numbers[row]).toBeGreaterThan(numbers[row - 1] ?? 0);
      });
    });

    test('activity tells who works from who waits', async () => {
      const [idle, busy] = [next(), next()];
      await keeper.ensure(idle, terminal('sleep 1000 & sleep 1000'));
      await keeper.ensure(busy, terminal('while :; do :; done'));
      await until(async () => {
        const { processes, running } = await keeper.activity(idle);
        return processes === 3 && !running;
      }, 'both sleep');
      const spent = await until(async () => {
        const { cpuMs, running } = await keeper.activity(busy);
        return running && cpuMs > 0 ? cpuMs : 0;
      }, 'work');
      await until(async () => (await keeper.activity(busy)).cpuMs > spent, 'more work');
      await Promise.all([keeper.end(idle, 'cancelled'), keeper.end(busy, 'cancelled')]);
      await ended(keeper, busy);
      expect(await keeper.activity(busy)).toEqual({ processes: 0, cpuMs: 0, running: false });
      await expect(keeper.activity(runId(888_888))).rejects.toMatchObject({
        failure: { error_code: 'RUN_NOT_FOUND' },
      });
    });

    test('activity tells whether a program has its terminal itself, or what it started there', async () => {
      const [own, other] = [next(), next()];
      await keeper.ensure(own, terminal('sleep 1000'));
      await keeper.ensure(other, bash('set -m; sleep 1000; true'));
      const foreground = async (id: Id) => (await keeper.activity(id)).foreground ?? null;
      await until(async () => (await foreground(other)) === 'other', 'a job of its own');
      await until(async () => (await foreground(own)) === 'own', 'itself');
      await Promise.all([keeper.end(own, 'cancelled'), keeper.end(other, 'cancelled')]);
    });

    test('WT-91 what does not hear that it is to end has its terminal hung up before it is killed', async () => {
      const id = next();
      const ready = `trap '' TERM; trap 'echo hung up; exit 3' HUP; echo begun; while :; do sleep 0.05; done`;
      await keeper.ensure(id, bash(ready));
      await until(async () => (await keeper.screen(id))?.screen.lines.join().includes('begun'), 'it began');
      await keeper.end(id, 'cancelled');
      const { files } = await ended(keeper, id);
      expect(readFileSync(files.output, 'utf8')).toContain('hung up');
    });

    test('HX-53 a death by signal in a terminal is told with its name', async () => {
      const id = next();
      await keeper.ensure(id, terminal('kill -SEGV $$'));
      expect((await ended(keeper, id)).ending).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
    });

    test('the files beside a transcript are the person alone to read', async () => {
      const id = next();
      await keeper.ensure(id, terminal('true'));
      const kept = await ended(keeper, id);
      expect(statSync(`${kept.files.output}.sizes`).mode & 0o777).toBe(0o600);
    });
  });
}
