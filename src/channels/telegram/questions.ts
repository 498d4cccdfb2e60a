// Questions as messages: a row before the first of them is sent, buttons that are worth something once, closed everywhere when one answer won.
import type { PairedUser } from '../../domain/channel/pairing.ts';
import type { Failure, Result } from '../../domain/error.ts';
import type { Question } from '../../domain/question/question.ts';
import { tidy } from '../../domain/text/tidy.ts';
import type { Showing, Shown } from '../../ports/channel.ts';
import type { Acting } from './acting.ts';
import { sayWho } from './answer.ts';
import { chatLine } from './chat-text.ts';
import type { Keys } from './client.ts';
import { channel, chatOf, get, list, type Outgoing, put, type Tapped } from './kept.ts';
import { workspaceOf } from './on-command.ts';
import { sendLong } from './send-long.ts';
import { messageLimit, shorten, splitText } from './split.ts';
import { textsOf } from './texts.ts';
import { tokenFrom } from './token-from.ts';

const done: Result<void> = { ok: true, value: undefined };
/** What is longer is cut: the terminal shows the rest. */
const mostText = 16_000;

const keyOf = (question: string, place: string): string => `${question}/${place}`;

export async function shownQuestions({ store }: Acting): Promise<readonly Shown[]> {
  const rows = await store.read((reads) => list(reads, 'message'));
  return rows.flatMap(({ key, body: { state, told, again } }) => {
    const [question = '', to = ''] = key.split('/');
    return question === 'note' ? [] : [{ question, to, told, again, ...(state === 'sending' && { unsure: true }) }];
  });
}

export async function showQuestion(
  acting: Acting,
  place: string,
  question: Question,
  how: Showing,
): Promise<Result<void>> {
  const { store, clock, client, ids } = acting;
  const { chat, user: id } = chatOf(place);
  const key = keyOf(question.id, place);
  const [user, before] = await store.read(
    async (reads) => [await get(reads, 'user', id), await get(reads, 'message', key)] as const,
  );
  if (user === null) return done;
  if (before?.state === 'shown') return remind(acting, key, before, question, how, user);
  const token = tokenFrom(ids.secret());
  const binding = acting.sha256(question.binding);
  const buttons = {
    user: id,
    of: { kind: 'question', question: question.id, binding } as const,
    choices: question.choices.map((each) => each.id),
    used: null,
  };
  let row: Outgoing = {
    chat,
    user: id,
    state: 'sending',
    sent: before?.sent ?? [],
    buttons: token,
    told: clock.now(),
    again: 0,
  };
  await store.transact(async (tx) => {
    await put(tx, 'button', token, clock.now(), buttons);
    await put(tx, 'message', key, clock.now(), row);
  });
  const keys = keysOf(question, token, user.language);
  const sent = await sendLong(
    client,
    chat,
    textOf(acting, question, how.about),
    { keys, silent: how.silent, tail: listOf(question) },
    {
      sent: row.sent,
      arrived: async ({ id: message, at }) => {
        row = { ...row, sent: [...row.sent, message], arrived: at };
        await store.transact(async (tx) => {
          await put(tx, 'message', key, clock.now(), row);
          await put(tx, 'subject', `${chat}/${message}`, clock.now(), { question: question.id, choice: null, binding });
        });
      },
    },
  );
  if (!sent.ok) return unreachable(acting, id, sent.failure);
  await store.transact((tx) => put(tx, 'message', key, clock.now(), { ...row, state: 'shown' }));
  return done;
}

/** Whoever taps on it has it: it arrived, though the daemon died before it could note so, and is closed with the question. */
export async function noteArrived(
  { store, clock }: Acting,
  user: string,
  question: string,
  { chat, message }: Pick<Tapped, 'chat' | 'message'>,
): Promise<void> {
  if (message === undefined) return;
  await store.transact(async (tx) => {
    const rows = await list(tx, 'message');
    const row = rows.find(
      ({ key, body }) => key.startsWith(`${question}/`) && body.chat === chat && body.user === user,
    );
    if (row === undefined || row.body.state === 'shown' || row.body.sent.includes(message)) return;
    await put(tx, 'message', row.key, clock.now(), { ...row.body, sent: [...row.body.sent, message] });
  });
}

