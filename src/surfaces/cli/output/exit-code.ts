// The exit code of a reply that was not refused.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { TaskOutcome, WatchEnd } from '../../../contract/task.ts';

const outcomes: Readonly<Record<TaskOutcome, number>> = {
  released: 0,
  proven: 0,
  not_verified: 5,
  failed: 1,
  cancelled: 130,
};

export const exitOfEnd = ({ why, task }: WatchEnd): number =>
  why === 'needs_person' || task.outcome === null ? 6 : outcomes[task.outcome];

export function exitOf<Name extends CommandName>(name: Name, data: Replies[Name]): number {
  const of = exits[name as keyof typeof exits] as ((data: Replies[Name]) => number) | undefined;
  return of === undefined ? 0 : of(data);
}

/** Of a turn that was waited for; any other is 1. */
const turnExits: Readonly<Record<string, number>> = {
  answered: 0,
  empty: 0,
  interrupted: 0,
  limited: 7,
  timed_out: 124,
};

const chainExits: Readonly<Record<string, number>> = { done: 0, not_verified: 5, cancelled: 130 };

const exits = {
  'chain.watch': ({ outcome }: Replies['chain.watch']) => chainExits[outcome ?? ''] ?? 6,
  'env.verify': ({ resolved }: Replies['env.verify']) => (resolved ? 0 : 5),
  'service.doctor': ({ checks }: Replies['service.doctor']) => (checks.some(({ state }) => state === 'bad') ? 1 : 0),
  'service.wait': ({ exit }: Replies['service.wait']) => exit,
  'session.send': ({ turn }: Replies['session.send']) => (turn === null ? 0 : (turnExits[turn.outcome] ?? 1)),
  'step.watch': ({ state, result }: Replies['step.watch']) => {
    if (state === 'waits') return 6;
    return result?.verdict !== undefined && result.verdict !== 'resolved' ? 5 : 0;
  },
  'task.evidence': ({ verified }: Replies['task.evidence']) => (verified?.ok === false ? 5 : 0),
  'task.watch': exitOfEnd,
};
