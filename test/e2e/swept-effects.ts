// Which sweep of the whole program kills round which effect. What none of them reaches has a scene in test/fakes/effects, where it is killed in this process.
import type { EffectName } from '../../src/domain/effect/effect.ts';

/** `crash-run.ts`: the demo task, by itself. */
export const ofDemo = [
  ...['claim-slot', 'open-hub', 'survey-base', 'make-copy', 'furnish-copy', 'snapshot', 'inspect-change'],
  ...[
    'stage-tree',
    'record-evidence',
    'judge-expectations',
    'judge-stable',
    'cut-hunks',
    'gather-tests',
    'price-turns',
    'find-programs',
    'start-run',
    'read-run',
    'commit',
    'claim-branch',
    'confirm-push',
    'open-pull-request',
    'release',
  ],
] as const satisfies readonly EffectName[];

/** `story-run.ts`: what a split task with an environment and a forge does besides. */
export const ofStory = [
  ...['free-slot', 'look-at-environment', 'mark-environment', 'verify-environment', 'merge-heads'],
  ...['look-at-pull-request', 'read-check-log', 'change-pull-request', 'reply-on-thread', 'retarget-pull-request'],
  ...['join-base'],
] as const satisfies readonly EffectName[];

/** `chain-kill.ts`, besides. */
export const ofChain = [
  ...['prepare-dependencies', 'seal-dependencies', 'restore-copy', 'remove-copy', 'write-note'],
] as const satisfies readonly EffectName[];

/** `session-crash.ts`. */
export const ofSession = [
  ...['start-session', 'deliver-message', 'answer-agent', 'mark-done', 'end-session', 'read-session'],
] as const satisfies readonly EffectName[];

/** What a sweep of the whole program kills round. */
export const swept = [...ofDemo, ...ofStory, ...ofChain, ...ofSession] as const;
export type SweptName = (typeof swept)[number];
