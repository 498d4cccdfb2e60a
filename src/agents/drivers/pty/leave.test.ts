import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createKeeperFake } from '../../../../test/fakes/keeper.ts';
import { ofTests } from '../../../../test/fakes/of-tests.ts';
import { runId } from '../../../domain/ids.ts';
import type { Live } from '../../../ports/agent.ts';
import { Ledger } from './keys.ts';
import { leaveTerminal } from './leave.ts';
import type { TerminalProfile } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'leave-'));
const keeper = createKeeperFake(join(folder, 'k'));
const run = runId(1);
afterEach(() => keeper.close());

/** Gives its terminal back at the first Ctrl-C, and takes its time to end after that. */
const slow = `
process.stdin.setRawMode(true);
process.stdout.write('\\x1b[?1049h\\x1b[?2004hready');
process.stdin.once('data', () => {
  process.stdout.write('\\x1b[?2004l\\x1b[?1049l');
  process.stdin.setRawMode(false);
  setTimeout(() => process.exit(0), 1500);
});`;

it('a program that has given its terminal back is waited for: another Ctrl-C would be a signal', async () => {
  const ended = new Promise((resolve) => keeper.onEnding(({ ending }) => resolve(ending)));
  await keeper.ensure(run, {
    argv: [process.execPath, '-e', slow],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...ofTests() },
    io: { kind: 'pty', columns: 80, rows: 24 },
    deadlineMs: 60_000,
  });
  const ready = async () => (await keeper.screen(run))?.screen.lines.join('') ?? '';
  await expect.poll(ready, { timeout: 20_000 }).toContain('ready');
  await leaveTerminal({
    profile: { farewell: null, read: () => ({ kind: 'idle' }) } as unknown as TerminalProfile,
    ...{ keeper, live: { runId: run } as Live, ledger: new Ledger(folder), now: Date.now },
  });
  expect(await ended).toEqual({ kind: 'exited', code: 0 });
});
