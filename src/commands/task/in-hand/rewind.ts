// The attempts of a task, and the way back to one of them: its copy is in the person's hand then.

import type { NamedAttempt } from '../../../contract/task.ts';
import { ifKind } from '../../../domain/any-thing.ts';
import type { Criterion } from '../../../domain/criterion/criterion.ts';
import { failed } from '../../../domain/error.ts';
import { namedAttempts, nameOfAttempt } from '../../../domain/task/manual/rewind.ts';
import { isTaken } from '../../../domain/task/manual/take-over.ts';
import type { Task } from '../../../domain/task/task.ts';
import { sayFew } from '../../../domain/text/counted.ts';
import type { Command, CommandPorts } from '../../ports.ts';
import { commit } from '../../shared/request.ts';
import { watchWhile } from '../../shared/watch.ts';
import { viewCriteria } from '../criteria-view.ts';
import { findTask, findTaskHere } from '../find.ts';
import { lookAtTask } from '../load.ts';
import { mustLive, tellTask } from '../notify.ts';
import { mustHaveCopy, patienceMs } from './take-over.ts';

export const attemptsOfTask: Command<'task.attempts'> = async ({ store }, { task: given, cwd }) => {
  const seen = await store.read(async (reads) => lookAtTask(reads, await findTaskHere(reads, given, cwd)));
  const attempts = viewCriteria(seen).flatMap(({ id, attempts: made }) =>
    made.map((attempt, index): NamedAttempt => ({ name: nameOfAttempt(id, index), criterion: id, ...attempt })),
  );
  return { task: seen.task.id, attempts };
};

export const rewindTask: Command<'task.rewind'> = async (ports, { task: given, attempt: name }, peer, signal) => {
  const { id, seq, at } = await commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    mustHaveCopy(task);
    mustBeHere(task);
    const rounds = (await tx.things({ kind: 'criterion', task: task.task })).toReversed() as readonly Criterion[];
    const attempts = namedAttempts(rounds);
    const attempt = attempts.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (attempt === undefined)
      throw unknownAttempt(
        task,
        name,
        attempts.map((each) => each.name),
      );
    if (!isTaken(task.state, (await tx.view(task.id))?.notices ?? []))
      await tellTask(ports, tx, task, { kind: 'take', body: null }, peer);
    const { seq } = await tellTask(ports, tx, task, { kind: 'rewind', body: attempt }, peer);
    return { id: task.id, seq, at: attempt.name };
  });
  const back = await watchWhile(ports, signal, patienceMs, () => rewoundNow(ports, id, seq));
  const next = `Look at it: drover task diff ${id}. Its agent goes on from there: drover task give ${id} --go-on`;
  return {
    task: id,
    said:
      back === null
        ? `${id} goes back to ${at} as soon as the turn under way has ended, and is yours then. ${next}`
        : `${id} is back at ${at}, and yours. ${next}`,
    notes: back?.files === 0 ? [] : [sayKept(back, `refs/drover/kept/${id}/rewind-${seq}`)],
  };
};

/** What was pushed is other people's to see: there one goes on, not back. */
function mustBeHere({ id, state }: Task): void {
  if (!state.known.delivery.pushed && state.known.work.features === undefined) return;
  throw failed('NOT_READY', `${id} is out of its copy already: its branch was pushed, or it was split into features.`, {
    task: id,
    hint: `Say what is to change: drover task say ${id} "..."`,
  });
}

const unknownAttempt = ({ id }: Task, name: string, known: readonly string[]) =>
  failed(
    'ATTEMPT_NOT_FOUND',
    `${id} has no attempt ${name} that has ended; it has ${known.length === 0 ? 'none' : sayFew(known, 20)}.`,
    { task: id },
  );

const sayKept = (back: Back | null, ref: string): string =>
  back?.files === undefined
    ? `Where its copy holds anything else, that is kept in the hub: ${ref}`
    : `What its copy held before is kept in the hub: ${ref}`;

type Back = { readonly files: number | undefined };

async function rewoundNow({ store }: CommandPorts, id: Task['id'], seq: number): Promise<Back | null> {
  const task = ifKind(await store.read((reads) => reads.thing(id)), 'task');
  const at = task?.state.at;
  if (at?.kind !== 'in_hand' || at.rewinding !== undefined || at.rewound === undefined) return null;
  return at.rewound.seq >= seq ? { files: at.rewound.files } : null;
}
