import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runId } from '../../../domain/ids.ts';
import { foldTurn } from '../../../domain/run/fold-turn.ts';
import type { AgentEvent } from '../../../domain/run/turn.ts';
import type { Live } from '../../../ports/agent.ts';
import { claudeAcp } from '../../claude/acp.ts';
import { codexAcp } from '../../codex/acp.ts';
import { geminiAcp } from '../../gemini/acp.ts';
import { asRecord, parseRecord } from '../../json.ts';
import { opencodeAcp } from '../../opencode/acp.ts';
import { qwenAcp } from '../../qwen/acp.ts';
import { next } from './next.ts';
import type { AcpProfile } from './profile.ts';
import { heard, hearSaid } from './read.ts';
import { type AcpState, beginAcp } from './state.ts';

type Line = { readonly from: 'agent' | 'us'; readonly text: string };

const live: Live = {
  runId: runId(1),
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  once: true,
  promptFile: '/work/prompt',
  folder: '/work/own',
  cwd: '/work/copy',
  permissions: 'ask',
  mode: 'write',
  resume: null,
  fork: false,
  model: null,
};

function fixture(name: string): { readonly output: readonly Line[]; readonly input: readonly Line[] } {
  const text = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'acp', `${name}.txt`), 'utf8');
  const [output = '', input = ''] = text.split('\n----\n');
  const lines = (part: string, from: Line['from']) =>
    part
      .split('\n')
      .filter(Boolean)
      .map((each) => ({ from, text: each }));
  return { output: lines(output, 'agent'), input: lines(input, 'us') };
}

function fold(profile: AcpProfile, lines: readonly Line[], how: Partial<Live> = {}) {
  let state = beginAcp(profile, { ...live, ...how });
  const events: AgentEvent[] = [];
  for (const { from, text } of lines) {
    const step = from === 'agent' ? heard(state, text) : hearSaid(state, text);
    state = step.state;
    events.push(...step.events);
  }
  return { state, events, outcome: foldTurn(events).outcome };
}

const whole = (profile: AcpProfile, name: string, how: Partial<Live> = {}) => {
  const { output, input } = fixture(name);
  return fold(profile, [...input, ...output], how);
};

