// Telegram under attack: by strangers, by people without the right, by taps that were made up or used before, by the texts that reach a chat.
import { afterEach, describe, expect, it } from 'vitest';
import type { Sent } from '../fakes/telegram/bot-api.ts';
import { aPerson, openRoom, plan, type Room, type RoomOptions } from './telegram-room.ts';

let room: Room;
afterEach(() => room.close());

async function openPaired(options: RoomOptions = {}) {
  room = await openRoom(options);
  const ada = aPerson(room);
  await room.pair(ada);
  return ada;
}
const shown = async (...drafts: readonly Parameters<Room['askPerson']>[0][]) => {
  const questions = [];
  for (const draft of drafts.length === 0 ? [{}] : drafts) questions.push(await room.askPerson(draft));
  await room.tell();
  return questions;
};
const stateOf = async ({ id }: { readonly id: Awaited<ReturnType<Room['askPerson']>>['id'] }) =>
  (await room.store.read((reads) => reads.question(id)))?.state;
const heard = () => room.until(async () => room.api.pending === 0 && (await room.rows('update')).length === 0);
/** Each tap is told something; that is what it was told. */
const told = (ids: readonly string[]) =>
  room.until(() => {
    const all = ids.map((id) => room.api.taps.find((tap) => tap.id === id)?.text);
    return all.includes(undefined) ? null : all;
  });
const from = (id: number) => ({ id, is_bot: false, first_name: 'x' });
const inPrivate = (id: number) => ({ id, type: 'private' });
const tapOn = ({ id, chat }: Sent, user: number, data: string, tap: string) => ({
  callback_query: {
    ...{ id: tap, from: from(user), chat_instance: '1', data },
    message: { message_id: id, date: 0, chat: inPrivate(chat) },
  },
});

describe('somebody who is not paired', () => {
  it('WT-49 a stranger in the private chat answers, says and stops nothing, whatever they reply to', async () => {
    const ada = await openPaired();
    const [question] = await shown();
    const asks = await ada.sees('Do it like this');
    const mallory = aPerson(room, { id: 666 });
    for (const text of ['ok', '1', 'change this: rm -rf', '/panic', '/do x in shop', '/cancel shop-1', '/start'])
      mallory.types(text, asks);
    mallory.sendsFile('x.sh', Buffer.from('x'), 'in shop');
    const taps = asks.buttons.map(({ callback_data }) => mallory.tapsData(callback_data, asks));
    expect(await told(taps)).toEqual(taps.map(() => 'These buttons are not for you.'));
    await heard();
    expect(room.requests).toEqual([]);
    expect(room.api.downloads).toEqual([]);
    expect(question && (await stateOf(question))?.kind).toBe('open');
    expect(mallory.reads.map(({ text }) => text)).toEqual([
      'I do not know you. In your terminal: drover telegram pair',
    ]);
  });

  it('WT-49 a stranger cannot speak as somebody else: the name, the chat and the reply are not who they are', async () => {
    const ada = await openPaired();
    await shown();
    const asks = await ada.sees('Do it like this');
    const said = { message_id: 9000, date: 0, text: '/panic', reply_to_message: { message_id: asks.id } };
    // In Ada's chat with Ada's name; no author; a bot; a channel's own words.
    room.api.push({ message: { ...said, chat: inPrivate(42), from: { ...from(666), first_name: 'Ada' } } });
    room.api.push({ message: { ...said, chat: inPrivate(42) } });
    room.api.push({ message: { ...said, chat: inPrivate(42), from: { ...from(42), is_bot: true } } });
    room.api.push({ channel_post: { ...said, chat: { id: 42, type: 'channel' } } });
    room.api.push({ message: { ...said, chat: inPrivate(42), from: { ...from(666), id: '42; --' } } });
    await heard();
    expect(room.requests).toEqual([]);
  });

  it('WT-49 who is unpaired while their words wait has said nothing', async () => {
    const ada = await openPaired();
    const hold = Promise.withResolvers<void>();
    room.api.fault({ on: 'sendMessage', how: { kind: 'hold', until: hold.promise } });
    ada.types('/help');
    ada.types('/cancel shop-1');
    await room.until(async () => (await room.rows('update')).length === 2);
    await room.store.transact((tx) => tx.dropChannelRow('telegram', 'user', '42'));
    hold.resolve();
    await heard();
    expect(room.requests).toEqual([]);
  });

  it('WT-49 codes are not guessed: after ten wrong ones a right one of the same user is none, for an hour', async () => {
    await openPaired();
    const mallory = aPerson(room, { id: 666 });
    const right = await room.code();
    for (let number = 10; number < 20; number += 1) mallory.types(`/start AAAA-AA${number}`);
    mallory.types(`/start ${right}`);
    mallory.types(`/start ${'9'.repeat(4000)}`);
    await heard();
    expect((await room.rows('user')).map(({ key }) => key)).toEqual(['42']);
    // Others are not kept out by that, and it is over at some time.
    await room.pair(aPerson(room, { id: 7, name: 'Bob' }));
    room.clock.shift = 3_600_001;
    await room.pair(mallory);
    expect((await room.rows('user')).map(({ key }) => key).sort()).toEqual(['42', '666', '7']);
  });

  it.each([
    ['nothing', ''],
    ['a hash that is kept', 'HASH'],
    ['a pattern', '%'],
    ['letters alone', '-----'],
    ['a name of every object', '__proto__'],
  ])('WT-49 a code that is %s pairs nobody', async (_name, typed) => {
    await openPaired();
    await room.code();
    const [row] = await room.rows('code');
    const mallory = aPerson(room, { id: 666 });
    mallory.types(`/start ${typed === 'HASH' ? (row?.key.slice(0, 40) ?? '') : typed}`);
    await heard();
    expect(await room.rows('user')).toHaveLength(1);
    expect(await room.rows('code')).toHaveLength(1);
  });

  it('WT-49 a used code is worth nothing, to others and after a restart', async () => {
    room = await openRoom();
    const code = await room.code();
    const ada = aPerson(room);
    ada.types(`/start ${code}`);
    await ada.sees('test question');
    await room.restart();
    const mallory = aPerson(room, { id: 666 });
    mallory.types(`/start ${code}`);
    await mallory.sees('not valid');
    expect((await room.rows('user')).map(({ key }) => key)).toEqual(['42']);
  });

  it('WT-49 who may only look does not become more by a code of somebody else', async () => {
    room = await openRoom();
    const eve = aPerson(room);
    await room.pair(eve, 'look');
    eve.types(`/start ${await room.code('act')}`);
    await heard();
    expect((await room.rows('user'))[0]?.body).toMatchObject({ right: 'look' });
    expect(await room.rows('code')).toHaveLength(1);
  });
});

