// Telegram with everything that can go wrong between the service and us.
import { afterEach, describe, expect, it } from 'vitest';
import { hurriedClock } from '../fakes/clock.ts';
import { aPerson, openRoom, type Room, type RoomOptions } from './telegram-room.ts';

let room: Room;
afterEach(() => room.close());

async function open(options: RoomOptions = {}) {
  room = await openRoom(options);
  return aPerson(room);
}
async function openPaired(options: RoomOptions = {}) {
  const ada = await open(options);
  await room.pair(ada);
  return ada;
}
/** Everything of before is acted upon, for updates are acted upon in their order. */
const heard = () => room.until(async () => room.api.pending === 0 && (await room.rows('update')).length === 0);

describe('who is known', () => {
  it('a code is good once, and for the one who sends it to the bot itself', async () => {
    const ada = await open();
    const code = await room.code();
    const bob = aPerson(room, { id: 7, name: 'Bob' });
    bob.in(-100).types(`/start ${code}`);
    ada.types(`/start ${code.toLowerCase().replace('-', ' ')}`);
    await ada.sees('test question');
    bob.types(`/start ${code}`);
    await bob.sees('not valid');
    expect((await room.rows('user')).map(({ key }) => key)).toEqual(['42']);
  });

  it('a code that is too old is worth nothing', async () => {
    const ada = await open();
    const code = await room.code();
    room.clock.shift = 61_000;
    ada.types(`/start ${code}`);
    await ada.sees('not valid');
    expect(await room.rows('user')).toEqual([]);
  });

  it('of a stranger nothing is stored, downloaded or done, and they are told once an hour', async () => {
    await open();
    const mallory = aPerson(room, { id: 6_660_066_600_666 });
    mallory.types('The shop is too early.');
    mallory.sendsPhoto(Buffer.from('x'), 'in shop');
    mallory.types('/panic');
    mallory.in(-100).types('/tasks');
    await mallory.sees('do not know you');
    const ada = aPerson(room);
    await room.pair(ada);
    expect(mallory.reads).toHaveLength(1);
    expect(mallory.in(-100).reads).toHaveLength(0);
    expect(room.requests).toEqual([]);
    expect(room.api.downloads).toEqual([]);
    const kept = await Promise.all(['update', 'seen', 'draft', 'message', 'subject'].map((kind) => room.rows(kind)));
    expect(JSON.stringify(kept)).not.toContain('6660066600666');
    room.clock.shift = 3_600_001;
    mallory.types('hello?');
    await room.until(() => mallory.reads.length === 2);
  });

  it('a stranger in a group moves nothing with the buttons of somebody else', async () => {
    const ada = await openPaired();
    const group = ada.in(-100);
    group.types('@drover_bot too early in shop');
    const draft = await group.sees('Start in shop');
    const mallory = aPerson(room, { id: 666, group: -100 });
    expect(await mallory.taps(draft, 'Start')).toBe('These buttons are not for you.');
    const bob = aPerson(room, { id: 7, name: 'Bob' });
    await room.pair(bob);
    expect(await bob.in(-100).taps(draft, 'Start')).toBe('These buttons are not for you.');
    expect(room.asked('task.create')).toEqual([]);
    expect(await group.taps(draft, 'Start')).toBe('shop-1 begins.');
  });

  it('in a group nothing is heard that is not for the bot', async () => {
    const ada = await openPaired();
    ada.in(-100).types('I think the shop is too early');
    ada.in(-100).types('/tasks@other_bot');
    ada.in(-100).types('/tasks');
    await ada.in(-100).sees('shop-1');
    expect(ada.in(-100).reads).toHaveLength(1);
  });

  it('who may only look sees tasks and neither states nor answers nor stops anything', async () => {
    const eve = await open();
    await room.pair(eve, 'look');
    eve.types('/tasks');
    await eve.sees('shop-1');
    for (const text of ['/panic', '/stop shop-1', 'too early in shop', 'add env shop-prod /srv', '/do shop'])
      eve.types(text);
    await room.until(() => eve.reads.filter(({ text }) => text.includes('may look')).length === 5);
    expect(room.requests.map(({ command }) => command)).toEqual(['task.list']);
    await room.askPerson();
    await room.tell();
    expect(eve.reads.filter(({ text }) => text.includes('Do it like this'))).toEqual([]);
  });

  it('who is unpaired is a stranger, also with buttons that they had', async () => {
    const ada = await openPaired();
    const question = await room.askPerson();
    await room.tell();
    const message = await ada.sees('Do it like this');
    await room.store.transact((tx) => tx.dropChannelRow('telegram', 'user', '42'));
    expect(await ada.taps(message, 'do it')).toBe('These buttons are not for you.');
    expect((await room.store.read((reads) => reads.question(question.id)))?.state.kind).toBe('open');
  });
});

