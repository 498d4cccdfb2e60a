// Claude Code's stream-JSON lines, folded into happenings. Key order is not fixed, and `subtype: "success"` says nothing: `is_error` does.
import type { Happening, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { Fold } from '../drivers/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { judgeResult } from './judge-result.ts';
import { readUsage } from './read-usage.ts';

export type ClaudeState = {
  /** Tools that run: id to the path they write. */
  readonly running: Readonly<Record<string, string | null>>;
  /** Refusals since the last tool that worked. */
  readonly denied: readonly string[];
  readonly resetsAt: number | null;
  /** The word of the last API error: `rate_limit`, `authentication_failed`. */
  readonly error: string;
  readonly verdict: TurnOutcome | null;
  readonly usage: Usage | null;
};

type Step = { readonly state: ClaudeState; readonly happenings: readonly Happening[] };

export const claudeFold: Fold<ClaudeState> = {
  begin: () => ({ running: {}, denied: [], resetsAt: null, error: '', verdict: null, usage: null }),
  read,
  usage: (state) => state.usage,
  verdict: (state) => state.verdict,
};

function read(state: ClaudeState, line: Json): Step {
  switch (line.type) {
    case 'system':
      return readSystem(state, line);
    case 'assistant':
      return readAssistant(state, line);
    case 'user':
      return asList(asRecord(line.message).content).map(asRecord).reduce<Step>(readResult, { state, happenings: [] });
    case 'rate_limit_event':
      return readLimit(state, asRecord(line.rate_limit_info));
    case 'result':
      return { state: { ...state, usage: readUsage(line), verdict: judgeResult(state, line) }, happenings: [] };
    default:
      return unknown(state, line);
  }
}

const unknown = (state: ClaudeState, line: Json): Step => ({
  state,
  happenings: [{ kind: 'unknown', raw: JSON.stringify(line) }],
});

function readSystem(state: ClaudeState, line: Json): Step {
  switch (line.subtype) {
    case 'init':
      return {
        state,
        happenings: [{ kind: 'started', conversation: asText(line.session_id), model: asText(line.model) || null }],
      };
    case 'api_retry': {
      const why = [asText(line.error), asNumber(line.error_status)].filter(Boolean).join(' ');
      return { state, happenings: [{ kind: 'retrying', attempt: asNumber(line.attempt) ?? 1, why }] };
    }
    case 'permission_denied':
      return {
        state: { ...state, denied: [...state.denied, `${asText(line.tool_name)}: ${asText(line.message)}`] },
        happenings: [],
      };
    default:
      return unknown(state, line);
  }
}

function readAssistant(state: ClaudeState, line: Json): Step {
  const error = asText(line.error);
  if (error) return { state: { ...state, error }, happenings: [] };
  const aside = line.parent_tool_use_id !== null && line.parent_tool_use_id !== undefined;
  return asList(asRecord(line.message).content)
    .map(asRecord)
    .reduce<Step>((step, block) => readBlock(step, block, aside), { state, happenings: [] });
}

/** `aside`: said by a helper of the agent, so it is no part of the answer. */
function readBlock({ state, happenings }: Step, block: Json, aside: boolean): Step {
  const text = asText(block.text) || asText(block.thinking);
  switch (block.type) {
    case 'text':
      return { state, happenings: [...happenings, { kind: aside ? 'thought' : 'text', text }] };
    case 'thinking':
      return { state, happenings: [...happenings, { kind: 'thought', text }] };
    case 'tool_use': {
      const id = asText(block.id);
      const input = asRecord(block.input);
      const tool = asText(block.name);
      const started: Happening = { kind: 'tool_started', id, tool, what: aimOf(input) };
      return {
        state: { ...state, running: { ...state.running, [id]: writes(tool, input) } },
        happenings: [...happenings, started],
      };
    }
    default:
      return { state, happenings: [...happenings, { kind: 'unknown', raw: JSON.stringify(block) }] };
  }
}

const aimOf = (input: Json) =>
  asText(input.command) ||
  asText(input.file_path) ||
  asText(input.pattern) ||
  asText(input.url) ||
  JSON.stringify(input);
const writes = (tool: string, input: Json) =>
  (/^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool) ? asText(input.file_path) || asText(input.notebook_path) : '') ||
  null;

function readResult({ state, happenings }: Step, block: Json): Step {
  const id = asText(block.tool_use_id);
  const path = state.running[id];
  if (block.type !== 'tool_result' || path === undefined) return { state, happenings };
  const fine = block.is_error !== true;
  const ended: Happening = {
    kind: 'tool_ended',
    id,
    ok: fine,
    exit: exitOf(block),
    paths: fine && path !== null ? [path] : [],
  };
  const { [id]: _, ...running } = state.running;
  return { state: { ...state, running, denied: fine ? [] : state.denied }, happenings: [...happenings, ended] };
}

function exitOf({ content }: Json): number | null {
  const code = /^Exit code (\d+)/.exec(asText(content))?.[1];
  return code === undefined ? null : Number(code);
}

function readLimit(state: ClaudeState, info: Json): Step {
  const seconds = asNumber(info.resetsAt);
  if (info.status !== 'rejected' || seconds === null) return { state, happenings: [] };
  return { state: { ...state, resetsAt: seconds * 1000 }, happenings: [] };
}