describe('a tap', () => {
  it('WT-49 that was made up from a real one does nothing', async () => {
    const ada = await openPaired();
    const [question] = await shown();
    const asks = await ada.sees('Do it like this');
    const token = asks.buttons[0]?.callback_data.split(':')[0] ?? '';
    const forged = [
      ...[token, `${token}:`, `${token}: 0`, `${token}:0x0`, `${token}:0:0`, `${token}:-1`, `${token}:1e0`],
      ...[`${token}:3`, `${token}:go`, ` ${token}:0`, `${token}%:0`, `${token.slice(0, -1)}:0`, ':0', `${token}:0\n`],
      ...[`${question?.id}:0`, '__proto__:0', '{"choice":"go"}', '\u0000', 'x'.repeat(5_000)],
    ];
    const ids = forged.map((data) => ada.tapsData(data, asks));
    expect(await told(ids)).toEqual(ids.map(() => 'That is over.'));
    expect(room.asked('question.answer')).toEqual([]);
    expect(await ada.taps(asks, 'do it')).toBe('✓ do it like this');
  });

  it('WT-49 that is told again, under its number or another, before and after a restart, is one answer', async () => {
    const ada = await openPaired();
    await shown();
    const asks = await ada.sees('Do it like this');
    const [go = '', , cancel = ''] = asks.buttons.map(({ callback_data }) => callback_data);
    const tap = tapOn(asks, 42, go, 'tap-1');
    const number = room.api.push(tap);
    await room.until(() => room.asked('question.answer').length === 1);
    room.api.push(tap, number);
    room.api.push(tap, number + 1);
    await heard();
    await room.restart();
    room.api.push(tap, number);
    room.api.push(tap, number + 2);
    // Another choice of the same question, after it was answered.
    room.api.push(tapOn(asks, 42, cancel, 'tap-2'), number + 3);
    expect(await told(['tap-2'])).toEqual(['Answered already: do it like this, by Ada.']);
    expect(room.asked('question.answer')).toHaveLength(1);
  });

  it("WT-49 on another person's question is refused, and their own still works", async () => {
    const ada = await openPaired();
    const bob = aPerson(room, { id: 7, name: 'Bob' });
    await room.pair(bob);
    const [question] = await shown();
    const [hers, his] = [await ada.sees('Do it like this'), await bob.sees('Do it like this')];
    expect(await bob.taps(hers, 'do it')).toBe('These buttons are not for you.');
    expect(question && (await stateOf(question))?.kind).toBe('open');
    expect(await bob.taps(his, 'cancel')).toBe('✓ cancel the task');
    expect(room.asked('question.answer').map(({ speaker }) => speaker.id)).toEqual(['7']);
  });

  it("WT-49 carried to another question's message answers what it was made for, and that alone", async () => {
    const ada = await openPaired();
    const [one, other] = await shown({ text: 'First?' }, { key: 'plan-2', text: 'Second?', binding: '{"plan":2}' });
    const [first, second] = [await ada.sees('First?'), await ada.sees('Second?')];
    const tap = ada.tapsData(first.buttons[0]?.callback_data ?? '', second);
    expect(await told([tap])).toEqual(['✓ do it like this']);
    expect([one && (await stateOf(one))?.kind, other && (await stateOf(other))?.kind]).toEqual(['answered', 'open']);
    expect(room.asked('question.answer')).toMatchObject([
      { input: { question: one?.id, binding: one && room.shows(one) } },
    ]);
  });

  it('WT-49 of somebody who may only look any more is refused, and so are their words', async () => {
    const ada = await openPaired();
    const [question] = await shown();
    const asks = await ada.sees('Do it like this');
    const [row] = await room.rows('user');
    await room.store.transact(async (tx) => {
      if (row !== undefined)
        await tx.putChannelRow({
          ...row,
          channel: 'telegram',
          body: { ...(row.body as object), right: 'look' },
        } as never);
    });
    expect(await ada.taps(asks, 'do it')).toBe('You may look here, not act.');
    for (const text of ['ok', 'change this: y', '/done', '/resume shop-1', '/cancel', '/pause', '/env shop-prod'])
      ada.types(text, asks);
    ada.types('ok');
    ada.types('remove workspace shop');
    ada.types('set workspace shop policy hands-off');
    await room.until(() => ada.reads.filter(({ text }) => text.includes('may look')).length === 10);
    expect(room.requests).toEqual([]);
    expect(question && (await stateOf(question))?.kind).toBe('open');
  });
});

