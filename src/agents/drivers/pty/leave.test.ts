import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeeperFake } from '../../../../test/fakes/keeper.ts';
import { ofTests } from '../../../../test/fakes/of-tests.ts';
import { runId } from '../../../domain/ids.ts';
import type { Live } from '../../../ports/agent.ts';
import { Ledger } from './keys.ts';
import { interrupt, leaveTerminal } from './leave.ts';
import type { TerminalProfile } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'leave-'));
const keeper = createKeeperFake(join(folder, 'k'));
const run = runId(1);
let runs = 1;
afterAll(() => keeper.close());

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
  await expect.poll(ready).toContain('ready');
  await leaveTerminal({
    profile: { farewell: null, read: () => ({ kind: 'idle' }) } as unknown as TerminalProfile,
    ...{ keeper, live: { runId: run } as Live, ledger: new Ledger(folder), now: Date.now },
  });
  expect(await ended).toEqual({ kind: 'exited', code: 0 });
});

/** Ends with the number of Ctrl-C it got, each of which only empties its input line: two close together would end it, which a slow machine never presses. */
const talker = ({ draws, says }: { draws: number; says: number }) => `
process.stdin.setRawMode(true);
let line = '', left = ${String(says)}, presses = 0;
const draw = (words) => process.stdout.write('\\x1b[2J\\x1b[H' + words + '|' + line);
draw('busy');
if (${String(draws)} > 0) setTimeout(draw, ${String(draws)}, 'idle');
process.stdin.on('data', (data) => {
  for (const key of data.toString()) {
    if (key === '\\x03') { presses += 1; line = ''; }
    else if (key !== '\\r') line += key;
    else if (line === '/quit' && --left <= 0) process.exit(presses);
    else line = '';
  }
  draw('idle');
});`;

describe('a program that leaves at a word', () => {
  const rows: readonly [string, Parameters<typeof talker>[0] & { readonly underWay?: true }, number][] = [
    ['is told it once its picture shows that its turn is over', { draws: 300, says: 1 }, 0],
    ['is interrupted first where its turn goes on', { draws: 0, says: 1, underWay: true }, 1],
    ['is told it again where the first was lost', { draws: 300, says: 2 }, 0],
  ];
  it.each(rows)('%s', async (_, how, presses) => {
    runs += 1;
    const own = runId(runs);
    const ended = new Promise((resolve) => keeper.onEnding((of) => of.runId === own && resolve(of.ending)));
    await keeper.ensure(own, {
      argv: [process.execPath, '-e', talker(how)],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...ofTests() },
      io: { kind: 'pty', columns: 80, rows: 24 },
      deadlineMs: 60_000,
    });
    await expect.poll(async () => (await keeper.screen(own))?.screen.lines[0]).toContain('busy|');
    const ledger = new Ledger(mkdtempSync(join(folder, 'ledger-')));
    if (how.underWay) await ledger.add({ kind: 'entered', id: 'm1', at: 1 });
    await leaveTerminal({
      profile: {
        farewell: '/quit',
        read({ lines }: { readonly lines: readonly string[] }) {
          const [kind, composer] = lines[0]?.trim().split('|') ?? [];
          return { kind, composer };
        },
      } as unknown as TerminalProfile,
      ...{ keeper, live: { runId: own } as Live, ledger, now: Date.now },
    });
    expect(await ended).toEqual({ kind: 'exited', code: presses });
  });
});

/** Shows the pictures of its turn one after another, the next ones at the next Escape; counts its keys. */
const pictures = (turns: readonly (readonly string[])[]) => `
process.stdin.setRawMode(true);
const turns = ${JSON.stringify(turns)};
let keys = 0;
const draw = (words) => process.stdout.write('\\x1b[2J\\x1b[H' + words + ' ' + keys);
const show = ([first, ...rest]) => {
  draw(first);
  if (rest.length > 0) setTimeout(show, 500, rest);
};
show(turns[0]);
process.stdin.on('data', () => {
  keys += 1;
  show(turns[Math.min(keys, turns.length - 1)]);
});`;

describe('a turn that is interrupted', () => {
  const rows: readonly [string, readonly (readonly string[])[], string][] = [
    ['ends at the first key', [['busy'], ['idle']], 'idle 1'],
    ['is interrupted once more where it goes on', [['busy'], ['busy'], ['idle']], 'idle 2'],
    ['is not over at a picture that cannot be read', [['busy'], ['between', 'busy'], ['idle']], 'idle 2'],
    ['is not over however long it cannot be read', [['busy'], ['x', 'y', 'z', 'x', 'busy'], ['idle']], 'idle 2'],
    ['gets no second key while its screen cannot be read', [['busy'], ['between', 'idle']], 'idle 1'],
    ['gets no key where nothing is at work', [['idle']], 'idle 0'],
  ];
  it.each(rows)('%s', async (_, turns, left) => {
    runs += 1;
    const own = runId(runs);
    await keeper.ensure(own, {
      argv: [process.execPath, '-e', pictures(turns)],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...ofTests() },
      io: { kind: 'pty', columns: 80, rows: 24 },
      deadlineMs: 60_000,
    });
    const shown = async () => (await keeper.screen(own))?.screen.lines.join('').trim() ?? '';
    await expect.poll(shown).toBe(`${turns[0]?.[0]} 0`);
    const kindOf = (words: string) => (['busy', 'idle'].includes(words) ? words : 'unknown');
    await interrupt({
      profile: {
        interrupt: '\u001b',
        read: ({ lines }: { lines: readonly string[] }) => ({ kind: kindOf(lines[0]?.split(' ')[0] ?? '') }),
      } as unknown as TerminalProfile,
      ...{
        keeper,
        live: { runId: own } as Live,
        ledger: new Ledger(mkdtempSync(join(folder, 'ledger-'))),
        now: Date.now,
      },
    });
    expect(await shown()).toBe(left);
    await keeper.end(own, 'cancelled');
  });
});
