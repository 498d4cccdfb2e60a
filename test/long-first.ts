// The order of test files: those that take longest begin first, so that no worker is left with one at the end; then those that start many processes, while their worker is small: a fork copies the table of all its pages.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first; all others come after them in the usual order. */
const long = [
  ...['nightly/chaos', 'nightly/soak', 'nightly/crash-sweep'],
  ...['suites/agent-scripted', 'suites/keeper-process', 'suites/created', 'suites/lookup', 'suites/doors'],
  'suites/engine-sqlite',
  ...['git/hub', 'git/copy/renew', 'git/copy', 'git/commit/overlap', 'git/remote/push', 'local/bundle/bundle'],
  ...['commands/features', 'commands/by-hand', 'commands/workspaces', 'scripts/run-tests', 'drivers/pty/leave'],
  // Real agents are installed by the first of them, for which the others wait.
  ...['deep/agents-pty', 'deep/story-sweep', 'deep/effect-kills', 'deep/bad-input', 'deep/honest-changes'],
  ...['deep/agents-opencode', 'deep/tasks-real', 'deep/crash-sweep', 'deep/kill-at', 'deep/package'],
  ...[
    'deep/agents-real',
    'deep/reach',
    'deep/agents-given',
    'deep/by-chat',
    'deep/agents-confined',
    'deep/proof-sweep',
  ],
  ...['deep/agents-hooks-confined', 'deep/keeper-crash', 'deep/agents-gemini', 'deep/channels', 'deep/agents-qwen'],
  ...['deep/flow-sweep', 'deep/agents-bridges', 'deep/forge', 'deep/sessions-crash', 'deep/gates'],
  ...['e2e/pull-request', 'e2e/chain', 'e2e/daemon', 'e2e/steps', 'e2e/features', 'e2e/demo', 'e2e/page', 'e2e/run'],
];

/** Rooms whose tests start git, agents and programs. */
const starting = /\/src\/(?:git|commands|engine|effects|local|surfaces\/cli|agents\/drivers)\//;

/** Of one project after another: a worker serves no other, and each new one loads all anew. */
const rank = ({ moduleId, project }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  const within = at >= 0 ? at : long.length + (starting.test(moduleId) ? 0 : 1);
  return project.name === 'suites' ? within - 2 * long.length : within;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
