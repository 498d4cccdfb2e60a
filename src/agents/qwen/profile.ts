// Qwen Code in its headless form: stream-JSON out, one process per turn, the prompt on stdin.
import type { AgentSpec } from '../../ports/agent.ts';
import { onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { common } from './program.ts';
import { type QwenState, qwenFold } from './reader.ts';

const argsOf = ({
  mode,
  permissions,
  model,
  resume,
  fork,
  conversation,
  turns,
  args,
}: AgentSpec): readonly string[] => [
  ...['--output-format', 'stream-json'],
  ...['--approval-mode', mode === 'analysis' || permissions === 'read-only' ? 'plan' : 'yolo'],
  ...(model === null ? [] : ['-m', model]),
  ...['--max-session-turns', String(turns)],
  ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
  ...(fork ? ['--fork-session'] : []),
  ...args,
];

export const qwen: PlainProfile<QwenState> = {
  ...common,
  capabilities: { ...onePerTurn, usage: 'cumulative', instructions: ['AGENTS.md', 'QWEN.md'] },
  args: argsOf,
  fold: qwenFold,
};