describe('an answer', () => {
  it('two hundred taps on one button are one answer, and each is told so', async () => {
    const ada = await openPaired();
    const question = await room.askPerson();
    await room.tell();
    const message = await ada.sees('Do it like this');
    const data = message.buttons[0]?.callback_data ?? '';
    const ids = Array.from({ length: 200 }, () => ada.tapsData(data, message));
    await room.until(() => ids.every((id) => room.api.taps.some((tap) => tap.id === id)));
    expect(room.asked('question.answer')).toHaveLength(1);
    const told = ids.map((id) => room.api.taps.find((tap) => tap.id === id)?.text);
    expect(told.filter((text) => text === '✓ do it like this')).toHaveLength(1);
    expect(told.filter((text) => text === 'Answered already: do it like this, by Ada.')).toHaveLength(199);
    expect((await room.store.read((reads) => reads.question(question.id)))?.state).toMatchObject({
      answer: { choice: 'go', by: 'person:Ada', channel: 'telegram' },
    });
  });

  it('given elsewhere closes the copies of all, and a late tap is told who and what', async () => {
    const ada = await openPaired();
    const bob = aPerson(room, { id: 7, name: 'Bob', language: 'zh-hans' });
    await room.pair(bob);
    const question = await room.askPerson();
    await room.tell();
    const [one, other] = [await ada.sees('Do it like this'), await bob.sees('Do it like this')];
    const late = { ...one, buttons: [...one.buttons] };
    await room.answerElsewhere(question.id);
    await room.tell();
    expect(one).toMatchObject({ buttons: [], text: expect.stringContaining('✓ do it like this – Bob (terminal)') });
    expect(other).toMatchObject({ buttons: [], text: expect.stringContaining('Bob（终端）') });
    // One that came before a crash, which nobody noted: whoever taps it gets rid of its buttons, at the first tap and at a later one.
    for (const more of [1000, 1001]) {
      const twin = { ...late, id: one.id + more, buttons: [...late.buttons] };
      room.api.sent.push(twin);
      expect(await ada.taps(twin, 'do it')).toBe('Answered already: do it like this, by Bob.');
      await room.until(() => twin.buttons.length === 0);
      expect(twin.text).toBe(late.text);
    }
    expect(await ada.taps(late, 'do it')).toBe('Answered already: do it like this, by Bob.');
    expect((await room.store.read((reads) => reads.question(question.id)))?.state).toMatchObject({
      answer: { by: 'person:Bob', channel: 'terminal' },
    });
  });

  it('that needs words is asked for them, and the reply is the answer', async () => {
    const ada = await openPaired();
    await room.askPerson();
    await room.tell();
    await ada.taps(await ada.sees('Do it like this'), 'change this');
    const asked = await ada.sees('Your words');
    expect(asked.forceReply).toBe(true);
    ada.types('keep the old route\nand its test', asked);
    await ada.sees('✓ change this');
    expect(room.asked('question.answer')[0]?.input).toMatchObject({
      choice: 'change',
      words: 'keep the old route\nand its test',
    });
  });

  it.each([
    ['ok', 'go', undefined],
    ['继续', 'go', undefined],
    ['change this: keep the old route', 'change', 'keep the old route'],
    ['3', 'cancel', undefined],
  ])('in a reply, %j, is understood', async (text, choice, words) => {
    const ada = await openPaired();
    await room.askPerson();
    await room.tell();
    ada.types(text, await ada.sees('Do it like this'));
    await ada.sees(/^✓/);
    const { input } = room.asked('question.answer')[0] ?? {};
    expect(input?.choice).toBe(choice);
    expect(input?.words).toBe(words);
  });

  it('that is not understood is not guessed', async () => {
    const ada = await openPaired();
    await room.askPerson();
    await room.tell();
    ada.types('hm, perhaps', await ada.sees('Do it like this'));
    await ada.sees('which choice is meant: 1 do it like this');
    expect(room.asked('question.answer')).toHaveLength(0);
  });

  it('without a reply counts where one question is open, and otherwise states no task by accident', async () => {
    const ada = await openPaired();
    const one = await room.askPerson();
    await room.tell();
    await ada.sees('Do it like this');
    ada.types('继续');
    await ada.sees(/^✓/);
    expect(room.asked('question.answer')[0]?.input).toMatchObject({ question: one.id, choice: 'go' });
    await room.askPerson({ key: 'plan-2' });
    await room.askPerson({ key: 'plan-3' });
    await room.tell();
    ada.types('继续');
    await ada.sees('Which one is meant?');
    expect(await room.rows('draft')).toEqual([]);
    expect(room.asked('question.answer')).toHaveLength(1);
  });

  it('in words that no table knows is proposed as one button, for the one who wrote them alone', async () => {
    const ada = await openPaired({
      answers: { 'question.propose': { proposal: { choice: 'change', words: 'keep /v1' } } },
    });
    const bob = aPerson(room, { id: 43, name: 'Bob' });
    await room.pair(bob);
    const question = await room.askPerson();
    await room.tell();
    ada.types('let the old route live on', await ada.sees('Do it like this'));
    const proposal = await ada.sees('Did you mean: change this?');
    expect(proposal.text).toContain('keep /v1');
    expect(proposal.buttons).toHaveLength(1);
    expect(room.asked('question.answer')).toHaveLength(0);
    expect(room.asked('question.propose')).toMatchObject([
      { input: { question: question.id, text: 'let the old route live on' } },
    ]);
    expect(await bob.taps(proposal, 0)).toBe('These buttons are not for you.');
    expect(await ada.taps(proposal, 0)).toBe('✓ change this');
    expect(room.asked('question.answer').map(({ input }) => input)).toMatchObject([
      { question: question.id, choice: 'change', words: 'keep /v1', binding: room.shows(question) },
    ]);
  });

  it.each([[{ proposal: null }], [{ proposal: { choice: 'another', words: null } }], [undefined]])(
    'for which nothing fitting is proposed (%j) is not guessed',
    async (told) => {
      const ada = await openPaired({ answers: { 'question.propose': told } });
      await room.askPerson();
      await room.tell();
      ada.types('whatever you like best', await ada.sees('Do it like this'));
      expect((await ada.sees('which choice is meant')).buttons).toEqual([]);
      expect(room.asked('question.propose')).toHaveLength(1);
      expect(room.asked('question.answer')).toHaveLength(0);
    },
  );

  it('that needs a PIN asks for it in private, takes it out of the chat, and keeps it nowhere', async () => {
    const ada = await openPaired();
    room.wantPin('2468-acht');
    await room.askPerson();
    await room.tell();
    const question = await ada.sees('Do it like this');
    expect(await ada.taps(question, 'do it')).toContain('PIN');
    const first = await ada.sees('Your PIN');
    expect(first.forceReply).toBe(true);
    ada.types('1111 no', first);
    await ada.sees('Tries left: 4');
    const second = await ada.sees('Your PIN', first.id);
    // Not as a reply.
    ada.types('2468-acht');
    await ada.sees('✓ do it', second.id);
    await room.until(async () => (await room.rows('update')).length === 0);
    expect(room.api.deleted.map(({ chat }) => chat)).toEqual([42, 42]);
    expect(room.asked('question.answer').map(({ input }) => input.pin)).toEqual([undefined, '1111 no', '2468-acht']);
    expect(room.asked('task.create')).toHaveLength(0);
    expect(await room.rows('pin')).toEqual([]);
    for (const kind of ['update', 'seen', 'draft', 'subject', 'button', 'message'])
      expect(JSON.stringify(await room.rows(kind)), kind).not.toMatch(/2468-acht|1111 no/);
    expect(room.said.join()).not.toMatch(/2468-acht|1111 no/);
  });

  it('whose PIN was heard and not acted upon before a crash is asked for again', async () => {
    const ada = await openPaired();
    room.wantPin('24680');
    await room.askPerson();
    await room.tell();
    await ada.taps(await ada.sees('Do it like this'), 'do it');
    const asked = await ada.sees('Your PIN');
    const hold = Promise.withResolvers<void>();
    room.api.fault({ on: 'sendMessage', how: { kind: 'hold', until: hold.promise } });
    ada.types('/tasks');
    ada.types('24680', asked);
    await room.until(async () => (await room.rows('update')).length === 2);
    expect(JSON.stringify(await room.rows('update'))).not.toContain('24680');
    const restarted = room.restart();
    hold.resolve();
    await restarted;
    const again = await ada.sees('Your PIN', asked.id);
    ada.types('24680', again);
    await ada.sees('✓ do it');
  });

  it('with too many wrong PINs, or none that is set, is told so and asked no more', async () => {
    const ada = await openPaired();
    room.wantPin('locked');
    await room.askPerson();
    await room.tell();
    const question = await ada.sees('Do it like this');
    await ada.taps(question, 'do it');
    const asked = await ada.sees('Your PIN');
    room.api.fault({
      on: 'deleteMessage',
      how: { kind: 'error', code: 400, description: 'message cannot be deleted' },
    });
    ada.types('13579', asked);
    await ada.sees('delete it yourself');
    await ada.sees('Too many wrong PINs');
    room.wantPin('unset');
    expect(await ada.taps(question, 'do it')).toContain('none is set');
    expect(ada.reads.filter(({ text }) => text.includes('Your PIN'))).toHaveLength(1);
  });

  it('buttons that were made up or are not there any more are told so', async () => {
    const ada = await openPaired();
    await room.askPerson();
    await room.tell();
    const message = await ada.sees('Do it like this');
    const token = message.buttons[0]?.callback_data.split(':')[0] ?? '';
    for (const button of message.buttons) expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
    const made = [
      ada.tapsData('go'),
      ada.tapsData(`${token}:99`),
      ada.tapsData(`${token}:__proto__`),
      ada.tapsData(''),
    ];
    await room.until(() =>
      made.every((id) => room.api.taps.some((tap) => tap.id === id && tap.text === 'That is over.')),
    );
    expect(room.asked('question.answer')).toHaveLength(0);
  });
});