/** A person who cannot be reached is tried again when they say something. */
export async function unreachable({ store, clock }: Acting, id: string, failure: Failure): Promise<Result<void>> {
  if (failure.details?.blocked === true)
    await store.transact(async (tx) => {
      const user = await get(tx, 'user', id);
      if (user !== null) await put(tx, 'user', id, clock.now(), { ...user, gone: true });
    });
  return { ok: false, failure };
}

/** At most once: nobody is reminded twice for a crash. */
async function remind(
  acting: Acting,
  key: string,
  row: Outgoing,
  { id, kind }: Question,
  { about, again, silent }: Showing,
  user: PairedUser,
) {
  if (again <= row.again) return done;
  const { store, clock, client } = acting;
  await store.transact((tx) => put(tx, 'message', key, clock.now(), { ...row, again, told: clock.now() }));
  const last = row.sent.at(-1);
  const sent = await client.send(row.chat, textsOf(user.language).reminder(id, about, kind), {
    silent,
    ...(last !== undefined && { replyTo: last }),
  });
  return sent.ok ? done : unreachable(acting, row.user, sent.failure);
}

export async function closeQuestion(acting: Acting, place: string, question: Question): Promise<Result<void>> {
  const { store, client } = acting;
  const key = keyOf(question.id, place);
  const [row, user] = await store.read(
    async (reads) => [await get(reads, 'message', key), await get(reads, 'user', chatOf(place).user)] as const,
  );
  if (row === null) return done;
  const last = row.sent.at(-1);
  if (last !== undefined) {
    const outcome = outcomeOf(question, user?.language ?? 'en');
    const parts = splitText(tidy(textOf(acting, question, question.task)), messageLimit, tidy(listOf(question)));
    const part = parts.findLast((each) => each.kind === 'text');
    const text = part?.kind === 'text' ? part.text.trimEnd() : '';
    const edited = await client.edit(
      row.chat,
      last,
      `${shorten(text, messageLimit - outcome.length - 2)}\n\n${outcome}`,
      { keys: [] },
    );
    if (!edited.ok && edited.failure.error_code === 'CHANNEL_UNREACHABLE') return edited;
  }
  await store.transact((tx) => tx.dropChannelRow(channel, 'message', key));
  return done;
}

function outcomeOf({ state, choices }: Question, language: PairedUser['language']): string {
  const texts = textsOf(language);
  if (state.kind !== 'answered') return texts.closed(state.kind === 'closed' ? tidy(state.why).slice(0, 200) : '');
  const { choice, by, channel: where } = state.answer;
  const label = choices.find(({ id }) => id === choice)?.label ?? choice;
  return texts.answeredBy(shorten(tidy(label), 100), sayWho(by), where);
}

/** Output of programs goes out only where the workspace allows it; what people wrote, and what was found out, does. */
function textOf({ words }: Acting, { id, kind, text, task }: Question, about: string): string {
  const hides = outputs.has(kind) && !(words.show?.logs ?? []).includes(workspaceOf(task));
  const body = shorten(hides ? (text.split('\n')[0] ?? '') : text, mostText);
  return `${id} · ${about} · ${kind}\n\n${body}`;
}

/** What is decided stands apart from what others wrote: nothing of theirs reaches into it. */
const listOf = ({ choices }: Question): string =>
  `\n\n${choices
    .map(({ label, words: wants }, index) => `${index + 1} ${chatLine(label)}${wants === 'required' ? ' …' : ''}`)
    .join('\n')}`;

const outputs: ReadonlySet<Question['kind']> = new Set(['base_red', 'setup_failed', 'tests_failed', 'stuck']);

function keysOf({ choices }: Question, token: string, _: PairedUser['language']): Keys {
  const keys = choices.map(({ label }, index) => ({
    text: shorten(chatLine(`${index + 1} ${label}`), 60),
    data: `${token}:${index}`,
  }));
  const short = keys.every(({ text }) => text.length <= 18);
  const rows: { text: string; data: string }[][] = [];
  for (const key of keys.slice(0, 30)) {
    const last = rows.at(-1);
    if (short && last !== undefined && last.length < 2) last.push(key);
    else rows.push([key]);
  }
  return rows;
}