describe('what five programs were seen to say', () => {
  test('a turn of codex that failed is none, though it ends as an answered one', () => {
    expect(whole(codexAcp, 'codex-429', { permissions: 'auto' })).toMatchObject({
      outcome: { kind: 'limited', message: 'exceeded retry limit, last status: 429 Too Many Requests' },
      events: expect.arrayContaining([expect.objectContaining({ kind: 'retrying', attempt: 1 })]),
    });
    expect(whole(codexAcp, 'codex-500', { permissions: 'auto' }).outcome).toMatchObject({ kind: 'api_error' });
  });

  test('a warning of codex itself is no word of the answer', () => {
    const { events, outcome } = whole(codexAcp, 'codex-hello', { permissions: 'auto' });
    expect(outcome).toEqual({ kind: 'answered', text: 'A word.' });
    expect(events.filter(({ kind }) => kind === 'text')).toEqual([{ kind: 'text', text: 'A word.' }]);
  });

  test('errors of the service are told apart, by field, code or words', () => {
    const auto = { permissions: 'auto' } as const;
    expect(whole(claudeAcp, 'claude-429', auto).outcome).toMatchObject({ kind: 'limited' });
    expect(whole(claudeAcp, 'claude-401', auto).outcome).toMatchObject({ kind: 'auth_missing' });
    expect(whole(opencodeAcp, 'opencode-401', auto).outcome).toMatchObject({ kind: 'auth_missing' });
    expect(whole(qwenAcp, 'qwen-401', auto).outcome).toMatchObject({ kind: 'auth_missing' });
    expect(whole(geminiAcp, 'gemini-nologin', auto).outcome).toMatchObject({ kind: 'auth_missing' });
  });

  test('a tool that runs has begun, also where nobody says with which input', () => {
    const { output, input } = fixture('gemini-deny');
    const settled = output.slice(0, 3);
    const update = {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'run_shell_command__1', kind: 'execute', content: [] },
      ...{ status: 'in_progress', title: 'until [ -e go ]; do sleep 1; done' },
    };
    const params = { sessionId: 'b890aae8-eee2-4535-89a1-173e07e2df03', update };
    const call = { from: 'agent', text: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params }) } as const;
    const { events } = fold(geminiAcp, [...input.slice(0, 2), ...settled, ...input.slice(2, 3), call]);
    expect(events.at(-1)).toMatchObject({ kind: 'tool_started', tool: 'run_shell_command', what: update.title });
  });

  test('a stream that broke off has no status, whatever number gemini gives it', () => {
    const { output, input } = fixture('gemini-deny');
    const error = { code: 500, message: 'terminated' };
    const end = { from: 'agent', text: JSON.stringify({ jsonrpc: '2.0', id: 'prompt:', error }) } as const;
    const { outcome } = fold(geminiAcp, [...input.slice(0, 2), ...output.slice(0, 3), ...input.slice(2, 3), end]);
    expect(outcome).toEqual({ kind: 'api_error', status: null, message: 'terminated' });
  });

  test('a permission is asked with its subject and closed by its answer; its tool has a start and an end', () => {
    const { events, outcome } = whole(claudeAcp, 'claude-ask');
    const kinds = events.map(({ kind }) => kind).filter((kind) => /^(permission|tool|turn)/.test(kind));
    const asked = ['permission_asked', 'permission_closed'];
    expect(kinds).toEqual(['turn_started', 'tool_started', ...asked, 'tool_ended', 'turn_ended']);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'permission_asked',
        asked: expect.objectContaining({ id: '0', wanted: { tool: 'Bash', subject: 'touch ask.txt' } }),
      }),
    );
    expect(outcome).toEqual({ kind: 'answered', text: 'Made it.' });
  });

  test('a turn that ends on a refusal is refused, and the refused tool has ended', () => {
    for (const [profile, name] of [
      [claudeAcp, 'claude-deny'],
      [geminiAcp, 'gemini-deny'],
      [opencodeAcp, 'opencode-deny'],
    ] as const) {
      const { events, outcome } = whole(profile, name);
      expect(outcome).toMatchObject({ kind: 'refused_by_permission', what: ['touch deny.txt'] });
      expect(events).toContainEqual(expect.objectContaining({ kind: 'tool_ended', ok: false }));
    }
  });

  test('the past of a loaded conversation is no answer, not even where it is told after the prompt', () => {
    const { events, outcome } = whole(geminiAcp, 'gemini-loaded', {
      resume: 'cb181385-1dc7-4b52-9bba-04a957140580',
    });
    expect(outcome).toMatchObject({ kind: 'answered', text: 'loaded ok' });
    expect(events.filter(({ kind }) => kind === 'turn_started')).toHaveLength(1);
  });

  test('usage counts cached tokens as input, whichever way the program does', () => {
    const usage = (name: string, profile: AcpProfile) => foldTurn(whole(profile, name).events).usage;
    expect(usage('codex-hello', codexAcp)).toMatchObject({ inputTokens: 100, cachedTokens: 10, outputTokens: 20 });
    expect(usage('claude-ask', claudeAcp)).toMatchObject({ inputTokens: 220, cachedTokens: 20, outputTokens: 40 });
    expect(usage('gemini-deny', geminiAcp)).toMatchObject({ inputTokens: 200, cachedTokens: 0, outputTokens: 40 });
  });
});

/**
 * Any order in which the two journals may be read: each in its own, and what was said is known before what it caused: before an answer, before what is
 * told in a turn, and all of it before the turn's end.
 */
const interleaved = (name: string) => {
  const { output, input } = fixture(name);
  const idOf = ({ text }: Line) => parseRecord(text)?.id;
  const prompt = input.findIndex((line) => idOf(line) === 'prompt:') + 1;
  const session = output.findIndex((line) => idOf(line) === 'session');
  const needs = output.map((line, index) => {
    const own = input.findIndex((each) => idOf(each) === idOf(line)) + 1;
    if (idOf(line) === 'prompt:') return input.length;
    const { method } = asRecord(parseRecord(line.text));
    return method === undefined ? own : index > session ? prompt : 0;
  });
  return fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }).map((coins) => {
    const lines: Line[] = [];
    let [said, told] = [0, 0];
    for (const coin of coins) {
      const blocked = told >= output.length || said < (needs[told] ?? 0);
      const line = said < input.length && (coin || blocked) ? input[said++] : blocked ? undefined : output[told++];
      if (line !== undefined) lines.push(line);
    }
    return [...lines, ...input.slice(said), ...output.slice(told)];
  });
};

