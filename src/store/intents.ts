// Decided effects, and what came of them: each is recorded once, and is the state of its thing from then on.
import { failed } from '../domain/error.ts';
import type { EffectId, Instant, ThingId } from '../domain/ids.ts';
import type { EffectResult, Intent } from '../domain/thing.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import type { IntentRow } from './tables.ts';
import { lockedFence } from './things.ts';

const usual = 256 * 1024;
/** Verdicts name every test of a suite; `gates` keeps them below half of this. */
const ofVerdicts = 8 * 1024 * 1024;
const largestOf: Readonly<Record<string, number>> = { 'read-run': ofVerdicts, 'stage-tree': ofVerdicts };

export async function listIntents({ db }: Handle, thing: ThingId): Promise<readonly Intent[]> {
  const rows = await db.selectFrom('intents').selectAll().where('thing', '=', thing).orderBy('number').execute();
  return rows.map(toIntent);
}

/** The one that has no result yet. */
export async function unsettledIntent({ db }: Handle, thing: ThingId): Promise<Intent | null> {
  const row = await db
    .selectFrom('intents')
    .selectAll()
    .where('thing', '=', thing)
    .where('result', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toIntent(row);
}

export async function insertIntent({ db }: Handle, intent: Omit<Intent, 'tries' | 'result'>): Promise<void> {
  const { id, thing, number, name, fence } = intent;
  const row = { id, thing, number, name, fence, decided_at: intent.decidedAt, tries: 0, result: null };
  await db
    .insertInto('intents')
    .values({ ...row, input: toJson(intent.input) })
    .execute();
}

export async function countTries({ db }: Handle, id: EffectId, change: 'begun' | 'reset'): Promise<number> {
  const { tries } = await db
    .updateTable('intents')
    .set((eb) => ({ tries: change === 'begun' ? eb('tries', '+', 1) : eb.lit(0) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

export async function settleIntent(
  handle: Handle,
  id: EffectId,
  fence: number,
  result: EffectResult,
): Promise<'recorded' | 'already' | 'fenced'> {
  await refuseTooLarge(handle, id, result);
  const thing = id.slice(0, id.lastIndexOf('#')) as ThingId;
  if ((await lockedFence(handle, thing)) !== fence) return 'fenced';
  const { numUpdatedRows } = await handle.db
    .updateTable('intents')
    .set({ input: toJson(null), result: toJson(result.kind === 'done' ? { ...result, output: null } : result) })
    .where('id', '=', id)
    .where('result', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'recorded' : 'already';
}

/** It goes into the thing's state. */
async function refuseTooLarge({ db }: Handle, id: EffectId, result: EffectResult): Promise<void> {
  if (result.kind === 'later') throw new Error(`"later" is no result of ${id}`);
  const bytes = Buffer.byteLength(toJson(result));
  if (bytes <= usual) return;
  const intent = await db.selectFrom('intents').select('name').where('id', '=', id).executeTakeFirst();
  const largest = largestOf[intent?.name ?? ''] ?? usual;
  if (bytes <= largest) return;
  throw failed('RESULT_TOO_LARGE', `The result of ${id} has ${bytes} bytes; at most ${largest} are kept.`, {
    id,
    bytes,
    largest,
  });
}

const toIntent = (row: IntentRow): Intent => ({
  id: row.id as EffectId,
  thing: row.thing as ThingId,
  number: row.number,
  name: row.name,
  input: fromJson(row.input, `The input of ${row.id}`),
  decidedAt: row.decided_at as Instant,
  tries: row.tries,
  fence: row.fence,
  result: row.result === null ? null : fromJson<EffectResult>(row.result, `The result of ${row.id}`),
});
