// What runs and sessions did, written down by Drover from the repository and not from their words.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { History, SessionView } from '../../src/contract/session.ts';
import { sumProject } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
afterEach(() => world.close());

async function open(...turns: readonly (readonly unknown[])[]): Promise<void> {
  world = await openWorld({ project: sumProject, remote: null });
  world.setScript({ turns: turns.map((steps, index) => ({ when: { nth: index + 1 }, do: steps })) });
  // There before anything ran: nobody else's work.
  writeFileSync(join(world.checkout, 'mine.md'), 'One.\n');
}
const receipt = (row: string) => JSON.parse(readFileSync(join(world.state, 'receipts', `${row}.json`), 'utf8'));
const newest = async () => {
  const { entries } = await world.must<History>(['history']);
  if (entries[0] === undefined) throw new Error('nothing was done');
  return entries[0];
};

describe('the receipt of a run by itself', () => {
  it('names commit and tree before and after, the paths and lines that differ, and the commands with their exits', async () => {
    await open([
      { write: { path: 'notes.md', text: 'One.\nTwo.\n' } },
      { write: { path: 'mine.md', text: 'One.\nMore.\n' } },
      { run: ['node', '-e', 'process.exit(3)'] },
      { usage: { inputTokens: 10, outputTokens: 5, money: 0.5 } },
      { say: 'Done.' },
    ]);
    const head = await world.git('rev-parse', 'HEAD');
    await world.must(['run', 'Write notes.', '--agent', 'scripted', '--mode', 'write']);
    const { row, changed_files } = await newest();
    expect(changed_files).toEqual(['mine.md', 'notes.md']);
    const told = receipt(row);
    expect(told).toMatchObject({
      ...{ outcome: 'answered', idle: false, tools: 3, lines: { added: 3, removed: 0 } },
      ...{ changed: ['mine.md', 'notes.md'], usage: { inputTokens: 10, money: 0.5 } },
      commands: [{ tool: 'write' }, { tool: 'write' }, { tool: 'run', exit: 3, ok: false }],
      git: { start: { head }, end: { head } },
    });
    expect(told.git.start.tree).toMatch(/^[0-9a-f]{40}$/);
    expect(told.git.end.tree).not.toBe(told.git.start.tree);
  });

  it('of one that only answered says that it did nothing', async () => {
    await open([{ say: 'Understood.' }]);
    const head = await world.git('rev-parse', 'HEAD');
    await world.must(['run', 'Look.', '--agent', 'scripted']);
    expect(receipt((await newest()).row)).toMatchObject({
      git: { start: { head } },
      changed: [],
      idle: true,
      tools: 0,
    });
  });
});

describe('the receipt of a session', () => {
  const start = () => world.must(['start', 'scripted', '-d', '--transport', 'native', '--name', 'fox']);
  const last = async () => (await world.must<{ sessions: readonly SessionView[] }>(['ps', 'fox'])).sessions[0];

  it('has trees and lines as well; a turn without a tool is idle only where the tree stayed as it was', async () => {
    await open(
      [{ say: 'Understood.' }],
      [{ wait: { file: join('..', 'go') } }, { say: 'Nothing to do.' }],
      [{ write: { path: 'notes.md', text: 'One.\n' } }, { say: 'Done.' }],
    );
    await start();
    const log = async () => (await world.drover(['events', 'fox'])).out;
    const idle = (turn: number) => new RegExp(`"turn_idle".*"turn":${turn}\\b`);
    await world.must(['send', 'fox', 'Hello.', '--wait']);
    await world.until(log, (text) => idle(1).test(text));
    await world.must(['send', 'fox', 'Wait.', '--no-wait']);
    await world.until(last, (view) => view?.state === 'busy');
    writeFileSync(join(world.checkout, 'mine.md'), 'One.\nTwo.\n');
    writeFileSync(join(world.folder, 'go'), '');
    await world.must(['send', 'fox', 'Write.', '--wait']);
    await world.must(['stop', 'fox']);
    expect(await log()).not.toMatch(idle(2));
    const { row, changed_files } = await newest();
    expect(changed_files).toEqual(['mine.md', 'notes.md']);
    const told = receipt(row);
    expect(told).toMatchObject({ lines: { added: 2, removed: 0 }, turns: 3, last: { number: 3, idle: false } });
    expect(told.git.end.tree).not.toBe(told.git.start.tree);
  });
});
