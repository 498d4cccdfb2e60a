// What was said on the command line as a request's input.

import type { Word } from '../../../contract/cli/word.ts';
import { textLimit } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import { endOfWord, shellPieces, shellWords } from '../../../contract/typed/typed-words.ts';
import { type Console, path } from '../terminal/console.ts';
import type { Value, Values } from './flags.ts';
import { usage } from './refusals.ts';

type Made =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly failure: Failure };

/** Flags that are the CLI's own and no part of the input. */
const own = ['detach', 'raw', 'file', 'remove', 'plan', 'port', 'token-file', 'watch', 'plain'];

export async function readRequestInput(word: Word, values: Values, console: Console): Promise<Made> {
  const plain = Object.entries(values)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name.replaceAll('-', '_'), value] as const);
  const input: Record<string, unknown> = { ...Object.fromEntries(plain), ...(word.cwd ? { cwd: console.cwd } : {}) };
  switch (word.request) {
    case 'task.create':
      return addTexts(word, values, withAttachments(values, input, console), console);
    case 'task.cancel':
      if (values.keep === true && values.remove === true)
        return { ok: false, failure: usage('Keep or remove, not both.', word) };
      return { ok: true, input: { ...input, keep: values.remove !== true } };
    case 'task.evidence':
      return {
        ok: true,
        input:
          typeof values.outputs === 'string' ? { ...input, outputs: path.resolve(console.cwd, values.outputs) } : input,
      };
    case 'service.backup':
      return {
        ok: true,
        input: values.file === undefined ? input : { ...input, file: path.resolve(console.cwd, String(values.file)) },
      };
    case 'inbox.list':
      return { ok: true, input: inboxInput(input) };
    default:
      return { ok: true, input };
  }
}

/** Paths as they are from here. */
function withAttachments(values: Values, { attach, ...input }: Record<string, unknown>, console: Console) {
  if (values.attach === undefined) return input;
  const given = Array.isArray(values.attach) ? values.attach : [values.attach];
  return { ...input, attachments: given.map((file) => path.resolve(console.cwd, String(file))) };
}

/** `m40` is a message, whose session need not be said. */
function inboxInput({ session, ...input }: Record<string, unknown>): Record<string, unknown> {
  if (session === undefined) return input;
  return /^m\d+$/.test(String(session)) ? { ...input, message: session } : { ...input, session };
}

async function readText(file: string, console: Console) {
  const reading = await import('./read-text.ts');
  return reading.readText(file, console);
}

async function addTexts(word: Word, values: Values, input: Record<string, unknown>, console: Console): Promise<Made> {
  const source = sourceOf(word, values);
  if (!source.ok) return source;
  const alone = (values.issue ?? values.pr) !== undefined && source.file === null && source.text === '';
  const text = source.file === null ? { ok: true as const, text: source.text } : await readText(source.file, console);
  if (!text.ok) return text;
  const wrong = alone ? null : judge(text.text);
  if (wrong !== null) return { ok: false, failure: wrong };
  if (source.file !== null && values.plan === undefined) {
    const { readAsPlan } = await import('./recognise-file.ts');
    const plan = readAsPlan(text.text);
    if (plan !== null) {
      console.stderr.write(`${plan.said}\n`);
      return { ok: true, input: { ...input, text: plan.text, plan: plan.plan } };
    }
  }
  const stated = alone ? input : { ...input, text: text.text };
  if (typeof values.plan !== 'string') return { ok: true, input: stated };
  const plan = await readText(values.plan, console);
  return plan.ok ? { ok: true, input: { ...stated, plan: plan.text } } : plan;
}

type Source =
  | { readonly ok: true; readonly file: string | null; readonly text: string }
  | { readonly ok: false; readonly failure: Failure };

/** `-` stands for standard input, as the text or as the file. */
function sourceOf(word: Word, { text, file }: Readonly<Record<string, Value | undefined>>): Source {
  if (file !== undefined && text !== undefined)
    return { ok: false, failure: usage('Say the text or name a file, not both.', word) };
  const [first] = Array.isArray(file) ? file : [file];
  const from = first ?? (text === '-' ? '-' : null);
  return { ok: true, file: from === null ? null : String(from), text: String(text ?? '') };
}

function judge(text: string): Failure | null {
  if (text.trim() === '') return { error_code: 'TEXT_EMPTY', message: '' };
  return Buffer.byteLength(text) > textLimit ? { error_code: 'TEXT_TOO_LONG', message: '' } : null;
}

// Flags as fields of an input: `max-runtime` is `max_runtime`.

/** Those named alone, and only what was said. */
export const fieldsOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name.replaceAll('-', '_'), values[name]]),
  );

// A program and its words as a person writes them: quotes and backslashes group, and nothing is expanded.

/** null where a quote is not closed. */
export function splitWords(line: string): readonly string[] | null {
  const read = shellWords(shellPieces(line), (piece) => {
    const { kind, text } = piece;
    if (kind === 'sign') return /\s/.test(text) ? endOfWord : text;
    if (kind === 'escaped') return text;
    if (piece.open) return { refused: true };
    return kind === 'single' ? text : text.replace(/\\([\s\S])/g, '$1');
  });
  return 'refused' in read ? null : read.words;
}
