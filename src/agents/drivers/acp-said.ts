// One line of the input journal, taken into the state.
import { asList, asRecord, asText, type Json, parseRecord } from '../json.ts';
import { type AcpState, isPrompt } from './acp-state.ts';
import { leaveMethod } from './acp-words.ts';

export function said(state: AcpState, line: string): AcpState {
  const record = parseRecord(line);
  if (record === null) return state;
  const { id, method } = record;
  if (method === undefined) return { ...state, replied: [...state.replied, replyOf(record)] };
  if (method === 'session/cancel') return cancelled(state);
  if (method === leaveMethod) return { ...state, leaving: true };
  if (typeof id !== 'string') return state;
  return { ...state, said: [...state.said, { id, method: asText(method), text: textOf(asRecord(record.params)) }] };
}

const replyOf = (record: Json) => {
  const { optionId } = asRecord(asRecord(record.result).outcome);
  return { id: JSON.stringify(record.id), choice: typeof optionId === 'string' ? optionId : null };
};

const textOf = ({ prompt }: Json) =>
  asList(prompt)
    .map((block) => asText(asRecord(block).text))
    .join('');

/** It is meant for the prompt that was said last. */
function cancelled(state: AcpState): AcpState {
  const last = state.said.findLast(isPrompt);
  return last === undefined ? state : { ...state, cancelled: [...state.cancelled, last.id] };
}
