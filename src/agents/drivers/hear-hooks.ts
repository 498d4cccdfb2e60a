// Hooks in the form that Claude Code began and others took over: one JSON object an event, `hook_event_name` first of all.
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { AskedChoice, Wanted } from '../../domain/session/asked.ts';
import { asNumber, asRecord, asText, type Json } from '../json.ts';
import type { HookWord } from './pty-hook.ts';

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

const told = (happening: Extract<HookWord, { kind: 'told' }>['happening']): HookWord => ({ kind: 'told', happening });
const idOf = (event: Json) => asText(event.tool_use_id) || asText(event.tool_name);

/** What it is about, as far as the tools of these programs name it. */
export function wantedOf(event: Json): Wanted {
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
