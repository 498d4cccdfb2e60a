// `session/request_permission`: what the agent asks, with choices known by their kind, never by position.
import type { Asked, AskedChoice } from '../../domain/session/asked.ts';
import { asList, asRecord, asText, type Json } from '../json.ts';
import type { Open } from './acp-state.ts';
import { subjectOf, toolOf } from './acp-update.ts';

const meanings: Readonly<Record<string, AskedChoice['means']>> = {
  allow_once: 'allow_once',
  allow_always: 'allow_always',
  reject_once: 'deny',
  reject_always: 'deny',
};

/** Kinds of tools that change nothing. */
const harmless = new Set(['read', 'search', 'think']);

/** Null: there is nothing to choose from. */
export function askedOf(record: Json): Extract<Open, { kind: 'permission' }> | null {
  const params = asRecord(record.params);
  const call = asRecord(params.toolCall);
  const choices = asList(params.options).map(asRecord).map(choiceOf);
  if (choices.length === 0) return null;
  const id = JSON.stringify(record.id);
  const subject = subjectOf(call) || asText(call.title);
  const asked: Asked = {
    id,
    about: 'permission',
    text: asText(call.title) || subject || 'It asks for a permission.',
    wanted: { tool: toolOf(call) || 'tool', subject },
    choices,
  };
  return { kind: 'permission', id, raw: record.id, asked, harmless: harmless.has(asText(call.kind)) };
}

const choiceOf = (option: Json): AskedChoice => ({
  id: asText(option.optionId),
  label: asText(option.name),
  means: meanings[asText(option.kind)] ?? 'other',
});

export const meansOf = (
  { asked }: Extract<Open, { kind: 'permission' }>,
  choice: string | null,
): AskedChoice['means'] => asked.choices.find(({ id }) => id === choice)?.means ?? 'other';

/** The choice with this id; else the first that amounts to the word. */
export const choiceFor = ({ choices }: Asked, wanted: string): AskedChoice | null =>
  choices.find(({ id }) => id === wanted) ?? choices.find(({ means }) => means === wanted) ?? null;
