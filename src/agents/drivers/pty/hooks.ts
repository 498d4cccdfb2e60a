// The folder through which a program's hooks tell what they saw: written aside and renamed, so that nothing half is read and nothing is lost while nobody listens.
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type HeldFolder, within } from '../../../disk/held-folder.ts';
import type { AgentEvent, TurnOutcome } from '../../../domain/run/turn.ts';
import type { AgentQuestion, AskedChoice, PermissionRequest } from '../../../domain/session/agent-question.ts';
import { asNumber, asRecord, asText, type Json, parseRecord } from '../../json.ts';

type SpoolEvent = { readonly name: string; readonly at: number; readonly event: Json };

/** Read events are kept for a driver that begins anew; older ones go. */
const kept = 200;

/** The program can write it, and put links anywhere in it: none is followed. */
export class Spool {
  readonly folder: string;
  readonly #run: string;

  /** Below the run's own folder, in which nobody but the daemon writes. */
  constructor(folder: string) {
    this.#run = folder;
    this.folder = join(folder, 'hooks');
  }

  async make(): Promise<void> {
    for (const name of ['read', 'answers'])
      if ((await within(this.#run, ['hooks', name], async () => true, 0o700)) !== true)
        throw new Error(`${this.folder} cannot be made`);
  }

  /** A command for `/bin/sh` that puts its stdin into the spool; quick, and no other program of ours. */
  get command(): string {
    return `f=$(mktemp ${quote(join(this.folder, 'e.XXXXXXXX'))}) && cat >"$f" && mv "$f" "$f.json"`;
  }

  /** In the order they came. */
  fresh = (): Promise<readonly SpoolEvent[]> => this.#in([], [], readEvents);
  earlier = (): Promise<readonly SpoolEvent[]> => this.#in(['read'], [], readEvents);

  taken(event: SpoolEvent): Promise<void> {
    return this.#in([], undefined, (spool) =>
      this.#in(['read'], undefined, (read) => rename(spool.at(event.name), read.at(event.name)).catch(() => undefined)),
    );
  }

  async forgetOld(): Promise<void> {
    const all = await this.earlier();
    const old = all.slice(0, Math.max(0, all.length - kept));
    await this.#in(['read'], undefined, async (read) => {
      for (const { name } of old) await unlink(read.at(name)).catch(() => undefined);
    });
  }

  /** null: nobody answered it through this spool. */
  answered = (id: string): Promise<Json | null> =>
    this.#in(['answers'], null, async (answers) => parseRecord((await readText(answers, nameOf(id)))?.text ?? ''));

  /** For a question that is open and not answered. */
  answer(id: string, answer: Json): Promise<void> {
    return this.#in(['answers'], undefined, async (answers) => {
      const aside = answers.at(`${nameOf(id)}.${process.pid}`);
      await unlink(aside).catch(() => undefined);
      {
        await using file = await open(aside, 'wx', 0o600);
        await file.writeFile(JSON.stringify(answer));
      }
      await rename(aside, answers.at(nameOf(id)));
    });
  }

  async #in<T>(names: readonly string[], none: T, work: (folder: HeldFolder) => Promise<T>): Promise<T> {
    const found = await within(this.#run, ['hooks', ...names], async (folder) => ({ got: await work(folder) }));
    return typeof found === 'string' ? none : found.got;
  }
}

const nameOf = (id: string): string => `${id.replaceAll(/\W/g, '')}.json`;

