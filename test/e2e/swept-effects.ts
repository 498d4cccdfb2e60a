// Which sweep kills round which effect; what none of them reaches is named with the tests that kill round it otherwise, or with nothing.

/** `crash-run.ts`: the demo task, by itself. */
export const ofDemo: readonly string[] = [
  ...['claim-slot', 'open-hub', 'survey-base', 'make-copy', 'furnish-copy', 'snapshot', 'inspect-change'],
  ...[
    'stage-tree',
    'record-evidence',
    'start-run',
    'read-run',
    'commit',
    'claim-branch',
    'confirm-push',
    'open-pull-request',
    'release',
  ],
];

/** `story-run.ts`: what a split task with an environment and a forge does besides. */
export const ofStory: readonly string[] = [
  ...['free-slot', 'look-at-environment', 'mark-environment', 'verify-environment', 'merge-heads'],
  ...['look-at-pull-request', 'read-check-log', 'change-pull-request', 'reply-on-thread', 'retarget-pull-request'],
  ...['join-base'],
];

/** `chain-kill.ts`, besides. */
export const ofChain: readonly string[] = [
  ...['prepare-dependencies', 'seal-dependencies', 'restore-copy', 'remove-copy', 'write-note'],
];

/** `session-crash.ts`. */
export const ofSession: readonly string[] = [
  ...['start-session', 'deliver-message', 'answer-agent', 'mark-done', 'end-session', 'read-session'],
];

/** What happens only where a person or another person's hand wants it, and no sweep goes that way. */
export const ofNone: readonly string[] = [
  ...['end-run', 'mend-copy', 'remember-trust', 'meter-day', 'find-pull-request', 'close-pull-request'],
  ...['follow-branch', 'revert-merge', 'interrupt-agent', 'steer-agent', 'judge-turn', 'start-once', 'read-once'],
  ...['hold-lease', 'keep-step', 'switch-branch'],
];
