// What browsers bring about without a command, on record as one.
import type { Instant } from '../../domain/ids.ts';
import type { Transaction } from '../../ports/store.ts';
import { record } from '../shared/authorize.ts';

/** `about`: the browser's session. */
type Done = { readonly command: string; readonly about: string; readonly by: string };

export async function sayDone(tx: Transaction, done: Done, at: Instant): Promise<void> {
  const act = await tx.next('act');
  const data = { act, saw: null, ...done, channel: 'web', pid: null };
  await tx.say(record, record, at, [
    { kind: 'act_asked', data },
    { kind: 'act_ended', data: { act, outcome: 'done' } },
  ]);
}
