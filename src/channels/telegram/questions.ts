// Questions as messages: a row before the first of them is sent, buttons that are worth something once, closed everywhere when one answer won.

import type { PairedUser } from '../../domain/channel/pairing.ts';
import { defined } from '../../domain/defined.ts';
import type { Failure, Result } from '../../domain/error.ts';
import { labelIn } from '../../domain/question/labels.ts';
import type { Choice, Question } from '../../domain/question/question.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Showing, Shown } from '../../ports/channel.ts';
import { type Acting, type Known, request } from './acting.ts';
import type { Keys } from './api/client.ts';
import { sendLong } from './api/send.ts';
import { tokenFrom } from './api/token.ts';
import { channel, chatOf, get, list, type Outgoing, put, type Tapped } from './kept.ts';
import { knownUser } from './known-user.ts';
import { chatLine, keyText } from './text/chat-text.ts';
import { messageLimit, shorten, splitText } from './text/split.ts';
import { saySubmission } from './text/submission.ts';
import { type Language, type Texts, textsOf } from './text/texts.ts';
import { sayWho } from './updates/answer.ts';
import { workspaceOf } from './updates/command.ts';
import { keysOf as keysOfWays } from './updates/propose.ts';

const done: Result<void> = { ok: true, value: undefined };
/** What is longer is cut: the terminal shows the rest. */
const mostText = 16_000;

const keyOf = (question: string, place: string): string => `${question}/${place}`;

