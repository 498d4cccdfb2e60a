// The order of test files: those that take longest begin first, so that no worker is left with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first; all others come after them in the usual order. */
const long = [
  ...['nightly/chaos', 'nightly/soak', 'nightly/crash-sweep'],
  ...['suites/agent-scripted', 'suites/keeper-process', 'suites/created', 'suites/lookup', 'suites/doors'],
  ...['suites/sandbox-hosts', 'suites/engine-sqlite', 'suites/telegram'],
  ...['git/copy', 'git/hub', 'git/copy/renew', 'git/remote/push', 'commands/workspaces'],
  ...[
    'deep/sessions-crash',
    'deep/package',
    'deep/kill-at',
    'deep/bad-input',
    'deep/gates',
    'deep/keeper-crash',
    'deep/story-sweep',
    'deep/crash-sweep',
    'deep/by-chat',
    'deep/tasks-real',
    'deep/reach',
    'deep/honest-changes',
    'deep/proof-sweep',
    'deep/flow-sweep',
    'deep/forge',
    'deep/effect-kills',
  ],
  ...['e2e/pull-request', 'e2e/chain', 'e2e/daemon', 'e2e/steps', 'e2e/features', 'e2e/demo'],
  ...['deep/agents-pty', 'deep/agents-opencode', 'deep/agents-qwen', 'deep/agents-real', 'deep/agents-confined'],
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at < 0 ? long.length : at;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
