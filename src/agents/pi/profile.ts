// pi in its headless form: `pi --mode json -p`, one process per turn.
import { onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { choicesOf, common, conversationOf, toolsOf } from './program.ts';
import { type PiState, piFold } from './reader.ts';

/** There is no limit of turns. A fresh conversation's id is its own to choose. */
export const pi: PlainProfile<PiState> = {
  ...common,
  capabilities: {
    ...onePerTurn,
    readOnly: 'tools',
    money: true,
    context: true,
    effort: true,
    instructions: ['AGENTS.md'],
  },
  args: (spec) => ['--mode', 'json', '-p', ...choicesOf(spec), ...toolsOf(spec), ...conversationOf(spec)],
  fold: piFold,
};
