// A reply on its way out: one JSON document, or words; notes and refusals on stderr.
import type { CommandName } from '../../../contract/commands.ts';
import type { Reply } from '../../../contract/protocol.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Output } from '../parse/parse.ts';
import { clean, cleanAll, toJson } from '../print/clean.ts';
import { findLook, fitted, type Look, paint } from '../print/look.ts';
import type { Console } from '../terminal/console.ts';

export type Refused = Extract<Reply, { ok: false }>;
/** `raw`: control sequences of others are let through. */
export type Manner = { readonly output: Output; readonly raw?: boolean };

/** Every command's printer and exit codes: a piece of its own, loaded while the daemon is at work. */
export const loadPrinters = () => import('../print/print-reply.ts');

/** Prints and returns the exit code. */
export async function tellReply<Name extends CommandName>(
  console: Console,
  name: Name,
  reply: Reply<Replies[Name]>,
  { output, raw = false }: Manner,
): Promise<number> {
  if (!reply.ok) return tellRefusal(console, reply, output);
  const { printReply, exitOf } = await loadPrinters();
  if (output !== 'text') return tellJson(console, reply, exitOf(name, reply.data));
  const data = raw ? reply.data : cleanAll(reply.data);
  const text = printReply(name, data, await lookFor(console, name, data));
  if (text !== '') console.stdout.write(`${verbatim.includes(name) ? text : fitted(console, text)}\n`);
  tellNotes(console, data);
  return exitOf(name, reply.data);
}

/** Replies with words of agents, which may be Markdown. */
const withProse: readonly CommandName[] = [
  'run.watch',
  'session.send',
  'step.status',
  'step.watch',
  'task.show',
  'task.watch',
];

async function lookFor(console: Console, name: CommandName, data: object): Promise<Look> {
  const asks = 'questions' in data && Array.isArray(data.questions) && data.questions.length > 0;
  return console.stdout.isTTY === true && (withProse.includes(name) || asks)
    ? findProseLook(console)
    : findLook(console);
}

export async function findProseLook(console: Console): Promise<Look> {
  const { renderMarkdown } = await import('../print/markdown.ts');
  return { ...findLook(console), markdown: renderMarkdown };
}

/** Printed line by line as they came: code, files, screens, what is copied. */
const verbatim: readonly CommandName[] = [
  'config.list',
  'config.path',
  'config.text',
  'session.pane',
  'task.continuation',
  'task.diff',
  'task.open',
  'task.path',
  'task.shell',
  'workspace.init',
];

export function tellJson(console: Console, document: unknown, exit: number): number {
  console.stdout.write(`${toJson(document)}\n`);
  return exit;
}

/** A refusal of the daemon's, or of the command line itself. */
export async function tellRefusal(console: Console, refused: Refused, output: Output): Promise<number> {
  const { errors } = await import('../../../contract/errors/errors.ts');
  const exit = errors[refused.error_code]?.exit ?? 1;
  if (output !== 'text') return tellJson(console, refused, exit);
  const here = onStderr(console);
  console.stderr.write(`${fitted(here, refusalText(refused, findLook(here)))}\n`);
  return exit;
}

export const onStderr = ({ stderr, env, now, plain = false }: Console) => ({ stdout: stderr, env, now, plain });

export async function tellFailure(console: Console, failure: Failure, output: Output): Promise<number> {
  const { toReply } = await import('../../../contract/to-reply.ts');
  return tellRefusal(console, toReply(failure), output);
}

/** Sentence, hint, code. */
function refusalText({ error, error_code, hint }: Refused, look: Look): string {
  const lines = [`${paint(look, 'red', clean(error))} ${paint(look, 'dim', `[${error_code}]`)}`];
  return [...lines, ...(hint === '' ? [] : [clean(hint)])].join('\n');
}

/** What was done on the way, said on stderr. */
function tellNotes(console: Console, data: unknown): void {
  const notes = typeof data === 'object' && data !== null && 'notes' in data ? data.notes : [];
  if (Array.isArray(notes)) for (const note of notes as readonly string[]) tellNote(console, note);
}

/** A sentence beside what was asked for, on stderr; on a terminal no wider than it. */
export function tellNote(console: Console, note: string): void {
  console.stderr.write(`${fitted(onStderr(console), clean(note))}\n`);
}
