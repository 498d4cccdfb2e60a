// OpenCode in its headless form: `opencode run --format json`, one process per turn, the prompt on stdin.
import type { AgentSpec } from '../../ports/agent.ts';
import { onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { common } from './program.ts';
import { type OpencodeState, opencodeFold } from './reader.ts';

/** Nobody is there to be asked: what the rules do not deny is done. */
const argsOf = ({ model, resume, fork, args }: AgentSpec): readonly string[] => [
  ...['run', '--format', 'json', '--auto'],
  ...(model === null ? [] : ['-m', model]),
  ...(resume === null ? [] : ['--session', resume]),
  ...(fork ? ['--fork'] : []),
  ...args,
];

export const opencode: PlainProfile<OpencodeState> = {
  ...common,
  capabilities: { ...onePerTurn, readOnly: 'tools', money: true, turnEnd: 'exit', instructions: ['AGENTS.md'] },
  args: argsOf,
  fold: opencodeFold,
};