describe('a message', () => {
  it('of ten thousand letters comes in parts, and the buttons hang on the last', async () => {
    const ada = await openPaired();
    const text = Array.from({ length: 1000 }, (_, index) => `${index} 日本👩`.padEnd(9, '.')).join('\n');
    await room.askPerson({ text });
    await room.tell();
    const last = await ada.sees('3 cancel the task');
    const parts = ada.reads.filter(({ id }) => id <= last.id).slice(-3);
    expect(parts.map(({ buttons }) => buttons.length)).toEqual([0, 0, 3]);
    for (const part of parts) expect(part.text.isWellFormed() && part.text.length <= 4096).toBe(true);
    expect(parts.map((part) => part.text).join('')).toContain(text);
    ada.types('ok', parts[0]);
    await ada.sees(/^✓/);
  });

  it('whose sending is unknown is sent again, and the older one answers the same question', async () => {
    const ada = await openPaired({ time: hurriedClock(10) });
    const question = await room.askPerson();
    room.api.fault({ on: 'sendMessage', how: { kind: 'cut', when: 'after' }, times: 4 });
    await room.tell();
    await room.tell();
    const copies = ada.reads.filter(({ text }) => text.includes('Do it like this'));
    expect(copies.length).toBeGreaterThan(1);
    expect(await ada.taps(copies[0] as (typeof copies)[0], 'do it')).toBe('✓ do it like this');
    expect((await room.store.read((reads) => reads.question(question.id)))?.state.kind).toBe('answered');
  });

  it('that arrived unknown and was answered by it before it was sent again is closed', async () => {
    const ada = await openPaired({ time: hurriedClock(10) });
    await room.askPerson();
    room.api.fault({ on: 'sendMessage', how: { kind: 'cut', when: 'after' }, times: 4 });
    await room.tell();
    const copies = ada.reads.filter(({ text }) => text.includes('Do it like this'));
    const tapped = copies.at(-1) as (typeof copies)[0];
    expect(await ada.taps(tapped, 'do it')).toBe('✓ do it like this');
    await room.tell();
    await room.until(() => tapped.buttons.length === 0);
    expect(tapped.text).toContain('✓');
    expect(await room.rows('message')).toEqual([]);
  });

  it('waits as long as the service wants', async () => {
    const ada = await openPaired();
    await room.askPerson();
    room.api.fault({
      on: 'sendMessage',
      how: { kind: 'error', code: 429, description: 'Too Many Requests', retryAfter: 1 },
    });
    const begun = room.api.calls.length;
    await room.tell();
    const sends = room.api.calls.slice(begun).filter(({ method }) => method === 'sendMessage');
    expect(sends).toHaveLength(2);
    expect((sends[1]?.at ?? 0) - (sends[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(ada.reads.filter(({ text }) => text.includes('Do it like this'))).toHaveLength(1);
  });

  it('is sent once the service is there again', async () => {
    const ada = await openPaired({ time: hurriedClock(10) });
    await room.askPerson();
    room.api.fault({ on: 'sendMessage', how: { kind: 'error', code: 502, description: 'Bad Gateway' }, times: 4 });
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.includes('Do it like this'))).toHaveLength(0);
    await room.tell();
    await ada.sees('Do it like this');
  });

  it('is tried no more for who blocked the bot, until they write again; others hear of it', async () => {
    const ada = await openPaired();
    const bob = aPerson(room, { id: 7, name: 'Bob' });
    await room.pair(bob);
    room.api.fault({
      on: 'sendMessage',
      how: { kind: 'error', code: 403, description: 'Forbidden: bot was blocked by the user' },
    });
    await room.askPerson();
    await room.tell();
    await bob.sees('Do it like this');
    expect(await room.telegram.people('shop-1')).toEqual(['7']);
    ada.types('/tasks');
    await ada.sees('shop-1');
    await room.tell();
    await ada.sees('Do it like this');
  });

  it('that is refused is a failure with the words of the service, and nothing is tried again', async () => {
    await openPaired();
    room.api.fault({
      on: 'sendMessage',
      how: { kind: 'error', code: 400, description: 'Bad Request: chat not found' },
    });
    const before = room.api.calls.filter(({ method }) => method === 'sendMessage').length;
    expect(await room.telegram.showNote('42', 'x', 'hello')).toMatchObject({
      failure: { error_code: 'CHANNEL_REFUSED', message: expect.stringContaining('chat not found') },
    });
    expect(room.api.calls.filter(({ method }) => method === 'sendMessage')).toHaveLength(before + 1);
  });

  it('keeps the output of programs here but where the workspace allows it', async () => {
    const text = 'The base is red: test (1 failed).\nAssertionError at line 7 of the log';
    const ada = await openPaired();
    await room.askPerson({ kind: 'base_red', text });
    await room.tell();
    expect((await ada.sees('The base is red')).text).not.toContain('AssertionError');
    await room.close();
    const bob = await openPaired({ words: { show: { logs: ['shop'] } } });
    await room.askPerson({ kind: 'base_red', text });
    await room.tell();
    await bob.sees('AssertionError');
  });

  it('holds no secret and no control sequence', async () => {
    const ada = await openPaired();
    await room.askPerson({ text: 'Take it? password=hunter2hunter2 \u001b]0;x\u0007\u202egnp.exe' });
    await room.tell();
    const { text } = await ada.sees('Take it?');
    expect(text).not.toMatch(/hunter2|\u001b|\u202e/);
  });
});

describe('updates', () => {
  it('are acted upon once, told twice, in another order, or again after a restart', async () => {
    const ada = await openPaired();
    const said = (id: number, text: string) =>
      room.api.push(
        {
          message: {
            message_id: 5000 + id,
            date: 0,
            chat: { id: 42, type: 'private' },
            from: { id: 42, is_bot: false, first_name: 'Ada' },
            text,
          },
        },
        id,
      );
    for (const id of [902, 901, 902, 901]) said(id, `/status shop-${id}`);
    await room.until(() => room.asked('task.show').length === 2);
    await heard();
    await room.restart();
    for (const id of [901, 902]) said(id, `/status shop-${id}`);
    said(903, '/tasks');
    await room.until(() => room.asked('task.list').length === 1);
    expect(room.asked('task.show').map(({ input }) => input.task)).toEqual(['shop-901', 'shop-902']);
    expect(ada.reads.length).toBeGreaterThan(2);
  });

  it('survive a service that fails, cuts and limits', async () => {
    const ada = await openPaired();
    room.api.fault({ on: 'getUpdates', how: { kind: 'cut', when: 'after' } });
    room.api.fault({ on: 'getUpdates', how: { kind: 'error', code: 502, description: 'Bad Gateway' } });
    room.api.fault({
      on: 'getUpdates',
      how: { kind: 'error', code: 429, description: 'Too Many Requests', retryAfter: 1 },
    });
    ada.types('/status shop-1');
    await ada.sees('shop-1 · plan');
    expect(room.asked('task.show')).toHaveLength(1);
  });

  it('come by webhook too, and only with the secret', async () => {
    const port = 20_000 + Math.floor(process.pid % 20_000);
    const ada = await open({ words: { webhook: { port, url: `http://127.0.0.1:${port}/hook` } } });
    await room.until(() => room.api.webhook);
    const told = await fetch(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': 'guess' },
      body: '{"update_id":1}',
    });
    expect(told.status).toBe(403);
    await room.pair(ada);
    ada.types('/tasks');
    await ada.sees('shop-1');
  });

  it('a token that is not taken is said, and nothing is asked again and again', async () => {
    const ada = await openPaired();
    room.api.token = '1:AAnother';
    await room.until(() => room.telegram.state().kind === 'refused');
    expect(room.telegram.state()).toMatchObject({ why: expect.stringContaining('refuses the bot') });
    expect(JSON.stringify(room.telegram.state())).not.toContain('AAtest');
    const calls = room.api.calls.length;
    await room.askPerson();
    await room.tell();
    expect(room.api.calls.length - calls).toBeLessThan(3);
    expect(ada.reads.at(-1)?.text).toContain('test question');
  });
});