describe('a group', () => {
  it('WT-49 pairs nobody, asks for no PIN, and hears no stranger', async () => {
    const ada = await openPaired();
    const mallory = aPerson(room, { id: 666 });
    const code = await room.code();
    mallory.in(-100).types(`/start ${code}`);
    mallory.in(-100).types(`/start@drover_bot ${code}`);
    mallory.in(-100).types('@drover_bot /panic');
    mallory.in(-100).types('@drover_bot too early in shop');
    ada.in(-100).types('@drover_bot too early in shop');
    const draft = await ada.in(-100).sees('Start in shop');
    mallory.in(-100).types('Start', draft);
    await heard();
    expect((await room.rows('user')).map(({ key }) => key)).toEqual(['42']);
    expect(room.requests.map(({ command }) => command)).toEqual(['workspace.list']);
    expect(ada.in(-100).reads).toHaveLength(1);
  });

  it('WT-49 in which a PIN is wanted sees it asked for in private alone', async () => {
    const ada = await openPaired();
    room.wantPin('2468-acht');
    const [question] = await shown();
    const asks = await ada.sees('Do it like this');
    // Her own buttons, as they look where she forwarded nothing: the tap says another chat.
    const tap = ada.in(-100).tapsData(asks.buttons[0]?.callback_data ?? '', asks);
    expect(await told([tap])).toEqual([expect.stringContaining('private')]);
    const asked = await ada.sees('Your PIN');
    expect(asked.chat).toBe(42);
    ada.in(-100).types('2468-acht', asked);
    await heard();
    expect(question && (await stateOf(question))?.kind).toBe('open');
    expect(ada.in(-100).reads).toEqual([]);
  });
});