async function readEvents(folder: HeldFolder): Promise<readonly SpoolEvent[]> {
  const names = (await readdir(folder.itself)).filter((name) => name.endsWith('.json'));
  const events = await Promise.all(names.map((name) => readEvent(folder, name)));
  return events
    .filter((event) => event !== null)
    .sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** null: taken by somebody else meanwhile. What is no JSON is an event without words. */
async function readEvent(folder: HeldFolder, name: string): Promise<SpoolEvent | null> {
  const found = await readText(folder, name);
  return found === null ? null : { name, at: found.at, event: parseRecord(found.text) ?? {} };
}

/** null: nothing that is a file. */
async function readText(folder: HeldFolder, name: string) {
  const opened = await folder.file(name);
  if (typeof opened === 'string') return null;
  await using file = opened;
  return { text: await file.readFile('utf8'), at: (await file.stat()).mtimeMs };
}

/** For a shell: one word, whatever is in it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

// What an agent's hooks tell, in words that are the same for all.

export type HookWord =
  | { readonly kind: 'began'; readonly conversation: string; readonly model: string | null }
  /** A prompt was taken in; null where its text is not told. */
  | { readonly kind: 'prompted'; readonly text: string | null }
  /** `outcome` null: it is idle again, and how the turn came out is not told. */
  | { readonly kind: 'stopped'; readonly outcome: TurnOutcome | null }
  /** Its own hook waits for the answer's file. */
  | { readonly kind: 'asked'; readonly asked: AgentQuestion }
  /** What the dialog will be about that comes on its screen. */
  | { readonly kind: 'wants'; readonly wanted: PermissionRequest }
  | { readonly kind: 'closed'; readonly id: string }
  | { readonly kind: 'told'; readonly event: AgentEvent };

// Hooks in the form that Claude Code began and others took over: one JSON object an event, `hook_event_name` first of all.

export function hearHooks(event: Json): readonly HookWord[] {
  switch (event.hook_event_name) {
    case 'SessionStart':
      return [{ kind: 'began', conversation: asText(event.session_id), model: asText(event.model) || null }];
    case 'UserPromptSubmit':
      // Said again, empty, in the middle of a turn.
      return event.prompt === '' ? [] : [{ kind: 'prompted', text: asText(event.prompt) }];
    case 'PreToolUse':
      return [
        told({ kind: 'tool_started', id: idOf(event), tool: asText(event.tool_name), what: wantedOf(event).subject }),
      ];
    case 'PostToolUse':
      return [told({ kind: 'tool_ended', id: idOf(event), ok: true, exit: null, paths: pathsOf(event) })];
    case 'PermissionRequest':
      return [{ kind: 'wants', wanted: wantedOf(event) }];
    case 'DroverAsked':
      return [{ kind: 'asked', asked: askedOf(event) }];
    case 'DroverClosed':
      return [{ kind: 'closed', id: asText(event.id) }];
    case 'Stop':
      return [...contextOf(event), { kind: 'stopped', outcome: answerOf(asText(event.last_assistant_message)) }];
    case 'StopFailure':
      return [{ kind: 'stopped', outcome: failureOf(asText(event.error), asText(event.last_assistant_message)) }];
    case 'Notification':
      return event.notification_type === 'idle_prompt' ? [{ kind: 'stopped', outcome: null }] : [];
    default:
      return [];
  }
}

const told = (event: Extract<HookWord, { kind: 'told' }>['event']): HookWord => ({ kind: 'told', event });
const idOf = (event: Json) => asText(event.tool_use_id) || asText(event.tool_name);

/** What it is about, as far as the tools of these programs name it. */
function wantedOf(event: Json): PermissionRequest {
  const input = asRecord(event.tool_input);
  const named = ['command', 'file_path', 'absolute_path', 'path', 'url', 'query'].map((name) => asText(input[name]));
  return { tool: asText(event.tool_name), subject: named.find((text) => text !== '') ?? '' };
}

function pathsOf(event: Json): readonly string[] {
  const input = asRecord(event.tool_input);
  const path = asText(input.file_path) || asText(input.absolute_path);
  return path !== '' && /^(Edit|Write|NotebookEdit|MultiEdit|edit|write_file|replace)$/.test(asText(event.tool_name))
    ? [path]
    : [];
}

const choices: readonly AskedChoice[] = [
  { id: 'allow', label: 'Yes', means: 'allow_once' },
  { id: 'deny', label: 'No', means: 'deny' },
];

function askedOf(event: Json) {
  const wanted = wantedOf(event);
  const text = [`May it use ${wanted.tool}?`, wanted.subject].filter((line) => line !== '').join('\n');
  return { id: asText(event.id), about: 'permission', text, wanted, choices } as const;
}

const answerOf = (text: string): TurnOutcome => (text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text });

function contextOf(event: Json): readonly HookWord[] {
  const used = asNumber(event.input_tokens);
  return used === null ? [] : [told({ kind: 'context', used, window: asNumber(event.context_limit) })];
}

/** The kind of an error by its name or by the status in its sentence. */
export function failureOf(error: string, sentence: string): TurnOutcome {
  const message = sentence || error;
  const status = Number(/\b([45]\d\d)\b/.exec(`${error} ${sentence}`)?.[1] ?? Number.NaN) || null;
  if (/rate_limit|usage limit|quota/i.test(`${error} ${sentence}`) || status === 429)
    return { kind: 'limited', until: null, message };
  if (/authentication|not logged in|login/i.test(error) || status === 401) return { kind: 'auth_missing', message };
  return { kind: 'api_error', status, message };
}
