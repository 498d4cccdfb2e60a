// `send`: the text from words, a file or standard input, and what becomes of it.
import type { SendEvent } from '../../../contract/session.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellNote, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { clean } from '../print/clean.ts';
import type { Console } from '../terminal/console.ts';
import { waiting } from '../terminal/live-view.ts';

const fields = [
  'session',
  'no-submit',
  'submit-only',
  'force',
  'keys',
  'steer',
  'timeout',
  'leave-queued',
  'once',
  'wait-for-start',
];

export async function runSend(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const wrong = conflictOf(values);
  if (wrong !== null) return tellFailure(console, usage(wrong, wordOf('send')), manner.output);
  const text = await textOf(console, values);
  if (typeof text !== 'string') return tellFailure(console, text, manner.output);
  const input = { ...fieldsOf(values, fields), ...relayOf(values), until: untilOf(values), text, cwd: console.cwd };
  const onEvent = (event: unknown) => follow(console, event as SendEvent, values.verbose === true);
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  try {
    const sent = ask('session.send', input, { onEvent, signal: leaving.signal });
    const reply = await waiting(console, `Waiting for ${clean(String(values.session))}`, sent);
    return leaving.signal.aborted ? 130 : await tellReply(console, 'session.send', reply, manner);
  } finally {
    withdraw();
  }
}

function conflictOf(values: Values): string | null {
  if (values.wait === true && values['no-wait'] === true) return '`--wait` and `--no-wait` exclude each other.';
  if (values.relay === true && values['no-relay'] === true) return '`--relay` and `--no-relay` exclude each other.';
  const sources = [values.text, values.message, values.file].filter((source) => source !== undefined);
  return sources.length > 1 ? 'Say the text once: as words, with `--message`, or from a file.' : null;
}

const untilOf = (values: Values): string =>
  values.wait === true ? 'turn' : values['no-wait'] === true ? 'queued' : 'delivered';

const relayOf = (values: Values): { relay?: boolean } =>
  values.relay === true ? { relay: true } : values['no-relay'] === true ? { relay: false } : {};

/** Standard input is read where nothing else is said and it is no terminal. */
async function textOf(console: Console, values: Values): Promise<string | Failure> {
  const said = values.text ?? values.message;
  const file = values.file ?? (said === '-' ? '-' : undefined);
  if (file === undefined && said !== undefined) return String(said);
  if (file === undefined && (values['submit-only'] === true || console.stdin.isTTY === true)) return '';
  const { readText } = await import('../parse/read-text.ts');
  const read = await readText(String(file ?? '-'), console, { strict: true });
  // What a shell's `echo` or an editor put at the end is no part of it.
  return read.ok ? (values.keys === true ? read.text : read.text.replace(/(\r?\n)+$/, '')) : read.failure;
}

function follow(console: Console, event: SendEvent, verbose: boolean): void {
  if (!verbose) return;
  if (event.kind === 'looking') tellNote(console, `There is no session ${event.session} yet; waiting for it.`);
  else {
    const { id, state, why } = event.message;
    tellNote(console, `${id} is ${state.replace('_', ' ')}${why === '' ? '' : `: ${why}`}`);
  }
}