describe('a message', () => {
  it.each(['edited_message', 'channel_post', 'edited_channel_post', 'business_message', 'inline_query'])(
    'WT-49 that comes as %s is not heard',
    async (kind) => {
      const ada = await openPaired();
      await shown();
      const asks = await ada.sees('Do it like this');
      const chat = inPrivate(42);
      const said = { message_id: 9000, date: 0, chat, from: from(42), reply_to_message: { message_id: asks.id } };
      for (const text of ['ok', '/panic', '/do x in shop', '/start x'])
        room.api.push({ [kind]: { ...said, edit_date: 1, text, query: text } });
      await heard();
      expect(room.requests).toEqual([]);
      expect(await room.rows('draft')).toEqual([]);
    },
  );

  it('WT-49 edited after it was confirmed changes nothing of the task', async () => {
    const ada = await openPaired();
    ada.types('too early in shop');
    const draft = await ada.sees('Start in shop');
    const words = { message_id: 1, date: 0, chat: inPrivate(42), from: from(42), edit_date: 1 };
    room.api.push({ edited_message: { ...words, text: 'rm -rf in shop' } });
    await heard();
    await ada.taps(draft, 'Start');
    expect(room.asked('task.create').map(({ input }) => input.text)).toEqual(['too early in shop']);
  });
});

/** Markup, directions, blanks of no width, tags, escapes, a second line, a command that a tap would say. */
const nasty =
  'A\u202eB\u2066C\u200bD\u061cE\ufeffF\u2060G\u{e0041}H\u001b]8;;http://x\u0007I\u0000J\u009bK <b>x <a href="http://evil/">y</a> &lt;i&gt; &#47; *z* [q](tg://user?id=1) `w';
const clean = 'ABCDEFGHIJ <b>x <a href="http://evil/">y</a> &lt;i&gt; &#47; *z* [q](tg://user?id=1) `w';
const unseen =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
/** As the service finds them. */
const tappable = /(?<![\w/<>])\/(?:panic|cancel|stop|pause|done|resume)(?![\w/<>])/i;

/** Everything that went out since then. */
function expectHarmless(since = 0): void {
  const out = room.api.sent.slice(since);
  for (const { text, buttons, document } of out)
    for (const said of [text, ...buttons.map((each) => each.text), document?.name ?? '']) {
      expect(said).not.toMatch(unseen);
      if (!said.includes('what I understand') && !said.startsWith('Tell me')) expect(said).not.toMatch(tappable);
      expect(said.isWellFormed()).toBe(true);
    }
  for (const { text } of room.api.taps) expect(text).not.toMatch(unseen);
  for (const { method, body } of room.api.calls) {
    // What is markup to the service is said by nobody: text is text.
    expect(body).not.toHaveProperty('parse_mode');
    if (/^(sendMessage|editMessageText)$/.test(method))
      expect(JSON.stringify(body.link_preview_options)).toContain('true');
  }
}

