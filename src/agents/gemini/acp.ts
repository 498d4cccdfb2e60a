// Gemini CLI over the Agent Client Protocol.
import type { View } from '../../domain/run/program.ts';
import { wordsOf } from '../drivers/acp-outcome.ts';
import { type AcpProfile, overAcp } from '../drivers/acp-profile.ts';
import { judgeWords } from '../drivers/judge-words.ts';
import type { Environment } from '../drivers/profile.ts';
import { asText } from '../json.ts';
import { common, model } from './program.ts';
import { untilItsMinuteIsOver } from './until-its-minute-is-over.ts';

/** Of its conversations, as they are outside of a sandbox. */
const placesOf = (env: Environment, views: readonly View[]): readonly string[] =>
  common.state(env).map(({ at }) => views.find((view) => view.at === `${at}/tmp`)?.from ?? `${at}/tmp`);

export const geminiAcp: AcpProfile = {
  ...common,
  capabilities: { ...overAcp, fork: false, instructions: ['GEMINI.md'] },
  args: (spec) => ['--acp', '--skip-trust', '-m', model(spec), ...spec.args],
  modes: { 'read-only': 'plan', ask: 'default', auto: 'yolo', bypass: 'yolo' },
  model: 'argv',
  variables: 'filled',
  wait: (spec, views) => untilItsMinuteIsOver(placesOf(spec.env, views), spec.resume, Date.now()),
  toolOf: ({ toolCallId }) => asText(toolCallId).split('__')[0] ?? '',
  // Its code for an error without a status is 500 too: the words tell.
  judge: (error) => (error.code === 500 ? judgeWords(wordsOf(error)) : null),
  settledBy: 'available_commands_update',
  graceMs: 4000,
};