describe('a task', () => {
  it('is stated after one confirmation, with what was shown and what came along', async () => {
    const ada = await openPaired({ unconfined: true });
    ada.sendsPhoto(Buffer.from('a picture'), 'The cart in shop is empty.');
    const draft = await ada.sees('Start in shop?');
    expect(draft.text).toContain('From main.');
    expect(draft.text).toContain('no sandbox');
    ada.sendsFile('../app.log', Buffer.from('line'));
    await ada.sees('goes with the task (2)');
    expect(room.api.downloads).toEqual([]);
    await ada.taps(draft, 'Start');
    const [{ input } = { input: {} as Record<string, unknown> }] = room.asked('task.create');
    expect(input).toMatchObject({
      ...{ text: 'The cart in shop is empty.', workspace: 'shop', inferred: true },
      confirmed: { branch: 'main', dirty: [], env: null, unconfined: true },
      once: expect.stringMatching(/^draft-/),
    });
    expect((input.attachments as string[]).map((path) => path.split('/').at(-1))).toEqual([
      expect.stringMatching(/^photo-\d+\.jpg$/),
      'app.log',
    ]);
    expect(await ada.taps(draft, 'Start')).toBe('That is over.');
    expect(room.asked('task.create')).toHaveLength(1);
  });

  it('asks which workspace where none or several are named, and what a file is for', async () => {
    const ada = await openPaired({
      answers: { 'workspace.list': { workspaces: [{ name: 'shop' }, { name: 'alfred' }] } },
    });
    ada.types('It is too early');
    const which = await ada.sees('In which workspace?');
    expect(which.buttons.map(({ text }) => text)).toEqual(['shop', 'alfred', 'Cancel']);
    await ada.taps(which, 'alfred');
    expect(room.asked('task.create')[0]?.input).toMatchObject({ workspace: 'alfred', inferred: true });
    expect(room.asked('task.create')[0]?.input).not.toHaveProperty('confirmed');
    ada.sendsFile('app.log', Buffer.from('line'));
    ada.types('Fix it in shop', await ada.sees('What is to be done'));
    await ada.taps(await ada.sees('Start in shop'), 'Start');
    expect(room.asked('task.create')[1]?.input).toMatchObject({ text: 'Fix it in shop', workspace: 'shop' });
  });

  it('is not started where it is not confirmed, and a file that is too large stays outside', async () => {
    const ada = await openPaired();
    ada.sendsFile('core.dump', Buffer.from('x'), 'too early in shop', 21 * 1024 * 1024);
    await ada.sees('core.dump is larger than 20 MB');
    const draft = await ada.sees('Start in shop');
    expect(await ada.taps(draft, 'Cancel')).toBe('Not started.');
    await room.until(() => draft.buttons.length === 0);
    expect(room.asked('task.create')).toEqual([]);
    expect(room.api.downloads).toEqual([]);
  });

  it('is told in one message that is edited, at most once a second', async () => {
    const ada = await openPaired();
    ada.types('/do too early in shop');
    const draft = await ada.sees('Start in shop');
    await ada.taps(draft, 'Start');
    for (let number = 1; number <= 3; number += 1) {
      room.given['task.show'] = {
        id: 'shop-1',
        text: 'too early',
        phase: 'develop',
        state: `attempt ${number}`,
        outcome: null,
      };
      await room.store.transact((tx) => tx.touch(room.task.id, room.clock.now()));
      await room.tell();
    }
    expect(draft.text).toContain('attempt 3');
    const edits = room.api.calls.filter(({ method }) => method === 'editMessageText').map(({ at }) => at);
    for (const [index, at] of edits.entries()) expect(at - (edits[index - 1] ?? 0)).toBeGreaterThanOrEqual(990);
    const before = ada.reads.length;
    await room.tell();
    expect(ada.reads.length).toBe(before);
    room.given['task.show'] = {
      id: 'shop-1',
      text: 'x',
      phase: 'release',
      state: 'released: done',
      outcome: 'released',
      pull_request: 'https://x/1',
    };
    await room.store.transact((tx) => tx.touch(room.task.id, room.clock.now()));
    await room.tell();
    expect((await ada.sees('shop-1: released: done')).text).toContain('https://x/1');
  });

  it('is spoken to, paused, resumed, stopped, finished and cancelled by its own message', async () => {
    const answers = Object.fromEntries(
      ['task.say', 'task.pause', 'task.resume', 'task.cancel', 'task.finish'].map((name) => [
        name,
        { said: `${name}!` },
      ]),
    );
    const ada = await openPaired({ answers });
    ada.types('/do too early in shop');
    const note = await ada.sees('Start in shop');
    await ada.taps(note, 'Start');
    ada.types('keep the old route', note);
    await ada.sees('shop-1 is told');
    for (const [text, command] of [
      ['/pause', 'task.pause'],
      ['/resume shop-1', 'task.resume'],
      ['/stop', 'task.pause'],
      ['/done', 'task.finish'],
      ['/cancel', 'task.cancel'],
    ] as const) {
      ada.types(text, note);
      await room.until(() => room.requests.at(-1)?.command === command);
    }
    expect(room.asked('task.pause').map(({ input }) => input.now)).toEqual([undefined, true]);
    expect(room.asked('task.cancel')[0]?.input).toEqual({ task: 'shop-1', keep: true });
  });

  it('shows its change as a summary, and the diff itself where the workspace allows it', async () => {
    const diff =
      'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1,2 @@\n-one\n+two\n+three\n';
    const answers = { 'task.diff': { task: 'shop-1', diff, files: 1, added: 2, removed: 1 } };
    const ada = await openPaired({ answers });
    ada.types('/diff shop-1');
    const summary = await ada.sees('src/a.ts +2 −1');
    expect(summary.text).not.toContain('three');
    expect(ada.reads.filter(({ document }) => document !== null)).toEqual([]);
    await room.close();
    const bob = await openPaired({ answers, words: { show: { diffs: ['shop'] } } });
    bob.types('/diff shop-1');
    await bob.sees('src/a.ts +2 −1');
    expect(bob.reads.find(({ document }) => document !== null)?.document).toEqual({
      name: 'shop-1.diff',
      content: diff,
    });
  });
});

