// What OpenCode's plugin tells, in the words of hooks. It was written by a program that is not ours: nothing in it is believed to have its form.
import type { Happening, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AskedChoice } from '../../domain/session/asked.ts';
import { judgeWords } from '../drivers/judge-words.ts';
import type { HookWord } from '../drivers/pty-hook.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { judgeError } from './reader.ts';

const choices: readonly AskedChoice[] = [
  { id: 'once', label: 'Allow once', means: 'allow_once' },
  { id: 'always', label: 'Allow always', means: 'allow_always' },
  { id: 'reject', label: 'Reject', means: 'deny' },
];

export function hear(event: Json): readonly HookWord[] {
  const id = asText(event.id);
  switch (event.type) {
    case 'conversation':
      return [{ kind: 'began', conversation: id, model: asText(event.model) || null }];
    case 'prompt':
      return [{ kind: 'prompted', text: typeof event.text === 'string' ? event.text : null }];
    case 'text':
      return [told({ kind: 'text', text: asText(event.text) })];
    case 'tool':
      return [told({ kind: 'tool_started', id, tool: asText(event.tool), what: asText(event.what) })];
    case 'tool_end': {
      const paths = asList(event.paths).map(asText);
      return [told({ kind: 'tool_ended', id, ok: event.ok === true, exit: asNumber(event.exit), paths })];
    }
    case 'retry':
      return retried(event);
    case 'asked': {
      const wanted = { tool: asText(event.tool), subject: asText(event.subject) };
      const text = [`May it use ${wanted.tool}?`, wanted.subject].filter((line) => line !== '').join('\n');
      return [{ kind: 'asked', asked: { id, about: 'permission', text, wanted, choices } }];
    }
    case 'closed':
      return [{ kind: 'closed', id }];
    case 'context':
      return [told({ kind: 'context', used: asNumber(event.used) ?? 0, window: null })];
    case 'stopped':
      return stopped(asRecord(event.end));
    default:
      return [];
  }
}

const told = (happening: Happening): HookWord => ({ kind: 'told', happening });

/** It tries again by itself, as often as it takes. Where a limit holds it up, when it tries next is told too. */
function retried(event: Json): readonly HookWord[] {
  const message = asText(event.why);
  const retrying = told({ kind: 'retrying', attempt: asNumber(event.attempt) ?? 1, why: message });
  if (judgeWords(message).kind !== 'limited') return [retrying];
  return [retrying, told({ kind: 'limited', until: asNumber(event.next), message })];
}

function stopped(end: Json): readonly HookWord[] {
  const { inputTokens, cachedTokens, outputTokens, money } = asRecord(end.usage);
  const usage: Usage = {
    inputTokens: asNumber(inputTokens) ?? 0,
    cachedTokens: asNumber(cachedTokens) ?? 0,
    outputTokens: asNumber(outputTokens) ?? 0,
    money: asNumber(money),
  };
  return [told({ kind: 'usage', usage }), { kind: 'stopped', outcome: outcomeOfEvent(end) }];
}

function outcomeOfEvent(end: Json): TurnOutcome {
  const text = asText(end.text);
  const error = asRecord(end.error);
  const refused = asList(end.refused).map(asText);
  if (error.name === 'MessageAbortedError') return { kind: 'interrupted' };
  if (end.error !== null && end.error !== undefined) return judgeError(error);
  if (refused.length > 0) return { kind: 'refused_by_permission', what: refused, text };
  if (end.reason === 'length') return { kind: 'cut_off', message: 'it reached its limit of tokens' };
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
}
