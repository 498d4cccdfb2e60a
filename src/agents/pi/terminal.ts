// pi in a terminal: an extension of this start tells what it does. It never asks; what it may not do is not among its tools.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { inTerminal } from '../drivers/capabilities.ts';
import { failureOf, type HookWord, type Spool } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import {
  composerText,
  findBox,
  lastSaid,
  linesBetween,
  type ScreenReading,
  unknownScreen,
} from '../drivers/pty/screen/read.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { piHeadless as plain } from './headless.ts';

const extensionOf = ({ folder }: Spool) => `
import { renameSync, writeFileSync } from 'node:fs';
let count = 0;
const tell = (name, event) => {
  const path = ${JSON.stringify(folder)} + '/e.' + process.pid + '.' + String(++count).padStart(6, '0');
  try {
    writeFileSync(path, JSON.stringify({ name, ...event }), { mode: 0o600 });
    renameSync(path, path + '.json');
  } catch {}
};
export default function (pi) {
  pi.on('session_start', async (_event, context) => tell('session_start', { id: context?.sessionManager?.getSessionId?.() ?? '' }));
  pi.on('input', async (event) => tell('input', { text: event.text }));
  pi.on('agent_start', async () => tell('agent_start', {}));
  pi.on('tool_call', async (event) => tell('tool_call', { id: event.toolCallId, tool: event.toolName, input: event.input }));
  pi.on('tool_result', async (event) => tell('tool_result', { id: event.toolCallId, bad: event.isError }));
  pi.on('agent_end', async (event) => tell('agent_end', { messages: event.messages }));
}
`;

async function prepare(spec: AgentSpec, spool: Spool): Promise<Prepared> {
  const { permissions, mode, resume, fork, model, effort } = spec;
  const extension = join(spec.folder, 'extension.ts');
  await writeFile(extension, extensionOf(spool), { mode: 0o600 });
  const args = [
    ...['-e', extension],
    ...(resume === null ? [] : [fork ? '--fork' : '--session', resume]),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--thinking', effort]),
    ...(mode === 'analysis' || permissions === 'read-only' ? ['--tools', 'read,grep,find,ls'] : []),
    ...spec.args,
  ];
  return { args, env: { PI_OFFLINE: '1' } };
}

export const piTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: { ...inTerminal, readOnly: 'tools', permissions: false, usage: 'turn', money: true, effort: true },
  prepare,
  read: readPiScreen,
  hear,
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 0,
  interrupt: '\u001b',
  farewell: '/quit',
});

function hear(event: Json): readonly HookWord[] {
  const id = asText(event.id);
  switch (event.name) {
    case 'session_start':
      return id === '' ? [] : [{ kind: 'began', conversation: id, model: null }];
    case 'input':
      return [{ kind: 'prompted', text: asText(event.text) }];
    case 'agent_start':
      return [{ kind: 'prompted', text: null }];
    case 'tool_call': {
      const input = asRecord(event.input);
      const what = asText(input.command) || asText(input.path);
      return [{ kind: 'told', event: { kind: 'tool_started', id, tool: asText(event.tool), what } }];
    }
    case 'tool_result':
      return [{ kind: 'told', event: { kind: 'tool_ended', id, ok: event.bad !== true, exit: null, paths: [] } }];
    case 'agent_end':
      return endOf(
        asList(event.messages)
          .map(asRecord)
          .filter(({ role }) => role === 'assistant'),
      );
    default:
      return [];
  }
}

function endOf(answers: readonly Json[]): readonly HookWord[] {
  const usage = answers.map(({ usage }) => asRecord(usage)).reduce<Usage>(add, none);
  return [
    { kind: 'told', event: { kind: 'usage', usage } },
    { kind: 'stopped', outcome: outcomeFrom(answers.at(-1)) },
  ];
}

const none: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null };

const add = (sum: Usage, part: Json): Usage => ({
  inputTokens: sum.inputTokens + (asNumber(part.input) ?? 0) + (asNumber(part.cacheRead) ?? 0),
  cachedTokens: sum.cachedTokens + (asNumber(part.cacheRead) ?? 0),
  outputTokens: sum.outputTokens + (asNumber(part.output) ?? 0),
  money: (sum.money ?? 0) + (asNumber(asRecord(part.cost).total) ?? 0),
});

function outcomeFrom(answer: Json | undefined): TurnOutcome {
  if (answer?.stopReason === 'aborted') return { kind: 'interrupted' };
  if (answer?.stopReason === 'error') return failureOf('', asText(answer.errorMessage));
  const texts = asList(answer?.content)
    .map(asRecord)
    .filter(({ type }) => type === 'text');
  const text = texts.map((part) => asText(part.text)).join('');
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
}

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lastSaid(lines, (line) => /^ (Operation aborted|Error: )/.test(line));
  if (said.startsWith(' Operation')) return { kind: 'interrupted' };
  return said === '' ? null : failureOf('', said.trim().slice('Error: '.length));
}

// pi's screen: a composer between two rules without any glyph, `⠧ Working...` above it while it works. It never asks.

export function readPiScreen(screen: Screen): ScreenReading {
  const box = findBox(screen);
  if (!box || !screen.title.startsWith('π')) return unknownScreen('it does not show its input line');
  const { row } = screen.cursor;
  if (row <= box.top || row >= box.bottom) return unknownScreen('its cursor is not in its input line');
  const composer = composerText(linesBetween(screen, box.top, box.bottom), 0);
  return isWorking(screen, box.top) ? { kind: 'busy', composer } : { kind: 'idle', composer };
}

const isWorking = ({ lines }: Screen, top: number): boolean =>
  lines.slice(Math.max(0, top - 4), top).some((line) => /^\s*[⠀-⣿]\s\S.*\.\.\./u.test(line));
