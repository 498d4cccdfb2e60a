// Decided effects, and what came of them: each is recorded once, and is the state of its thing from then on.
import { failed } from '../domain/error.ts';
import type { EffectId, Instant, ThingId } from '../domain/ids.ts';
import type { EffectResult, Intent } from '../domain/thing.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { keptQuery } from './kept-query.ts';
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

const unsettled = keptQuery((db, { thing }: { thing: string }) =>
  db
    .selectFrom('intents')
    .selectAll()
    .where('thing', '=', thing)
    .where('result', 'is', null)
    .orderBy('number')
    .limit(1),
);

/** The one that has no result yet. */
export async function unsettledIntent(handle: Handle, thing: ThingId): Promise<Intent | null> {
  const [row] = (await unsettled(handle, { thing })).rows;
  return row === undefined ? null : toIntent(row);
}

const insertRow = keptQuery((db, row: IntentRow) => db.insertInto('intents').values(row));

export async function insertIntent(handle: Handle, intent: Omit<Intent, 'result'>): Promise<void> {
  const { id, thing, number, name, tries, fence } = intent;
  const row = { id, thing, number, name, tries, fence, decided_at: intent.decidedAt, result: null };
  await insertRow(handle, { ...row, input: toJson(intent.input) });
}

const triesAre = (change: 'begun' | 'reset') =>
  keptQuery((db, { id }: { id: string }) =>
    db
      .updateTable('intents')
      .set((eb) => ({ tries: change === 'begun' ? eb('tries', '+', 1) : eb.lit(0) }))
      .where('id', '=', id)
      .returning('tries'),
  );
const tries = { begun: triesAre('begun'), reset: triesAre('reset') };

export async function countTries(handle: Handle, id: EffectId, change: 'begun' | 'reset'): Promise<number> {
  const [row] = (await tries[change](handle, { id })).rows;
  if (row === undefined) throw new Error(`there is no intent ${id}`);
  return row.tries;
}

const settleRow = keptQuery((db, { id, ...settled }: Pick<IntentRow, 'id' | 'input' | 'result'>) =>
  db.updateTable('intents').set(settled).where('id', '=', id).where('result', 'is', null),
);

export async function settleIntent(
  handle: Handle,
  id: EffectId,
  fence: number,
  result: EffectResult,
): Promise<'recorded' | 'already' | 'fenced'> {
  await refuseTooLarge(handle, id, result);
  const thing = id.slice(0, id.lastIndexOf('#')) as ThingId;
  if ((await lockedFence(handle, thing)) !== fence) return 'fenced';
  const kept = result.kind === 'done' ? { ...result, output: null } : result;
  const { numAffectedRows } = await settleRow(handle, { id, input: toJson(null), result: toJson(kept) });
  return numAffectedRows === 1n ? 'recorded' : 'already';
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
