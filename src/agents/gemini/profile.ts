// Gemini CLI in its headless form: stream-JSON out, one process per turn, the prompt on stdin.
import type { AgentSpec } from '../../ports/agent.ts';
import { onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { common, model } from './program.ts';
import { type GeminiState, geminiFold } from './reader.ts';

/** Without an approval mode the tools that write are not even offered to the model, and nothing tells so. */
const args = (spec: AgentSpec): readonly string[] => [
  ...['--output-format', 'stream-json', '--skip-trust', '-m', model(spec)],
  ...['--approval-mode', spec.mode === 'analysis' || spec.permissions === 'read-only' ? 'plan' : 'yolo'],
  ...(spec.resume === null ? ['--session-id', spec.conversation] : ['--resume', spec.resume]),
  ...spec.args,
];

export const gemini: PlainProfile<GeminiState> = {
  ...common,
  capabilities: { ...onePerTurn, fork: false, instructions: ['GEMINI.md'] },
  args,
  fold: geminiFold,
};
