// What a tool prints is no part of what an agent answered, however much it is: the answer alone goes on to others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStream } from '../../test/fakes/read-stream.ts';
import { runId } from '../domain/ids.ts';
import { carryOver } from '../domain/run/carry-over.ts';
import { claudeFold } from './claude/headless.ts';
import { codexFold } from './codex/headless.ts';
import { geminiFold } from './gemini/headless.ts';
import { opencodeFold } from './opencode/headless.ts';
import { piFold } from './pi/headless.ts';
import { qwenFold } from './qwen/headless.ts';

const noise = 'tool noise '.repeat(95_326);
const ofTool = ['command_execution', 'tool_result', 'tool', 'tool_execution_end', 'toolResult'];
const printed = ['aggregated_output', 'output', 'content', 'text'];

/** With a megabyte wherever a tool said something. */
function loud(value: unknown, inTool = false): unknown {
  if (Array.isArray(value)) return value.map((each) => loud(each, inTool));
  if (typeof value !== 'object' || value === null) return value;
  const { type, role } = value as { readonly type?: unknown; readonly role?: unknown };
  const isTool = inTool || ofTool.includes(String(type)) || ofTool.includes(String(role));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isTool && printed.includes(key) && typeof inner === 'string' ? noise : loud(inner, isTool),
    ]),
  );
}

test.each([
  ['claude', claudeFold, 'answer-with-tools'],
  ['codex', codexFold, 'headless-ok-shell'],
  ['gemini', geminiFold, 'headless-ok-shell'],
  ['opencode', opencodeFold, 'headless-ok-shell'],
  ['pi', piFold, 'headless-ok-shell'],
  ['qwen', qwenFold, 'headless-ok-shell'],
] as const)(
  'PC-68 after a megabyte of tool output %s has answered the same, and that alone is carried over',
  (agent, fold, name) => {
    const stream = readFileSync(join(import.meta.dirname, agent, 'fixtures', `${name}.jsonl`), 'utf8');
    const lines = stream.split('\n').filter(Boolean);
    const noisy = lines.map((line) => JSON.stringify(loud(JSON.parse(line)))).join('\n');
    expect(noisy.length).toBeGreaterThan(1024 * 1024);
    const { verdict } = readStream(fold as never, noisy);
    expect(verdict).toEqual(readStream(fold as never, stream).verdict);
    if (verdict?.kind !== 'answered') throw new Error('it has not answered');
    const { text, from } = carryOver(
      [{ run: runId(1), name: null, agent, endedAt: 1, answer: verdict.text }],
      32 * 1024,
    );
    expect([text.includes('tool noise'), text.split(verdict.text).length - 1]).toEqual([false, 1]);
    expect(from).toEqual([expect.objectContaining({ carried: Buffer.byteLength(verdict.text) })]);
  },
);
