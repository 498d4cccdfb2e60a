// One message for each task that was stated here: it is edited as the task moves, and its end is said aloud.
import type { Result } from '../../domain/error.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import { type Acting, request } from './acting.ts';
import { channel, chatOf, get, type Kept, list, type Outgoing, placeOf, put } from './kept.ts';
import { knownUser } from './known-user.ts';
import { unreachable } from './questions.ts';
import { messageLimit, shorten } from './text/split.ts';
import { sayTask, type Task } from './text/summaries.ts';
import { type Language, type Texts, textsOf } from './text/texts.ts';

const done: Result<void> = { ok: true, value: undefined };

export async function showNote(acting: Acting, place: string, key: string, given: string): Promise<Result<void>> {
  const { store, clock, client } = acting;
  const { chat, user } = chatOf(place);
  const row = `note/${key}/${place}`;
  const text = shorten(tidy(given), messageLimit);
  const before = await store.read((reads) => get(reads, 'message', row));
  if (before?.state === 'shown' && before.text === text) return done;
  const keep = (next: Partial<Outgoing>) =>
    store.transact((tx) =>
      put(tx, 'message', row, clock.now(), {
        chat,
        user,
        state: 'shown',
        sent: [],
        buttons: null,
        told: clock.now(),
        again: 0,
        text,
        ...before,
        ...next,
      }),
    );
  const last = before?.sent.at(-1);
  if (last !== undefined) {
    const edited = await client.edit(chat, last, text, { keys: [] });
    if (!edited.ok) return unreachable(acting, user, edited.failure);
    if (edited.value === 'done') {
      await keep({ text });
      return done;
    }
  }
  await keep({ state: 'sending', text, sent: [] });
  const sent = await client.send(chat, text, { silent: true });
  if (!sent.ok) return unreachable(acting, user, sent.failure);
  await keep({ state: 'shown', text, sent: [sent.value.id] });
  if (/-\d+$/.test(key))
    await store.transact((tx) => put(tx, 'subject', `${chat}/${sent.value.id}`, clock.now(), { task: key }));
  return done;
}

/** Looks at each task only where its row has moved: `seen` is what was shown of it. */
export async function keepTasks(acting: Acting, seen: Map<string, number>): Promise<Result<void>> {
  const { store } = acting;
  let result: Result<void> = done;
  for (const { key: task, body } of await store.read((reads) => list(reads, 'task'))) {
    const thing = await store.read((reads) => reads.thing(task as never));
    const user = await knownUser(acting, body.user);
    if (thing === null || user === null || user.gone === true || seen.get(task) === thing.version) continue;
    const reply = await request<Task>(acting, { ...user, id: body.user }, 'task.show', { task, cwd: '/' });
    if (!reply.ok) continue;
    const place = placeOf(body.chat, body.user);
    const noted = await showNote(acting, place, task, sayTask(reply.data, textsOf(user.language)));
    const shown = noted.ok ? await tellPulls(acting, body, user.language, reply.data) : noted;
    const told =
      shown.ok && reply.data.outcome !== null
        ? await tellEnd(acting, body.chat, place, reply.data, textsOf(user.language))
        : shown;
    if (told.ok) seen.set(task, thing.version);
    else result = told;
  }
  return result;
}

/** What was opened is said aloud, once it is there. Said twice rather than not at all. */
async function tellPulls(
  { client, store, clock }: Acting,
  stated: Kept['task'],
  language: Language,
  { id, pull_request: own, features = [] }: Task,
): Promise<Result<void>> {
  const texts = textsOf(language);
  const told = [...(stated.told ?? [])];
  const done = features.filter(({ pull_request: address }) => address != null).length;
  const opened = [
    ...(own == null ? [] : [{ address: own, text: texts.pullOpened(id, own) }]),
    ...features.flatMap(({ id: part, pull_request: address }) =>
      address == null ? [] : [{ address, text: texts.partOpened(part, address, done, features.length) }],
    ),
  ].filter(({ address }) => !told.includes(address));
  for (const { address, text } of opened) {
    const sent = await client.send(stated.chat, shorten(tidy(text), messageLimit));
    if (!sent.ok && sent.failure.error_code === 'CHANNEL_UNREACHABLE') return sent;
    told.push(address);
    await store.transact((tx) => put(tx, 'task', id, clock.now(), { ...stated, told }));
  }
  return { ok: true, value: undefined };
}

/** Aloud, for an edited message makes no sound. Said twice rather than not at all. */
async function tellEnd(
  { client, store }: Acting,
  chat: number,
  place: string,
  { id, state, pull_request }: Task,
  texts: Texts,
) {
  const text = [`${id}: ${texts.state(state)}`, ...(pull_request == null ? [] : [pull_request])].join('\n');
  const sent = await client.send(chat, shorten(tidy(text), messageLimit));
  if (!sent.ok && sent.failure.error_code === 'CHANNEL_UNREACHABLE') return sent;
  await store.transact(async (tx) => {
    await tx.dropChannelRow(channel, 'task', id);
    await tx.dropChannelRow(channel, 'message', `note/${id}/${place}`);
  });
  return done;
}