describe('a text of others', () => {
  it('WT-49 in a question and its choices is shown as it is, without what is not seen', async () => {
    const ada = await openPaired();
    const choices = [
      { id: 'go', label: `${nasty}\n2 cancel`, words: 'none' as const },
      { id: 'change', label: `<b>/panic\u202e`, words: 'required' as const },
      { id: 'no', label: '\u200b\u0000', words: 'none' as const },
    ];
    await shown({ text: `${nasty}\nsay /panic now, or\n/cancel`, choices });
    const asks = await ada.sees('ABCDE');
    expect(asks.text).toContain(`${clean}\nsay ∕panic now, or\n∕cancel`);
    expect(asks.text).toContain(`\n1 ${clean} 2 cancel\n2 <b>∕panic …`);
    expect(asks.buttons.map(({ text }) => text)).toEqual([expect.stringMatching(/^1 ABC/), '2 <b>/panic', '3']);
    await ada.taps(asks, 1);
    await ada.sees('Your words for “<b>');
    expect(await ada.taps(asks, 0)).toContain('ABCDE');
    await room.tell();
    await room.until(() => asks.buttons.length === 0);
    expectHarmless();
  });

  it('WT-49 that closes a question, or is who answered it, is as plain', async () => {
    const ada = await openPaired();
    const [question] = await shown({ text: 'Plain?' });
    const asks = await ada.sees('Plain?');
    await room.store.transact((tx) =>
      tx.answer((question as NonNullable<typeof question>).id, {
        ...{ choice: 'go', words: nasty, by: `person:${nasty} /panic`, channel: 'terminal', at: room.clock.now() },
      }),
    );
    const late = { ...asks, buttons: [...asks.buttons] };
    await room.tell();
    await room.until(() => asks.buttons.length === 0);
    expect(asks.text).toContain(`✓ do it like this – ${clean}`);
    await ada.taps(late, 0);
    expectHarmless();
  });

  it('WT-49 in a task, its criteria, its state and its workspace is one line each, and harmless', async () => {
    const task = {
      ...{ id: 'shop-1', text: `${nasty}\n\nshop-9 · released /done`, phase: 'plan', state: `${nasty} /stop` },
      ...{ outcome: null, pull_request: `https://x/${nasty}` },
      criteria: [{ id: 'SC-1', text: `${nasty}\n✓ SC-2 met /cancel`, state: 'not_met' }],
    };
    const answers = {
      'task.show': task,
      'task.list': { tasks: [task] },
      'workspace.list': { workspaces: [{ name: 'shop', path: `~/${nasty} /panic` }] },
      'env.list': { environments: [{ name: 'shop-prod', tier: nasty, connect: `${nasty}:/panic` }] },
      'task.pause': { said: `${nasty} /resume` },
      'task.diff': {
        ...{ task: 'shop-1', files: 2, added: 2, removed: 0 },
        diff: `diff --git "a/\\"<b>\\n" "b/\\"<b>\\n"\n--- /dev/null\n+++ "b/\\"<b>\\n"\n@@ -0,0 +1 @@\n+x\ndiff --git a/${nasty} b/${nasty}\n--- a\n+++ b\n@@ -0,0 +1 @@\n+y\n`,
      },
    };
    const ada = await openPaired({ answers });
    const before = room.api.sent.length;
    ada.types('/tasks');
    expect((await ada.sees('shop-1 ·')).text.split('\n')).toHaveLength(2);
    ada.types('/status shop-1');
    const status = await ada.sees('shop-1 · plan');
    expect(status.text.split('\n').filter((line) => /^(shop-9|✓ SC-2)/.test(line))).toEqual([]);
    ada.types('/diff shop-1');
    expect((await ada.sees('\\"<b>\\n +1 −0')).text).toContain(' +1 −0\nABC');
    ada.types('list workspaces');
    await ada.sees('shop · ~/ABC');
    ada.types('list envs');
    await ada.sees('shop-prod ·');
    ada.types('/pause shop-1');
    await ada.sees('∕resume');
    ada.types('/status nothing-1');
    await heard();
    expectHarmless(before);
  });

  it('WT-49 in a refusal, a note, a reminder and a digest is harmless', async () => {
    const refused = { ok: false, error: `${nasty} /panic`, error_code: 'USAGE', hint: `<b>${nasty}` };
    const ada = await openPaired({ answers: { 'task.show': () => refused, 'env.list': () => refused } });
    const before = room.api.sent.length;
    ada.types('/status shop-1');
    ada.types('/env');
    await room.until(() => ada.reads.filter(({ text }) => text.startsWith('✗ ABC')).length === 2);
    await room.telegram.showNote('42', 'shop-1', `${nasty} /panic`);
    await room.telegram.showDigest('42', {
      number: 1,
      questions: [{ id: 'q1' as never, task: `${nasty} /panic` as never, kind: 'plan' }],
    });
    await ada.sees('waited for you');
    expectHarmless(before);
  });

  it('WT-49 that was sent along is named harmlessly, however long its name is', async () => {
    const ada = await openPaired();
    const before = room.api.sent.length;
    const name = `../../${nasty}\n/panic -${'x'.repeat(5_000)}.sh`;
    ada.sendsFile(name, Buffer.from('x'), `${nasty} /panic in shop`, 21 * 1024 * 1024);
    await ada.sees('../../ABC');
    const draft = await ada.sees('Start in shop');
    expect(draft.text).toContain(clean);
    ada.sendsFile(name, Buffer.from('x'));
    await ada.sees('goes with the task');
    await ada.taps(draft, 'Start');
    expect(room.asked('task.create').flatMap(({ input }) => input.attachments)).toEqual([
      expect.stringMatching(/\/telegram\/[^/]+\/panic -x+\.sh$/),
    ]);
    expectHarmless(before);
  });

  it('WT-49 that an agent proposes as an answer is shown whole before a tap, and harmless', async () => {
    const ada = await openPaired({
      answers: { 'question.propose': { proposal: { choice: 'change', words: `${nasty}\n/panic` } } },
    });
    await shown({ ...plan });
    ada.types('let the old route live on', await ada.sees('Do it like this'));
    const proposal = await ada.sees('Did you mean');
    expect(proposal.text).toContain(`${clean}\n∕panic`);
    expect(room.asked('question.answer')).toEqual([]);
    expectHarmless();
  });
});
