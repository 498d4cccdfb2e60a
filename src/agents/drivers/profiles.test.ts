import { expect, test } from 'vitest';
import { ok } from '../../domain/error.ts';
import { runId } from '../../domain/ids.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { claudeHeadless } from '../claude/headless.ts';
import { codexHeadless } from '../codex/headless.ts';
import { createAgents } from '../registry.ts';

const spec: AgentSpec = {
  runId: runId(1),
  cwd: '/copy',
  promptFile: '/prompt',
  mode: 'write',
  resume: null,
  conversation: 'C',
  permissions: 'auto',
  once: true,
  fork: false,
  effort: null,
  args: [],
  columns: 120,
  rows: 40,
  folder: '/own',
  model: 'M',
  turns: 200,
  deadlineMs: 1,
  quietMs: null,
  env: {},
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  confine: async (program) => ok(program),
};

test('CM-36 claude starts in its structured mode with our conversation id, model and limit of turns', () => {
  expect(claudeHeadless.args(spec).join(' ')).toBe(
    '-p --output-format stream-json --verbose --session-id C --permission-mode acceptEdits --allowedTools Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch --model M --max-turns 200',
  );
});

test('CM-36 codex starts in its structured mode with the prompt from stdin', () => {
  expect(codexHeadless.args(spec).join(' ')).toBe(
    'exec -s workspace-write -c sandbox_workspace_write.network_access=true -m M --json --skip-git-repo-check -',
  );
});

test('how much to think is said to each in its own words', () => {
  expect(claudeHeadless.args({ ...spec, effort: 'high' }).join(' ')).toContain('--model M --effort high --max-turns');
  expect(codexHeadless.args({ ...spec, effort: 'high' }).join(' ')).toContain(
    '-m M -c model_reasoning_effort="high" --json',
  );
});

test('CM-42 analysis has reading tools and nothing else', () => {
  const analysis = { ...spec, mode: 'analysis', resume: 'R', model: null } as const;
  expect(claudeHeadless.args(analysis).join(' ')).toBe(
    '-p --output-format stream-json --verbose --resume R --permission-mode dontAsk --tools Read,Grep,Glob --strict-mcp-config --max-turns 200',
  );
  expect(codexHeadless.args(analysis).join(' ')).toBe('exec -s read-only resume --json --skip-git-repo-check R -');
});

test('the marks of another agent around Drover are dropped', () => {
  for (const name of ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT'])
    expect(claudeHeadless.dropEnv.test(name)).toBe(true);
  expect(claudeHeadless.dropEnv.test('CLAUDE_CODE_MAX_RETRIES')).toBe(false);
  expect(codexHeadless.dropEnv.test('CODEX_SANDBOX_NETWORK_DISABLED')).toBe(true);
  expect(codexHeadless.dropEnv.test('CODEX_HOME')).toBe(false);
});

test('state is where the person keeps it', () => {
  const places = (state: readonly { readonly at: string }[]) => state.map(({ at }) => at);
  expect(places(claudeHeadless.state({ HOME: '/h' }))).toEqual(['/h/.claude', '/h']);
  expect(places(claudeHeadless.state({ HOME: '/h', CLAUDE_CONFIG_DIR: '/c' }))).toEqual(['/c']);
  expect(places(codexHeadless.state({ HOME: '/h' }))).toEqual(['/h/.codex']);
  expect(places(codexHeadless.state({ HOME: '/h', CODEX_HOME: '/x' }))).toEqual(['/x']);
});

test('codex is told its own folder by name, where there is one', () => {
  expect(codexHeadless.env({ HOME: '/h' }, ['/h/.codex'])).toEqual({ CODEX_HOME: '/h/.codex' });
  expect(codexHeadless.env({ HOME: '/h' }, [])).toEqual({});
});

test('CM-35 an unknown agent is none', () => {
  const agents = createAgents();
  expect(agents.get('nonesuch')).toBeNull();
  expect(agents.names()).toEqual(['claude', 'codex', 'gemini', 'qwen', 'opencode', 'pi', 'copilot']);
});
