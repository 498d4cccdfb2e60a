import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { untilItsMinuteIsOver } from './acp.ts';

const conversation = '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01';
const now = Date.parse('2026-11-21T15:41:12.500Z');
const head = `{"sessionId":"${conversation}","kind":"main"}\n`;
let folder: string;

function put(stamp: string, text: string): void {
  const chats = join(folder, 'tmp', 'a-project', 'chats');
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(chats, `session-${stamp}-7d1f3a52.jsonl`), text);
}
const wait = (resume: string | null = conversation, at = now) =>
  untilItsMinuteIsOver([join(folder, 'tmp')], resume, at);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gemini-'));
});

test('a conversation that was begun in this minute is loaded in the next', async () => {
  put('2026-11-21T15-41', `${head}{"type":"user","content":[]}\n`);
  expect(await wait()).toBe(47_500);
  expect(await wait(conversation, now + 47_500)).toBe(0);
});

test('one of another minute, one that was only loaded in this one, another one, and none wait for nothing', async () => {
  put('2026-11-21T15-40', `${head}{"type":"user","content":[]}\n`);
  put('2026-11-21T15-41', head);
  expect(await wait()).toBe(0);
  put('2026-11-21T15-41', `${head}{"type":"user","content":[]}\n`);
  expect(await wait('00000000-0c4e-4a52-9d65-2f5f3f1c9a01')).toBe(0);
  expect(await wait(null)).toBe(0);
});

test('where it never was, nothing waits', async () => {
  expect(await untilItsMinuteIsOver([join(folder, 'nowhere')], conversation, now)).toBe(0);
});
