// The page's one connection and all that follows from it: the world as a signal, and the task that is open.
import { computed, signal } from '@preact/signals';
import type { JournalEvent } from '../../../src/contract/session.ts';
import type { TaskDetail } from '../../../src/contract/task.ts';
import { ask, firstBoard, type Refused } from '../door/ask.ts';
import { follow, SignedOut, type Standing } from '../door/follow.ts';
import { createAgain } from './again.ts';
import { now } from './clock.ts';
import { draft } from './drafts.ts';
import { fromBoard, hear, isOfChain, isOfSession, type Want, type World, withDetail, withQuestions } from './world.ts';

/** null: nothing was heard yet. */
export const world = signal<World | null>(null);
export const standing = signal<{ readonly kind: Standing; readonly since: number }>({
  kind: 'connecting',
  since: now.value,
});
/** What was heard last of each task, of sessions and of chains: who shows more of it asks again. */
export const heardOf = signal<ReadonlyMap<string, number>>(new Map());
export const ofSessions = 'sessions';
export const ofChains = 'chains';
/** What came of questions to which an answer was typed here. */
export const answers = signal<ReadonlyMap<string, { readonly choice: string; readonly by: string }>>(new Map());
/** How often the connection was made anew: what happened between two of them was not heard. */
export const reconnects = signal(0);
/** The task that is open, whole. */
export const open = signal<{
  readonly id: string;
  readonly task: TaskDetail | null;
  readonly refused: Refused | null;
} | null>(null);

export const stuck = computed(
  () => new Set((world.value?.board.standstills ?? []).map(({ about }) => about)) as ReadonlySet<string>,
);

/** A daemon that answers at once is asked again soon. */
const again = createAgain((tookMs) => Math.min(2 * tookMs, 120));
/** What is counted over all may be a little old. */
const seldom = createAgain(() => 2_000);
/** What does not move makes no fact: it is looked for while nothing happens. */
const rarely = createAgain(() => 60_000);

export function connect(stop: AbortSignal): Promise<void> {
  return follow({ begin, hear: heed, quiet: () => rarely('board', askBoard), standing: stand }, stop);
}

function stand(kind: Standing): void {
  if (standing.value.kind !== kind) standing.value = { kind, since: now.value };
}

/** Each connection begins with all that is known, for nobody knows how long it was away. */
async function begin(): Promise<number> {
  const reply = await (world.value === null ? firstBoard() : ask('service.board', {}));
  if (!reply.ok) {
    if (reply.signedOut) throw new SignedOut();
    throw new Error(reply.error);
  }
  if (world.value !== null) reconnects.value += 1;
  world.value = fromBoard(reply.data);
  if (open.value !== null) want({ kind: 'task', id: open.value.id });
  return world.value.position;
}

function heed(event: JournalEvent): void {
  const before = world.value;
  if (before === null) return;
  const heard = hear(before, event);
  world.value = heard.world;
  if (heard.world === before) return;
  if (event.type === 'question_answered') noteAnswer(event);
  if (isOfSession(event)) note(ofSessions, event.position);
  if (isOfChain(event)) note(ofChains, event.position);
  for (const each of heard.wants) {
    want(each);
    if (each.kind === 'task') note(each.id, event.position);
  }
}

const note = (of: string, position: number): void => {
  heardOf.value = new Map([...heardOf.value, [of, position]]);
};

function noteAnswer({ data }: JournalEvent): void {
  const [id, choice, by] = [data.question, data.choice, data.by].map(String) as [string, string, string];
  if (draft(`answer.${id}`).value !== '') answers.value = new Map([...answers.value, [id, { choice, by }]]);
}

function want(wanted: Want): void {
  if (wanted.kind === 'task') again(`task ${wanted.id}`, () => askTask(wanted.id));
  if (wanted.kind === 'questions') again('questions', askQuestions);
  if (wanted.kind === 'board') seldom('board', askBoard);
}

export async function askTask(id: string): Promise<void> {
  const reply = await ask('task.show', { task: id });
  if (open.value?.id === id)
    open.value = reply.ok ? { id, task: reply.data, refused: null } : { ...open.value, refused: reply };
  if (reply.ok && world.value !== null) world.value = withDetail(world.value, reply.data);
}

async function askQuestions(): Promise<void> {
  const reply = await ask('question.list', {});
  if (reply.ok && world.value !== null) world.value = withQuestions(world.value, reply.data.questions);
}

async function askBoard(): Promise<void> {
  const reply = await ask('service.board', {});
  if (!reply.ok || world.value === null) return;
  const { standstills, overlaps, uncompared, spend } = reply.data;
  world.value = {
    ...world.value,
    board: { standstills, spend, ...(overlaps && { overlaps }), ...(uncompared && { uncompared }) },
  };
}

export function openTask(id: string): void {
  if (open.value?.id === id) return;
  open.value = { id, task: null, refused: null };
  again(`task ${id}`, () => askTask(id));
}
