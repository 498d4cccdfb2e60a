// A message does not mix with what a person has typed: a line that stands there holds it up, one that was erased does not.
import { expect, it } from 'vitest';
import { drawScreen } from '../../../../test/fakes/draw-screen.ts';
import { program } from '../../program/program.ts';
import { StatusReader } from './status.ts';
import { Track } from './turns.ts';
import { typingRefusal } from './type.ts';

const now = 1_000_000;
const message = { id: 'm1', text: 'hello', submit: true, steer: false, keys: false };
const shell = program('bash');

/** What a person typed last, so long ago. */
const shown = async (text: string, bytes: number, ago: number) => ({
  ...(await drawScreen(text, { columns: 40, rows: 8 })),
  typed: { bytes, at: now - ago },
});

it('WT-82 in a program of which nothing is known what was typed and erased holds no message up, once the hands are off', async () => {
  const erased = await shown('$ half\b\b\b\b\u001b[K', 8, 5000);
  expect(typingRefusal(shell, erased, message, now)).toBeNull();
  expect(typingRefusal(shell, { ...erased, typed: { bytes: 8, at: now - 10 } }, message, now)).toMatch(
    /somebody is typing/,
  );
});

it('WT-82 a line that stands half-typed in it is neither sent nor mixed with a message, and is told as how it stands', async () => {
  const half = await shown('$ half', 4, 60_000);
  expect(typingRefusal(shell, half, message, now)).toMatch(/half-typed/);
  const witness = new StatusReader(shell, 0);
  witness.see({ ...half, at: 1, changedAt: now - 60_000 });
  const { stood } = await witness.judge(
    new Track(),
    async () => ({ processes: 1, cpuMs: 0, running: false }),
    () => now,
  );
  expect(stood.standing).toEqual({ kind: 'unknown', why: 'a half-typed line stands in it', typed: true });
});