export async function shownQuestions({ store }: Acting): Promise<readonly Shown[]> {
  const rows = await store.read((reads) => list(reads, 'message'));
  return rows.flatMap(({ key, body: { state, told, again, revision } }) => {
    const [question = '', to = ''] = key.split('/');
    return question === 'note'
      ? []
      : [{ question, to, told, again, ...(state === 'sending' && { unsure: true }), ...(revision && { revision }) }];
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
  const user = await knownUser(acting, id);
  const before = await store.read((reads) => get(reads, 'message', key));
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
    ...(question.revision && { revision: question.revision }),
  };
  await store.transact(async (tx) => {
    await put(tx, 'button', token, clock.now(), buttons);
    await put(tx, 'message', key, clock.now(), row);
  });
  if (before === null) await sendDiff(acting, user, chat, question);
  const keys = await keysOf(acting, user, question, token);
  const { text, tail } = sayQuestion(acting, question, how.about, user.language);
  const sent = await sendLong(
    client,
    chat,
    text,
    { keys, silent: how.silent, tail },
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
  const texts = textsOf(user.language);
  const sent = await client.send(row.chat, texts.reminder(id, about, texts.kinds[kind]), {
    silent,
    ...defined({ replyTo: last }),
  });
  return sent.ok ? done : unreachable(acting, row.user, sent.failure);
}

/** Its last message, which has the buttons, says what the question shows now; they stay what they are. */
export async function showAnew(acting: Acting, place: string, question: Question): Promise<Result<void>> {
  const { store, clock, client } = acting;
  const key = keyOf(question.id, place);
  const row = await store.read((reads) => get(reads, 'message', key));
  const user = await knownUser(acting, chatOf(place).user);
  const last = row?.sent.at(-1);
  if (row?.state !== 'shown' || user === null || last === undefined || row.buttons === null) return done;
  const keys = await keysOf(acting, user, question, row.buttons);
  const edited = await client.edit(row.chat, last, lastText(acting, question, user.language), { keys });
  if (!edited.ok && edited.failure.error_code === 'CHANNEL_UNREACHABLE') return edited;
  const revision = question.revision ?? 0;
  await store.transact(async (tx) => {
    const now = await get(tx, 'message', key);
    if (now !== null) await put(tx, 'message', key, clock.now(), { ...now, revision });
  });
  return done;
}

export async function closeQuestion(acting: Acting, place: string, question: Question): Promise<Result<void>> {
  const { store, client } = acting;
  const key = keyOf(question.id, place);
  const row = await store.read((reads) => get(reads, 'message', key));
  const user = await knownUser(acting, chatOf(place).user);
  if (row === null) return done;
  const last = row.sent.at(-1);
  if (last !== undefined) {
    const outcome = outcomeOf(question, user?.language ?? 'en');
    const text = lastText(acting, question, user?.language ?? 'en');
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

/** Of the message that has the buttons. */
function lastText(acting: Acting, question: Question, language: Language): string {
  const { text, tail } = sayQuestion(acting, question, question.task, language);
  const part = splitText(tidy(text), messageLimit, tidy(tail)).findLast((each) => each.kind === 'text');
  return part?.kind === 'text' ? part.text.trimEnd() : '';
}

function outcomeOf({ state, choices }: Question, language: PairedUser['language']): string {
  const texts = textsOf(language);
  if (state.kind !== 'answered')
    return texts.closed(state.kind === 'closed' ? texts.state(tidy(state.why).slice(0, 200)) : '');
  const { choice, by, channel: where } = state.answer;
  const found = choices.find(({ id }) => id === choice);
  const label = found === undefined ? choice : labelIn(language, found);
  return texts.answeredBy(shorten(tidy(label), 100), texts.who(sayWho(by)), texts.place(where));
}

/** Output of programs goes out only where the workspace allows it; what people wrote, and what was found out, does. */
export function wholeQuestion(
  { words }: Acting,
  { id, kind, text, task }: Question,
  about: string,
  texts: Texts,
): string {
  const hides = outputs.has(kind) && !(words.show?.logs ?? []).includes(workspaceOf(task));
  const body = shorten(hides ? (text.split('\n')[0] ?? '') : text, mostText);
  return `${id} · ${about} · ${texts.kinds[kind]}\n\n${texts.question(body)}`;
}

/** `tail`: what is decided stands apart from what others wrote, and nothing of theirs reaches into it. Of a submission the choices stand on the buttons alone. */
function sayQuestion(acting: Acting, question: Question, about: string, language: Language) {
  const texts = textsOf(language);
  const brief = question.kind === 'submit' ? saySubmission(question, texts) : null;
  if (brief !== null) return { text: `${question.id} · ${about} · ${texts.kinds.submit}\n\n${brief}`, tail: '' };
  const list = question.choices.map((choice, index) => `${index + 1} ${sayChoice(choice, language)}`);
  return { text: wholeQuestion(acting, question, about, texts), tail: `\n\n${list.join('\n')}` };
}

const sayChoice = (choice: Choice, language: Language): string =>
  `${chatLine(labelIn(language, choice))}${choice.words === 'required' ? ' …' : ''}`;

const outputs: ReadonlySet<Question['kind']> = new Set(['base_red', 'setup_failed', 'tests_failed', 'stuck']);

/** As a file, where the workspace allows it. Without it the question is asked all the same. */
async function sendDiff(acting: Acting, user: Known, chat: number, { kind, task }: Question): Promise<void> {
  if (kind !== 'submit' || !(acting.words.show?.diffs ?? []).includes(workspaceOf(task))) return;
  const diff = await request<{ readonly diff: string }>(acting, user, 'task.diff', { task, cwd: '/' });
  if (diff.ok) await acting.client.document(chat, `${task}.diff`, tidy(diff.data.diff));
}

async function keysOf(acting: Acting, user: Known, question: Question, token: string): Promise<Keys> {
  const { language } = user;
  const isBrief = question.kind === 'submit' && saySubmission(question, textsOf(language)) !== null;
  const keys = question.choices.map((choice, index) => ({
    text: keyText(`${index + 1} ${isBrief ? sayChoice(choice, language) : chatLine(labelIn(language, choice))}`),
    data: `${token}:${index}`,
  }));
  const short = keys.every(({ text }) => text.length <= 18);
  const rows: { text: string; data: string }[][] = [];
  for (const key of keys.slice(0, 30)) {
    const last = rows.at(-1);
    if (short && last !== undefined && last.length < 2) last.push(key);
    else rows.push([key]);
  }
  const more = { of: { kind: 'more', question: question.id }, choice: 'more', label: textsOf(language).more } as const;
  return isBrief ? [...rows, ...(await keysOfWays(acting, user, [more]))] : rows;
}