describe('everything else', () => {
  it('the registry is spoken of in English and Chinese', async () => {
    const answers = {
      'workspace.add': { name: 'shop', path: '~/dev/shop' },
      'env.list': { environments: [{ name: 'shop-prod', tier: 'prod', connect: 'deploy@prod:/opt' }] },
    };
    const ada = await openPaired({ answers });
    ada.types('添加 workspace shop ~/dev/shop');
    await ada.sees('✓ shop → ~/dev/shop');
    ada.types('列出环境');
    await ada.sees('shop-prod · prod · deploy@prod:/opt');
    expect(room.asked('workspace.add')[0]?.input).toEqual({ name: 'shop', path: '~/dev/shop', cwd: '/' });
  });

  it('a person whose program is Chinese is spoken to in Chinese', async () => {
    const wang = await open();
    const person = aPerson(room, { id: 8, name: '王', language: 'zh-hans' });
    await room.pair(person);
    person.types('shop 的心跳太早触发');
    await person.sees('在 shop 开始');
    expect(wang.reads).toEqual([]);
  });

  it('a panic is not kept waiting by anything', async () => {
    const slow = Promise.withResolvers<void>();
    const ada = await openPaired({
      answers: {
        'env.probe': () => slow.promise.then(() => ({ ok: false, error: 'late', error_code: 'USAGE', hint: '' })),
        'session.stop': { sessions: [1], runs: [1, 2], tasks: ['shop-1'] },
      },
    });
    ada.types('/env shop-prod');
    await room.until(() => room.asked('env.probe').length === 1);
    ada.types('/panic');
    await ada.sees('Ended: 3 agent(s). Paused: 1 task(s).');
    expect(room.asked('session.stop')[0]?.input).toEqual({ all: true, now: true, wait: false, cwd: '/' });
    slow.resolve();
  });

  it('reminds by urgency and outside of quiet hours, and makes no sound within them', async () => {
    const ada = await openPaired({ words: { quiet: '22:00-07:00' } });
    const at = (time: string) => {
      room.clock.shift += Date.parse(`2026-11-24T${time}Z`) - room.clock.now();
    };
    at('21:00:00');
    await room.askPerson({ kind: 'permission' });
    await room.tell();
    expect((await ada.sees('Do it like this')).silent).toBe(false);
    at('21:20:00');
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.startsWith('Still open'))).toHaveLength(0);
    at('21:40:00');
    await room.tell();
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.startsWith('Still open'))).toHaveLength(1);
    room.clock.shift += 6 * 3_600_000;
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.startsWith('Still open'))).toHaveLength(1);
    await room.askPerson({ key: 'plan-2', text: 'In the night?' });
    await room.tell();
    expect((await ada.sees('In the night?')).silent).toBe(true);
    room.clock.shift += 6 * 3_600_000;
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.startsWith('Still open'))).toHaveLength(3);
  });

  it('tells once a week what waits for days', async () => {
    const ada = await openPaired();
    await room.askPerson();
    await room.tell();
    room.clock.shift += 8 * 86_400_000;
    await room.tell();
    await room.tell();
    const digests = ada.reads.filter(({ text }) => text.includes('waited for you for days'));
    expect(digests).toHaveLength(1);
    expect(digests[0]?.text).toContain('q1 · shop-1 · plan');
  });

  it('a flood from one finger is not heard to its end, and says so', async () => {
    const ada = await openPaired();
    for (let number = 0; number < 90; number += 1) ada.types(`/status shop-${number}`);
    await ada.sees('too much at once');
    await heard();
    expect(room.asked('task.show').length).toBeLessThan(90);
  });
});
