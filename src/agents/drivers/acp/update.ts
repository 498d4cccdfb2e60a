// `session/update`: what the agent tells while it works.
import type { AgentEvent } from '../../../domain/run/turn.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../../json.ts';
import { acpUsage } from './outcome.ts';
import type { AcpState, OpenTurn } from './state.ts';
import { type AcpStep, flush, followed, grow, nothing } from './turn.ts';

export function heardUpdate(state: AcpState, params: Json): AcpStep {
  const update = asRecord(params.update);
  const kind = asText(update.sessionUpdate);
  const settled = state.settled || kind === state.profile.settledBy;
  const now = settled === state.settled ? state : { ...state, settled };
  if (now.conversation !== null && params.sessionId !== now.conversation) return nothing(now);
  if (kind === 'usage_update') return heardCost(now, update);
  return now.turn === null ? nothing(now) : heardInTurn(now, now.turn, kind, update);
}

function heardInTurn(state: AcpState, turn: OpenTurn, kind: string, update: Json): AcpStep {
  switch (kind) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      if (state.profile.fault?.(update)) return heardFault(state, turn, update);
      return heardChunk(state, turn, kind === 'agent_message_chunk' ? 'text' : 'thought', update);
    case 'user_message_chunk':
      // The past of a loaded conversation, told late.
      return nothing({ ...state, turn: { ...turn, piece: null, answer: '' } });
    case 'tool_call':
    case 'tool_call_update':
      return followed(flush(state), (flushed) => heardTool(flushed, update));
    default:
      return heardFault(state, turn, update);
  }
}

function heardFault(state: AcpState, turn: OpenTurn, update: Json): AcpStep {
  const fault = state.profile.fault?.(update) ?? null;
  if (fault === null) return nothing(state);
  const { attempts } = turn;
  const status = fault.status ?? turn.fault?.status ?? null;
  const next = { ...turn, piece: null, attempts: attempts + 1, fault: { ...fault, status } };
  const told: readonly AgentEvent[] = fault.over ? [] : [{ kind: 'retrying', attempt: attempts + 1, why: fault.why }];
  return followed(flush(state), (flushed) => ({ state: { ...flushed, turn: next }, events: told }));
}

function heardChunk(state: AcpState, turn: OpenTurn, kind: 'text' | 'thought', update: Json): AcpStep {
  const text = asText(asRecord(update.content).text);
  const usage = acpUsage(asRecord(asRecord(update._meta).usage), null);
  if (usage !== null) return nothing({ ...state, turn: { ...turn, usage: addUsage(turn.usage, usage) } });
  if (text === '' || (kind === 'text' && turn.piece === null && state.profile.aside?.test(text))) return nothing(state);
  const own = kind === 'text' && state.profile.opens?.test(text) === true;
  const grown = (from: AcpState) => grow(from, kind, asText(update.messageId), text);
  return own ? followed(flush(state), grown) : grown(state);
}

const addUsage = (before: OpenTurn['usage'], usage: NonNullable<OpenTurn['usage']>) => ({
  inputTokens: (before?.inputTokens ?? 0) + usage.inputTokens,
  cachedTokens: (before?.cachedTokens ?? 0) + usage.cachedTokens,
  outputTokens: (before?.outputTokens ?? 0) + usage.outputTokens,
  money: null,
});

/** Money is counted on over the conversation; context is how full it is now. */
function heardCost(state: AcpState, update: Json): AcpStep {
  const { amount, currency } = asRecord(update.cost);
  const cost = currency === 'USD' ? (asNumber(amount) ?? state.cost) : state.cost;
  const used = asNumber(update.used);
  const told = `${used}/${asNumber(update.size)}`;
  if (used === null || told === state.context) return nothing({ ...state, cost });
  return {
    state: { ...state, cost, context: told },
    events: [{ kind: 'context', used, window: asNumber(update.size) }],
  };
}

/** Told in parts, in any order: it is begun once it is known what it is about, when it is first told as running, or when it is over. */
export function heardTool(state: AcpState, call: Json, begun = false): AcpStep {
  const turn = state.turn;
  const id = asText(call.toolCallId);
  if (turn === null || id === '') return nothing(state);
  const before = turn.tools[id];
  const tool = state.profile.toolOf?.(call) || toolOf(call) || before?.tool || 'tool';
  const what = subjectOf(call) || before?.what || '';
  const over = call.status === 'completed' || call.status === 'failed';
  const told = (before?.told ?? false) || begun || over || what !== '' || isRunning(call);
  const known = { ...turn.tools, [id]: { tool, what, told } };
  const starts: readonly AgentEvent[] =
    told && !before?.told ? [{ kind: 'tool_started', id, tool, what: what || asText(call.title) }] : [];
  if (!over) return { state: { ...state, turn: { ...turn, tools: known } }, events: starts };
  const end = endOf(id, call);
  const { [id]: _, ...rest } = known;
  const refused = end.ok ? [] : turn.refused;
  return { state: { ...state, turn: { ...turn, tools: rest, refused } }, events: [...starts, end] };
}

/** Some never give the input: the title is all there is. */
const isRunning = ({ sessionUpdate, status, title }: Json) =>
  sessionUpdate === 'tool_call' && status === 'in_progress' && asText(title) !== '';

export const toolOf = (call: Json): string => {
  const meta = asRecord(call._meta);
  return asText(call.name) || asText(asRecord(meta.claudeCode).toolName) || asText(meta.toolName) || asText(call.kind);
};

/** The command line, path or address it is about, as far as it is told. */
export function subjectOf(call: Json): string {
  const input = asRecord(call.rawInput);
  const named = ['command', 'file_path', 'path', 'filePath', 'url', 'pattern', 'query'].map((key) =>
    asText(input[key]),
  );
  return named.find(Boolean) || (placed.has(asText(call.kind)) ? pathsOf(call).join(', ') : '');
}

/** Kinds of which the place is the subject; of a command it is only where it runs. */
const placed = new Set(['read', 'edit', 'delete', 'move', 'search']);

const pathsOf = (call: Json): readonly string[] => [
  ...new Set(
    [...asList(call.locations), ...asList(call.content).filter((part) => asRecord(part).type === 'diff')]
      .map((part) => asText(asRecord(part).path))
      .filter(Boolean),
  ),
];

const changing = new Set(['edit', 'delete', 'move']);

function endOf(id: string, call: Json): Extract<AgentEvent, { kind: 'tool_ended' }> {
  const output = asRecord(call.rawOutput);
  const exit =
    asNumber(asRecord(asRecord(call._meta).terminal_exit).exit_code) ??
    asNumber(output.exitCode) ??
    asNumber(asRecord(output.metadata).exit);
  const fine = call.status === 'completed' && (exit === null || exit === 0);
  const changed = fine && changing.has(asText(call.kind));
  return { kind: 'tool_ended', id, ok: fine, exit, paths: changed ? pathsOf(call) : [] };
}
