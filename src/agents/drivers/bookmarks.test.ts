// What five programs were seen to say, read with a bookmark after each line and begun anew there: nothing is told otherwise than in one reading.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { live } from '../../../test/fakes/fold-native.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { shapeOf } from '../canary/look-at-program.ts';
import { claudeAcp } from '../claude/acp.ts';
import { claudeProtocol } from '../claude/native-protocol.ts';
import { codexAcp } from '../codex/acp.ts';
import { codexProtocol } from '../codex/native-protocol.ts';
import { geminiAcp } from '../gemini/acp.ts';
import { opencodeAcp } from '../opencode/acp.ts';
import { qwenAcp } from '../qwen/acp.ts';
import { heard, hearSaid } from './acp/read.ts';
import { beginAcp, type SavedRun, saveAcp } from './acp/state.ts';
import { latestBookmark, leaveBookmark } from './bookmarks.ts';
import { NativeFold, type SavedFold } from './native/fold.ts';
import type { Protocol } from './native/profile.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bookmarks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As a later process finds it. */
async function kept<T>(at: number, saved: T): Promise<T> {
  await leaveBookmark({ folder }, { at, saved, told: [] });
  const bookmark = await latestBookmark({ folder });
  expect(bookmark?.at).toBe(at);
  return bookmark?.saved as T;
}

const agents = join(import.meta.dirname, '..');
const acp = join(import.meta.dirname, 'fixtures', 'acp');
const profiles = { claude: claudeAcp, codex: codexAcp, gemini: geminiAcp, opencode: opencodeAcp, qwen: qwenAcp };

async function inPieces<State>(protocol: Protocol<State>, lines: readonly string[]): Promise<readonly AgentEvent[]> {
  let saved: SavedFold<State> | null = null;
  const told: AgentEvent[] = [];
  for (const [at, line] of lines.entries()) {
    const fold: NativeFold<State> = new NativeFold(protocol, live, saved);
    told.push(...fold.take(line));
    saved = await kept(at, fold.save());
  }
  return told;
}

const inOne = <State>(protocol: Protocol<State>, lines: readonly string[]): readonly AgentEvent[] => {
  const fold = new NativeFold(protocol, live);
  return lines.flatMap((line) => [...fold.take(line)]);
};

test('what is saved has the form that its version stands for: where this fails, raise `version` in bookmarks.ts, then write the new form here', async () => {
  const forms = async (saved: unknown) => {
    await leaveBookmark({ folder }, { at: 1, saved, told: [] });
    return shapeOf(JSON.parse(readFileSync(join(folder, 'bookmarks', '1'), 'utf8'))).join('\n');
  };
  const native = async <State>(protocol: Protocol<State>, name: string, file: string) => {
    const fold = new NativeFold(protocol, live);
    for (const line of readFileSync(join(agents, name, 'fixtures', file), 'utf8').split('\n')) [...fold.take(line)];
    return forms(fold.save());
  };
  const told = [
    await native(claudeProtocol, 'claude', 'native-permissions.jsonl'),
    await native(codexProtocol, 'codex', 'native-session.jsonl'),
    await forms({ state: saveAcp(beginAcp(claudeAcp, live)), journal: { at: 0, count: 0 } }),
  ];
  expect(createHash('sha256').update(told.join('\n\n')).digest('hex').slice(0, 12)).toMatchInlineSnapshot(
    `"b36a082e4dc9"`,
  );
});

test.each([
  ['claude', 'native-permissions.jsonl'],
  ['codex', 'native-session.jsonl'],
])('%s in its own lines', async (name, file) => {
  const lines = readFileSync(join(agents, name, 'fixtures', file), 'utf8').split('\n');
  const both = async <State>(protocol: Protocol<State>) => [await inPieces(protocol, lines), inOne(protocol, lines)];
  const [pieces, one] = await (name === 'claude' ? both(claudeProtocol) : both(codexProtocol));
  expect(one?.length).toBeGreaterThan(10);
  expect(pieces).toEqual(one);
});

test.each(readdirSync(acp))('%s over the Agent Client Protocol', async (file) => {
  const profile = profiles[file.split('-')[0] as keyof typeof profiles];
  const [output = '', input = ''] = readFileSync(join(acp, file), 'utf8').split('\n----\n');
  const lines = [
    ...input.split('\n').map((line) => ({ hear: hearSaid, line })),
    ...output.split('\n').map((line) => ({ hear: heard, line })),
  ];
  let [one, pieces] = [beginAcp(profile, live), beginAcp(profile, live)];
  for (const [at, { hear, line }] of lines.entries()) {
    const [step, again] = [hear(one, line), hear(pieces, line)];
    expect(again.events).toEqual(step.events);
    one = step.state;
    const saved = await kept<SavedRun>(at, { state: saveAcp(again.state), journal: { at, count: at } });
    pieces = beginAcp(profile, live, saved.state);
  }
  expect(pieces).toEqual(one);
});
