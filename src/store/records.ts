// What is kept beside the driven rows: evidence, copies, conversations, hosts, timers.
import { defined } from '../domain/defined.ts';
import type { Evidence } from '../domain/evidence/verdict.ts';
import type { HostId, Instant, TaskId, ThingId } from '../domain/ids.ts';
import type { Conversation, Copy, Host, Reads } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { readRows, writeRow } from './lists.ts';

/** Of one tree, or of one gate, only rows are parsed that are of it, or in which its name stands. */
export async function listEvidence(
  handle: Handle,
  task: TaskId,
  of?: Parameters<Reads['evidence']>[1],
): Promise<readonly Evidence[]> {
  const { tree, gate } = typeof of === 'object' ? of : {};
  const all = handle.db.selectFrom('evidence').selectAll().where('task', '=', task);
  const some = gate === undefined ? all : all.where('body', 'like', `%"gate":"${gate}"%`);
  const asked =
    tree === undefined
      ? [of === 'last' ? some.orderBy('number', 'desc').limit(1) : some.orderBy('number')]
      : // Apart, so that each goes by the index of trees.
        [
          some.where('tree', 'is', null).where('body', 'like', `%"${tree}"%`).orderBy('number'),
          some.where('tree', '=', tree).orderBy('number'),
        ];
  const texts: { readonly text: string; readonly where: string }[] = [];
  for (const query of asked)
    for (const { number, body } of await query.execute())
      texts.push({ text: body, where: `Evidence ${number} of ${task}` });
  const links = (await readRows(handle, texts)) as readonly Evidence[];
  return links.filter((link) => link.tree === (tree ?? link.tree) && link.result.gate === (gate ?? link.result.gate));
}

export async function addEvidence(handle: Handle, task: TaskId, evidence: Evidence): Promise<void> {
  const { number, tree } = evidence;
  const row = { task, number, tree, body: await writeRow(handle, evidence) };
  await handle.db
    .insertInto('evidence')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findCopy({ db }: Handle, task: TaskId): Promise<Copy | null> {
  const row = await db.selectFrom('copies').select('body').where('task', '=', task).executeTakeFirst();
  return row === undefined ? null : fromJson<Copy>(row.body, `The copy of ${task}`);
}

type CopyFilter = Parameters<Reads['copies']>[0];

export async function listCopies({ db }: Handle, { removed, ended }: CopyFilter): Promise<readonly Copy[]> {
  let query = db
    .selectFrom('copies')
    .selectAll()
    .where('removed_at', removed ? 'is not' : 'is', null);
  if (ended) query = query.where('task', 'in', db.selectFrom('tasks').select('id').where('ended', '=', 1));
  const rows = await query.orderBy('created_at').orderBy('task').execute();
  return rows.map(({ task, body }) => fromJson<Copy>(body, `The copy of ${task}`));
}

export async function putCopy({ db }: Handle, copy: Copy): Promise<void> {
  const row = { removed_at: copy.removedAt, created_at: copy.createdAt, body: toJson(copy) };
  await db
    .insertInto('copies')
    .values({ task: copy.task, ...row })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(row))
    .execute();
}

export async function findConversation({ db }: Handle, task: TaskId, agent: string): Promise<Conversation | null> {
  const query = db.selectFrom('conversations').select('body').where('task', '=', task).where('agent', '=', agent);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : fromJson<Conversation>(row.body, `The conversation of ${agent} on ${task}`);
}

export async function putConversation({ db }: Handle, conversation: Conversation): Promise<void> {
  const { task, agent } = conversation;
  const body = toJson(conversation);
  await db
    .insertInto('conversations')
    .values({ task, agent, body })
    .onConflict((conflict) => conflict.columns(['task', 'agent']).doUpdateSet({ body }))
    .execute();
}

export async function listHosts({ db }: Handle): Promise<readonly Host[]> {
  const rows = await db.selectFrom('hosts').selectAll().orderBy('id').execute();
  return rows.map(({ id, seen_at, at_most }) => ({
    id: id as HostId,
    seenAt: seen_at as Instant,
    ...(at_most !== null && { atMost: at_most }),
  }));
}

/** A beat leaves what it does not know: how many may be at work. True where that number is another now. */
export async function putHost({ db }: Handle, { id, seenAt, atMost }: Host): Promise<boolean> {
  const before = await db.selectFrom('hosts').select('at_most').where('id', '=', id).executeTakeFirst();
  const known = { seen_at: seenAt, ...defined({ at_most: atMost }) };
  await db
    .insertInto('hosts')
    .values({ id, seen_at: seenAt, at_most: atMost ?? null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(known))
    .execute();
  return atMost !== undefined && before?.at_most !== atMost;
}

export async function listDue({ db }: Handle, at: Instant): Promise<readonly ThingId[]> {
  const rows = await db.selectFrom('timers').select('thing').where('due', '<=', at).orderBy('due').execute();
  return rows.map(({ thing }) => thing as ThingId);
}

export async function listTimers({ db }: Handle, at: Instant): ReturnType<Reads['timers']> {
  const rows = await db.selectFrom('timers').selectAll().where('due', '>', at).orderBy('due').execute();
  return rows.map(({ thing, due }) => ({ thing: thing as ThingId, due: due as Instant }));
}

export async function setTimer({ db }: Handle, thing: ThingId, due: Instant | null): Promise<void> {
  if (due === null) await db.deleteFrom('timers').where('thing', '=', thing).execute();
  else
    await db
      .insertInto('timers')
      .values({ thing, due })
      .onConflict((conflict) => conflict.column('thing').doUpdateSet({ due }))
      .execute();
}
