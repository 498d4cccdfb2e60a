// What happens to a run: asked for, begun, ended, spoken to in the middle of its turn, and what it changed of its agent's own.
import { by, firstLineOf, list, type None, type Sentences, word } from './words.ts';

export type RunFacts = {
  readonly run_requested: {
    readonly agent: string;
    readonly mode: string;
    readonly name: string | null;
    readonly by: string;
  };
  readonly run_started: { readonly run: string; readonly key: string; readonly purpose: string };
  readonly run_ended: { readonly how: string };
  readonly agent_settings_changed: { readonly paths: readonly string[] };
  readonly login_refreshed: { readonly path: string };
  readonly login_refused: { readonly path: string; readonly why: string };
  readonly over_budget: None;
  readonly words_given: { readonly why: string };
  readonly words_kept: { readonly why: string };
  readonly words_uncertain: { readonly why: string };
  readonly interrupted: None;
  readonly edit_tested: {
    readonly run: string;
    readonly paths: readonly string[];
    readonly tests: readonly string[] | 'all';
    readonly verdict: string;
    readonly why: string;
    readonly ms: number;
  };
  /** By a person, for both. */
  readonly trial_requested: { readonly task: string; readonly with: string; readonly gates: readonly string[] };
  readonly trial_judged: {
    readonly with: string;
    readonly gate: string;
    readonly verdict: string;
    readonly why: string;
  };
  readonly edit_untested: { readonly paths: readonly string[]; readonly why: string };
};

export const runSentences: Sentences<RunFacts> = {
  run_requested: (data) => `${word(data.agent)} is asked (${word(data.mode)})${by(data.by)}`,
  run_started: (data) => `run ${word(data.run)} (${word(data.purpose)}) began`,
  run_ended: (data, thing) => `run ${thing} ended: ${word(data.how)}`,
  agent_settings_changed: (data) =>
    `the agent changed settings of its own in its copy, which is thrown away: ${list(data.paths)}`,
  login_refreshed: (data) => `the agent's login was refreshed: ${word(data.path)}`,
  login_refused: (data) =>
    `the login that the agent left is not taken over (${firstLineOf(data.why)}): ${word(data.path)}`,
  over_budget: () => 'has used more than its turn may, and is told to stop',
  words_given: () => 'the words reached it in the middle of its turn',
  words_kept: (data) => `the words are kept for the next turn: ${firstLineOf(data.why)}`,
  words_uncertain: (data) => `nobody knows whether the words arrived: ${firstLineOf(data.why)}`,
  interrupted: () => 'the turn is interrupted',
  edit_tested: (data) =>
    `edited ${list(data.paths)}; ${data.tests === 'all' ? 'all tests' : `the tests of ${list(data.tests)}`} ${word(data.verdict)} (${word(data.run)}, ${(Number(data.ms) / 1000).toFixed(1)} s)`,
  trial_requested: (data) =>
    `${word(data.task)} is put together with ${word(data.with)} for a trial; gates: ${list(data.gates)}`,
  trial_judged: (data) =>
    `put together with ${word(data.with)}: ${word(data.gate)} ${word(data.verdict)} (${word(data.why)})`,
  edit_untested: (data) => `edited ${list(data.paths)}; no tests were run for it: ${word(data.why)}`,
};
