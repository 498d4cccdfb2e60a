// A reply on its way out: one JSON document, or words; notes and refusals on stderr.
import type { CommandName } from '../../../contract/commands.ts';
import type { Reply } from '../../../contract/protocol.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Output } from '../parse/parse.ts';
import { chainExits } from '../print/chain.ts';
import { clean, cleanAll, toJson } from '../print/clean.ts';
import { environmentExits } from '../print/environment.ts';
import { findLook, type Look, paint } from '../print/look.ts';
import { manualExits } from '../print/manual.ts';
import { printReply } from '../print/print-reply.ts';
import { serviceExits } from '../print/service.ts';
import { sessionExits } from '../print/session.ts';
import { taskExits } from '../print/task.ts';
import type { Console } from '../terminal/console.ts';

export type Refused = Extract<Reply, { ok: false }>;
/** `raw`: control sequences of others are let through. */
export type Manner = { readonly output: Output; readonly raw?: boolean };

/** The exit code of a reply that was not refused, as its noun says; absent: 0. */
export const exits: { readonly [Name in CommandName]?: (data: Replies[Name]) => number } = {
  ...chainExits,
  ...environmentExits,
  ...serviceExits,
  ...sessionExits,
  ...manualExits,
  ...taskExits,
};

const exitOf = <Name extends CommandName>(name: Name, data: Replies[Name]): number => exits[name]?.(data) ?? 0;

/** Prints and returns the exit code. */
export async function tellReply<Name extends CommandName>(
  console: Console,
  name: Name,
  reply: Reply<Replies[Name]>,
  { output, raw = false }: Manner,
): Promise<number> {
  if (!reply.ok) return tellRefusal(console, reply, output);
  if (output !== 'text') return tellJson(console, reply, exitOf(name, reply.data));
  const data = raw ? reply.data : cleanAll(reply.data);
  const text = printReply(name, data, findLook(console));
  if (text !== '') console.stdout.write(`${text}\n`);
  tellNotes(console, data);
  return exitOf(name, reply.data);
}

export function tellJson(console: Console, document: unknown, exit: number): number {
  console.stdout.write(`${toJson(document)}\n`);
  return exit;
}

/** A refusal of the daemon's, or of the command line itself. */
export async function tellRefusal(console: Console, refused: Refused, output: Output): Promise<number> {
  const { errors } = await import('../../../contract/errors/errors.ts');
  const exit = errors[refused.error_code]?.exit ?? 1;
  if (output !== 'text') return tellJson(console, refused, exit);
  console.stderr.write(
    `${refusalText(refused, findLook({ stdout: console.stderr, env: console.env, now: console.now }))}\n`,
  );
  return exit;
}

export async function tellFailure(console: Console, failure: Failure, output: Output): Promise<number> {
  const { toReply } = await import('../../../contract/to-reply.ts');
  return tellRefusal(console, toReply(failure), output);
}

/** Sentence, hint, code. */
export function refusalText({ error, error_code, hint }: Refused, look: Look): string {
  const lines = [`${paint(look, 'red', clean(error))} ${paint(look, 'dim', `[${error_code}]`)}`];
  return [...lines, ...(hint === '' ? [] : [clean(hint)])].join('\n');
}

/** What was done on the way, said on stderr. */
function tellNotes(console: Console, data: unknown): void {
  const notes = typeof data === 'object' && data !== null && 'notes' in data ? data.notes : [];
  if (Array.isArray(notes)) for (const note of notes) console.stderr.write(`${note}\n`);
}
