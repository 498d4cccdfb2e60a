// One request to the daemon, as the page's person. What it replies is data of others: cleaned before anybody sees it.

import type { CommandName } from '../../../src/contract/commands.ts';
import type { Reply } from '../../../src/contract/protocol.ts';
import type * as Contract from '../../../src/contract/replies.ts';
import { cleanAll } from '../../../src/contract/text/clean.ts';
import type { Uploaded, WebPush, WebPushSubscription } from '../../../src/contract/web.ts';
import { heedDate } from '../state/clock.ts';
import { say } from '../words/words.ts';

export type Refusal = Extract<Reply, { ok: false }>;
/** `unreachable`: nobody knows whether it was done. */
export type Refused = Refusal & { readonly unreachable?: true; readonly signedOut?: true };
export type Answered<Data> = { readonly ok: true; readonly data: Data } | Refused;

/** What is refused only now: a daemon that has just begun may have no keeper yet. */
const passing = new Set(['NOT_READY', 'BUSY', 'KEEPER_UNREACHABLE', 'DAEMON_UNREACHABLE', 'STORE_FAILED']);
export const isPassing = (refused: Refusal): boolean => passing.has(refused.error_code);

export async function ask<Name extends CommandName>(
  command: Name,
  input: object,
): Promise<Answered<Contract.Replies[Name]>> {
  return replyOf(
    fetch(`/v1/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...pageKey() },
      body: JSON.stringify(input),
      credentials: 'same-origin',
    }),
  );
}

/** Asked by `public/begin.js`, usually before this program was here; for who knows nothing yet. */
export async function firstBoard(): Promise<Answered<Contract.Replies['service.board']>> {
  const { droverBoard } = globalThis as { droverBoard?: Promise<Response> };
  const reply = droverBoard === undefined ? unreachable() : await replyOf<'service.board'>(droverBoard);
  return reply.ok ? reply : ask('service.board', {});
}

async function replyOf<Name extends CommandName>(asked: Promise<Response>): Promise<Answered<Contract.Replies[Name]>> {
  try {
    const response = await asked;
    heedDate(response.headers);
    const reply = cleanAll((await response.json()) as Answered<Contract.Replies[Name]>);
    return !reply.ok && response.status === 401 ? { ...reply, signedOut: true } : reply;
  } catch {
    return unreachable();
  }
}

/** The bytes of a file, for a task that is stated afterwards. */
export const upload = (file: File): Promise<Answered<Uploaded>> =>
  own(`/v1/uploads?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...pageKey() },
    body: file,
  });

/** Whether this browser is told that something waits. `change` null: no more. */
export function push(change?: WebPushSubscription | null): Promise<Answered<WebPush>> {
  const method = change === undefined ? 'GET' : change === null ? 'DELETE' : 'PUT';
  return own('/v1/web/push', {
    method,
    headers: { 'content-type': 'application/json', ...pageKey() },
    ...(change != null && { body: JSON.stringify(change) }),
  });
}

/** What is no command. */
async function own<Data>(path: string, how: RequestInit): Promise<Answered<Data>> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...how });
    return cleanAll((await response.json()) as Answered<Data>);
  } catch {
    return unreachable();
  }
}

/** What this page alone can read: the cookie by itself makes nobody a person. The page that signs in keeps it. */
export function pageKey(): Readonly<Record<string, string>> {
  try {
    const key = localStorage.getItem('drover.key');
    return key === null ? {} : { 'x-drover-page': key };
  } catch {
    return {};
  }
}

export const unreachable = (): Refused => ({
  ok: false,
  error: say().unreachable,
  error_code: 'DAEMON_UNREACHABLE',
  hint: say().unreachableHint,
  unreachable: true,
});
