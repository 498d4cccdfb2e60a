// pi in its headless form: `pi --mode json -p`, one process per turn.
import type { PlainProfile } from '../drivers/profile.ts';
import { choicesOf, common, conversationOf, toolsOf } from './program.ts';
import { type PiState, piFold } from './reader.ts';

/** There is no limit of turns. A fresh conversation's id is its own to choose. */
export const pi: PlainProfile<PiState> = {
  ...common,
  capabilities: {
    resume: true,
    fork: true,
    steer: false,
    readOnly: 'tools',
    permissions: false,
    usage: 'turn',
    money: true,
    limitTime: false,
    context: true,
    turnEnd: 'protocol',
    hooks: false,
    images: false,
  },
  args: (spec) => ['--mode', 'json', '-p', ...choicesOf(spec), ...toolsOf(spec), ...conversationOf(spec)],
  fold: piFold,
};