test('both journals give the same state whatever their interleaving', () => {
  for (const [profile, name] of [
    [claudeAcp, 'claude-ask'],
    [geminiAcp, 'gemini-deny'],
    [codexAcp, 'codex-429'],
    [opencodeAcp, 'opencode-deny'],
  ] as const) {
    const known = whole(profile, name);
    fc.assert(
      fc.property(interleaved(name), (lines) => {
        const { state, outcome } = fold(profile, lines);
        expect(outcome).toEqual(known.outcome);
        expect({ ...state, said: state.said.length }).toEqual({ ...known.state, said: known.state.said.length });
      }),
      { numRuns: 30 },
    );
  }
});

test('after a restart nothing is wanted said that was said: a whole conversation wants its input closed', () => {
  expect(next(whole(claudeAcp, 'claude-ask').state)).toEqual({ kind: 'close' });
});

describe('what is said', () => {
  const say = (record: object): Line => ({ from: 'agent', text: JSON.stringify({ jsonrpc: '2.0', ...record }) });
  const us = (line: string): Line => ({ from: 'us', text: line });
  const wanted = (state: AcpState) => {
    const word = next(state);
    return word?.kind === 'say' ? asRecord(parseRecord(word.line)) : word?.kind;
  };
  const initialized = say({ id: 'initialize', result: { agentCapabilities: { loadSession: true } } });
  const modes = { currentModeId: 'default', availableModes: [{ id: 'default' }, { id: 'plan' }] };
  const opened = say({ id: 'session', result: { sessionId: 's1', modes } });
  const hello = us('{"id":"initialize","method":"initialize"}');
  const open = us('{"id":"session","method":"session/new"}');
  const asked = us('{"id":"prompt:","method":"session/prompt","params":{"prompt":[{"type":"text","text":"go"}]}}');
  const begun = [hello, initialized, open, opened];
  const plain: AcpProfile = {
    ...geminiAcp,
    modes: { 'read-only': 'plan', ask: 'default', auto: 'yolo', bypass: 'yolo' },
  };
  const permission = (id: unknown, kind: string, ...options: readonly (readonly [string, string])[]) =>
    say({
      id,
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: { toolCallId: 't', title: 'touch x', kind, rawInput: { command: 'touch x' } },
        options: options.map(([optionId, name]) => ({ optionId, kind: name, name })),
      },
    });
  const choices = [
    ['for-good', 'allow_always'],
    ['now', 'allow_once'],
    ['never', 'reject_once'],
  ] as const;

  test('a mode that the agent does not offer is not done without: it is sent home before any prompt', () => {
    const { state, outcome } = fold(plain, begun, { permissions: 'auto' });
    expect(outcome).toEqual({ kind: 'crashed', message: 'it offers no mode yolo' });
    expect(next(state)).toEqual({ kind: 'close' });
  });

  test('how much to think is one of its own options, or it is sent home before any prompt', () => {
    const select = { type: 'select', currentValue: 'low', options: [{ value: 'low' }, { value: 'high' }] };
    const options = [{ id: 'thinking', category: 'thought_level', ...select }];
    const offered = say({ id: 'session', result: { sessionId: 's1', configOptions: options } });
    const { modes: _, ...modeless } = plain;
    const profile: AcpProfile = { ...modeless, model: 'protocol' };
    const lines = [hello, initialized, open, offered];
    expect(wanted(fold(profile, lines, { effort: 'high' }).state)).toMatchObject({
      ...{ method: 'session/set_config_option', params: { configId: 'thinking', value: 'high' } },
    });
    expect(fold(profile, lines, { effort: 'most' }).outcome).toMatchObject({ message: 'it offers no effort most' });
    expect(wanted(fold(profile, lines).state)).toBe('first');
  });

  test('its mode is set before the first prompt, and no prompt is said before it answered', () => {
    const { state } = fold(plain, begun, { permissions: 'read-only' });
    expect(wanted(state)).toMatchObject({ method: 'session/set_mode', params: { modeId: 'plan' } });
    const set = us('{"id":"mode","method":"session/set_mode"}');
    expect(next(fold(plain, [...begun, set], { permissions: 'read-only' }).state)).toBeNull();
    const done = [...begun, set, say({ id: 'mode', result: {} })];
    expect(next(fold(plain, done, { permissions: 'read-only' }).state)?.kind).toBe('first');
  });

  test('in read-only a question is answered with no by its kind, one that only looks with yes, and nobody is asked', () => {
    const set = [us('{"id":"mode","method":"session/set_mode"}'), say({ id: 'mode', result: {} })];
    for (const [kind, optionId] of [
      ['execute', 'never'],
      ['edit', 'never'],
      ['read', 'now'],
    ] as const) {
      const { state, events } = fold(plain, [...begun, ...set, asked, permission(7, kind, ...choices)], {
        mode: 'analysis',
      });
      expect(wanted(state)).toMatchObject({ id: 7, result: { outcome: { outcome: 'selected', optionId } } });
      expect(events.map((each) => each.kind)).not.toContain('permission_asked');
    }
  });

  test('one turn that works alone allows once, never for good; a session leaves it to a person', () => {
    const alone = { ...plain, modes: { ...plain.modes, auto: 'default' } } as AcpProfile;
    const lines = [...begun, asked, permission('q', 'edit', ...choices)];
    const { state } = fold(alone, lines, { permissions: 'auto' });
    expect(wanted(state)).toMatchObject({ id: 'q', result: { outcome: { optionId: 'now' } } });
    const session = fold(alone, lines, { permissions: 'auto', once: false });
    expect(next(session.state)).toBeNull();
    expect(session.events.at(-1)).toMatchObject({ kind: 'standing', standing: { kind: 'asks' } });
  });

  test('what we cannot do for an agent is refused, whatever it is called', () => {
    const foreign = say({ id: 3, method: 'fs/write_text_file', params: { path: '/etc/passwd' } });
    const { state } = fold(plain, [...begun, asked, foreign]);
    expect(wanted(state)).toMatchObject({ id: 3, error: { code: -32601 } });
  });

  test('a prompt that follows a late cancel and fails with its mark is said once more, and only once', () => {
    const error = { code: -32603, message: 'Internal error', data: { details: 'ede_diagnostic: no turn' } };
    const failed = fold(plain, [...begun, asked, say({ id: 'prompt:', error })]);
    expect(failed.events.map(({ kind }) => kind)).not.toContain('turn_ended');
    expect(wanted(failed.state)).toMatchObject({ id: 'prompt::again', params: { prompt: [{ text: 'go' }] } });
    const again = us('{"id":"prompt::again","method":"session/prompt","params":{}}');
    const twice = fold(plain, [
      ...begun,
      asked,
      say({ id: 'prompt:', error }),
      again,
      say({ id: 'prompt::again', error }),
    ]);
    expect(twice.outcome).toMatchObject({ kind: 'api_error' });
    expect(twice.events.filter(({ kind }) => kind === 'turn_started')).toHaveLength(1);
  });

  test('an agent that cannot resume is not asked to, and says so', () => {
    const cannot = say({ id: 'initialize', result: { agentCapabilities: {} } });
    const { outcome } = fold(plain, [hello, cannot], { resume: 's0' });
    expect(outcome).toEqual({ kind: 'crashed', message: 'it cannot resume a conversation' });
  });

  test('one that stops its turn by itself is judged by its end, not by its word', () => {
    const { state, events } = fold(plain, [
      ...begun,
      asked,
      say({ id: 'prompt:', result: { stopReason: 'cancelled' } }),
    ]);
    expect(events.map(({ kind }) => kind)).not.toContain('turn_ended');
    expect(next(state)).toEqual({ kind: 'close' });
    const told = us('{"method":"session/cancel","params":{}}');
    const stopped = fold(plain, [...begun, asked, told, say({ id: 'prompt:', result: { stopReason: 'cancelled' } })]);
    expect(stopped.outcome).toEqual({ kind: 'interrupted' });
  });

  test('a line that is no message, and a notification nobody knows, are kept as unknown', () => {
    const { events } = fold(plain, [{ from: 'agent', text: 'not json' }, say({ method: '_x/y', params: {} })]);
    expect(events.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
  });
});
