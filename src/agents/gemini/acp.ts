// Gemini CLI over the Agent Client Protocol.
import { wordsOf } from '../drivers/acp-outcome.ts';
import { type AcpProfile, overAcp } from '../drivers/acp-profile.ts';
import { judgeWords } from '../drivers/judge-words.ts';
import { asText } from '../json.ts';
import { common, model } from './program.ts';
import { untilItsMinuteIsOver } from './until-its-minute-is-over.ts';

export const geminiAcp: AcpProfile = {
  ...common,
  capabilities: { ...overAcp, fork: false, instructions: ['GEMINI.md'] },
  args: (spec) => ['--acp', '--skip-trust', '-m', model(spec), ...spec.args],
  modes: { 'read-only': 'plan', ask: 'default', auto: 'yolo', bypass: 'yolo' },
  model: 'argv',
  variables: 'filled',
  wait: (spec) => untilItsMinuteIsOver(common.state(spec.env), spec.resume, Date.now()),
  toolOf: ({ toolCallId }) => asText(toolCallId).split('__')[0] ?? '',
  // Its code for an error without a status is 500 too: the words tell.
  judge: (error) => (error.code === 500 ? judgeWords(wordsOf(error)) : null),
  settledBy: 'available_commands_update',
  graceMs: 4000,
};
