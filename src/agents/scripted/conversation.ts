// The scripted agent's memory: one file per conversation, which outlives its process.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { asList, asRecord, asText, parseRecord } from '../json.ts';

export type Conversation = { readonly id: string; readonly prompts: readonly string[] };

const folder = () => process.env.DROVER_SCRIPTED_STATE || join(homedir(), '.drover-scripted');
const fileOf = (id: string) => join(folder(), `${encodeURIComponent(id)}.json`);

/** null: no such conversation. */
export function recall(id: string): Conversation | null {
  try {
    return { id, prompts: asList(asRecord(parseRecord(readFileSync(fileOf(id), 'utf8'))).prompts).map(asText) };
  } catch {
    return null;
  }
}

export function remember(conversation: Conversation): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  writeFileSync(fileOf(conversation.id), JSON.stringify(conversation), { mode: 0o600 });
}

/** One JSON line per prompt it got: monotonic milliseconds, mode, conversation, its number, and all prompts so far. */
export function logPrompt(conversation: Conversation, mode: string, prompt: Uint8Array): void {
  const file = process.env.DROVER_SCRIPTED_LOG;
  if (!file) return;
  const { id, prompts } = conversation;
  appendFileSync(
    file,
    `${JSON.stringify({ at: performance.timeOrigin + performance.now(), ns: String(process.hrtime.bigint()), mode, conversation: id, nth: prompts.length, base64: Buffer.from(prompt).toString('base64'), prompts })}\n`,
  );
}
