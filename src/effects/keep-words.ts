// Words that were meant for a turn and did not come into it: said to the task, which gives them with its next prompt. Each once.
import type { Instant, RunId } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import type { Notice } from '../domain/thing.ts';
import type { Queue } from '../ports/queue.ts';
import type { Transaction } from '../ports/store.ts';

/** What an agent knows them by. */
export const wordsId = (run: RunId, seq: number): string => `${run}-say-${seq}`;

export async function keepWords(
  tx: Transaction,
  queue: Queue,
  run: Run,
  words: readonly Pick<Notice, 'seq' | 'body'>[],
  at: Instant,
): Promise<void> {
  const view = words.length === 0 ? null : await tx.view(run.task);
  if (view === null || view.thing.ended) return;
  for (const { seq, body } of words) {
    const by = `thing:${wordsId(run.id as RunId, seq)}`;
    if (view.notices.some((notice) => notice.by === by)) continue;
    await tx.notify({ thing: run.task, at, by, kind: 'say', body });
  }
  await queue.add(tx, [{ thing: run.task, at, host: run.host }]);
}
