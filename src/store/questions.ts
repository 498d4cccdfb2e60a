// Questions to people: asked once by key, answered once by whoever is first.
import { type Instant, type QuestionId, questionId, type TaskId, type ThingId } from '../domain/ids.ts';
import type { Answer, Question, QuestionDraft } from '../domain/question/question.ts';
import type { Reads } from '../ports/store.ts';
import { nextOf } from './counters.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { keptQuery } from './kept-query.ts';
import { readOften } from './lists.ts';
import type { QuestionRow } from './tables.ts';
import { lockedFence, touchThing } from './things.ts';

export async function findQuestion(handle: Handle, id: QuestionId): Promise<Question | null> {
  const row = await handle.db.selectFrom('questions').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toQuestion(handle, row);
}

export async function listQuestions(
  handle: Handle,
  filter: Parameters<Reads['questions']>[0],
): Promise<readonly Question[]> {
  let query = handle.db.selectFrom('questions').selectAll().orderBy('number');
  if (filter.task !== undefined) query = query.where('task', '=', filter.task);
  if (filter.open !== undefined) query = query.where('open', '=', filter.open ? 1 : 0);
  return toQuestions(handle, await query.execute());
}

const askedBy = keptQuery((db, { thing }: { thing: string }) =>
  db.selectFrom('questions').selectAll().where('thing', '=', thing).orderBy('number'),
);

export const questionsOf = async (handle: Handle, thing: ThingId): Promise<readonly Question[]> =>
  toQuestions(handle, (await askedBy(handle, { thing })).rows);

export async function askQuestion(
  handle: Handle,
  thing: ThingId,
  task: TaskId,
  draft: QuestionDraft,
  at: Instant,
): Promise<Question> {
  await lockedFence(handle, thing);
  const asked = (await questionsOf(handle, thing)).find(({ key }) => key === draft.key);
  if (asked !== undefined) return asked;
  const number = await nextOf(handle, 'question');
  const question: Question = { ...draft, id: questionId(number), thing, task, askedAt: at, state: { kind: 'open' } };
  const row = { id: question.id, number, thing, task, key: draft.key, open: 1, asked_at: at };
  await handle.db
    .insertInto('questions')
    .values({ ...row, draft: toJson(draft), state: toJson(question.state) })
    .execute();
  return question;
}

export async function rewordQuestion(handle: Handle, thing: ThingId, draft: QuestionDraft): Promise<boolean> {
  await lockedFence(handle, thing);
  const asked = (await questionsOf(handle, thing)).find(({ key }) => key === draft.key);
  if (asked?.state.kind !== 'open') return false;
  const { numUpdatedRows } = await handle.db
    .updateTable('questions')
    .set({ draft: toJson({ ...draft, revision: (asked.revision ?? 0) + 1 }) })
    .where('id', '=', asked.id)
    .where('open', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function answerQuestion(handle: Handle, id: QuestionId, answer: Answer) {
  const first = await closeOne(handle, id, { kind: 'answered', answer });
  const question = await findQuestion(handle, id);
  if (question === null) return { kind: 'unknown' } as const;
  if (!first) return { kind: 'already', question } as const;
  await touchThing(handle, question.thing, answer.at);
  return { kind: 'recorded', question } as const;
}

export async function closeQuestionsOf(
  handle: Handle,
  thing: ThingId,
  why: string,
  at: Instant,
): Promise<readonly QuestionId[]> {
  const closed: QuestionId[] = [];
  for (const { id, state } of await questionsOf(handle, thing))
    if (state.kind === 'open' && (await closeOne(handle, id, { kind: 'closed', why, at }))) closed.push(id);
  return closed;
}

export const closeQuestion = (handle: Handle, id: QuestionId, why: string, at: Instant): Promise<boolean> =>
  closeOne(handle, id, { kind: 'closed', why, at });

async function closeOne({ db }: Handle, id: QuestionId, state: Question['state']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('questions')
    .set({ open: 0, state: toJson(state) })
    .where('id', '=', id)
    .where('open', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function toQuestions(handle: Handle, rows: readonly QuestionRow[]): Promise<readonly Question[]> {
  const questions: Question[] = [];
  for (const row of rows) questions.push(await toQuestion(handle, row));
  return questions;
}

/** What is asked may be as long as a plan, and stands with its thing for as long as that is at work. */
const toQuestion = async (handle: Handle, row: QuestionRow): Promise<Question> => ({
  ...((await readOften(handle, { text: row.draft, where: `Question ${row.id}` })) as QuestionDraft),
  id: row.id as QuestionId,
  thing: row.thing as ThingId,
  task: row.task as TaskId,
  askedAt: row.asked_at as Instant,
  state: fromJson<Question['state']>(row.state, `The state of question ${row.id}`),
});
