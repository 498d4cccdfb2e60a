// A task by chat, with the real daemon and a fake of the service. Kills are in the deep tests.
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { FeatureListView } from '../../src/contract/feature.ts';
import type { Doctor } from '../../src/contract/service.ts';
import type { TelegramPairing, TelegramUsers } from '../../src/contract/telegram.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { configureChat, pairChat } from './by-chat.ts';
import { deeply, often, rarely } from './depth.ts';
import { filesUnder, holding } from './files-under.ts';
import { otherwise, report, sumProject, turn } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let api: BotApi;
let ada: Person;

const config = (policy: string, agents?: string) => configureChat(world, api, policy, agents);
const pair = () => pairChat(world, ada);

beforeEach(async () => {
  api = await BotApi.open();
  world = await openWorld({ env: { SHOP_BOT: token } });
  ada = new Person(api, { id: 42 });
});
afterEach(async () => {
  await world.close();
  await api.close();
});

describe('a task by chat', () => {
  deeply('is paired for, stated, confirmed once, planned and submitted by taps, and told to its end', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    ada.types('The heartbeat job in shop fires too early.');
    const draft = await ada.sees('Start in shop');
    expect(await ada.taps(draft, 'Start')).toBe('shop-1 begins.');
    const plan = await ada.sees(/^q\d+ · .*· plan/);
    expect(await ada.taps(plan, '1 ')).toContain('✓');
    const submit = await ada.sees(/^q\d+ · .*· submit/);
    await ada.taps(submit, '1 ');
    const done = await world.ended('shop-1');
    expect(done.outcome, world.log()).toBe('released');
    await ada.sees(/shop-1: released/);
    await world.until(
      async () => plan.buttons.length + submit.buttons.length,
      (left) => left === 0,
    );
    expect(plan.text).toContain('Ada (telegram)');
    // Confirmed where it was stated: not asked twice where the same was shown.
    expect(ada.reads.filter(({ text }) => text.includes('· proceed'))).toHaveLength(0);
    const { lines } = await world.must<{ lines: readonly { text: string }[] }>(['task', 'log', 'shop-1']);
    expect(lines.map(({ text }) => text).join('\n')).toContain('stated by Ada');
  });
});

const answerOf = async (task: string, kind: string) => {
  const asked = await world.asked(task, kind);
  return asked.open_questions.find((question) => question.kind === kind)?.id ?? '';
};
describe('an answer', () => {
  often('from the terminal closes the copy of the chat, and one from the chat is known in the terminal', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
    const proceed = await ada.sees(/^q\d+ · .*· proceed/);
    await world.must(['answer', await answerOf(task, 'proceed'), 'yes']);
    await world.until(
      async () => proceed.text,
      (text) => /✓ yes – .+ \(terminal\)/.test(text) && proceed.buttons.length === 0,
    );
    const plan = await ada.sees(/^q\d+ · .*· plan/);
    await ada.taps(plan, 'cancel');
    const late = await world.ask(['answer', (plan.text.split(' ')[0] ?? '').trim(), 'go']);
    expect(late).toMatchObject({ error_code: 'QUESTION_ANSWERED', details: { by: 'person:Ada', channel: 'telegram' } });
    expect((await world.ended(task)).outcome).toBe('cancelled');
  });
});

describe('an answer in words of their own', () => {
  const analysis = report() as { readonly report: object };
  const part = (name: string) => [
    { write: { path: `src/${name}.js`, text: `export const ${name} = () => 1;\n` } },
    {
      write: {
        path: `test/${name}.test.js`,
        text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name}', () => assert.equal(${name}(), 1));
`,
      },
    },
    { say: 'Done.' },
  ];
  const split = ['Extract the middleware', 'Add JWT verification', 'Migrate sessions'].map((title, index) => ({
    ...{ title, task: `do PART${index}` },
  }));
  const script = {
    turns: [
      {
        when: { prompt: 'in their own words' },
        do: [{ say: '{"choice":"skip","words":"session 迁移先做"}' }],
      },
      turn('analysis', 'REWORK', [{ report: { ...analysis.report, split, split_why: 'Each by itself.' } }]),
      ...[0, 2].map((number) => turn('write', `do PART${number}`, part(`part${number}`))),
      ...otherwise(),
    ],
  };

  rarely('is proposed as one button, and what was meant happens when it is tapped', async () => {
    await world.close();
    world = await openWorld({ env: { SHOP_BOT: token }, project: sumProject, script });
    // Nobody reviews: what is not reviewed would be asked about.
    config('{ proceed: auto, plan: auto, submit: auto, next_feature: ask }', 'agents: { develop: [scripted] }');
    await pair();
    const task = await world.start('REWORK the whole shop', '-w', 'shop');
    const asked = await ada.sees('F-2 "Add JWT verification"?');
    ada.types('JWT 不做了，直接做 session 迁移', asked);
    // Her first words are Chinese.
    const proposal = await ada.sees('你的意思是：跳过 F-2？');
    const [open] = (await world.show(task)).open_questions;
    expect(open).toMatchObject({ kind: 'next_feature', text: expect.stringContaining('F-2') });
    const late = { ...proposal, buttons: [...proposal.buttons] };
    expect(await ada.taps(proposal, 0)).toContain('✓ 跳过 F-2');
    await ada.sees('继续做 F-3“Migrate sessions”吗？', asked.id);
    const { features } = await world.must<FeatureListView>(['step', 'feature', 'list', task]);
    expect(features.map(({ status }) => status)).toEqual(['done', 'skipped', 'pending']);
    expect(await ada.taps(late, 0)).toContain('已回答：跳过 F-2');
  });
});

describe('an answer that publishes', () => {
  rarely('needs the PIN where it is wanted; it is asked for, deleted, and stands nowhere', async () => {
    const pin = '8642-geheim';
    config('{ proceed: auto, plan: auto, submit: ask }', 'agents: { develop: [scripted] }');
    appendFileSync(join(world.state, 'config.yaml'), 'step_up: pin\n');
    await pair();
    const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
    const submit = await ada.sees(/^q\d+ · .*· submit/);
    expect(await ada.taps(submit, '1 ')).toContain('none is set');
    expect((await world.drover(['config', 'pin'], { input: `${pin}\n` })).out).toContain('is set');
    expect(await ada.taps(submit, '1 ')).toContain('PIN');
    const first = await ada.sees('Your PIN');
    ada.types('8642-falsch', first);
    await ada.sees('Tries left: 4');
    expect((await world.show(task)).outcome).toBe(null);
    ada.types(pin, await ada.sees('Your PIN', first.id));
    expect((await world.ended(task)).outcome).toBe('released');
    expect(api.deleted).toHaveLength(2);
    expect(holding(world.state, '8642-')).toEqual([]);
  });
});

rarely(
  'a revoked token is said by the doctor and the list; everything else goes on, and a valid one is found',
  async () => {
    config('{ proceed: auto, plan: ask }');
    await pair();
    api.token = '4711:AAanotherAnotherAnotherAnother12';
    const { checks } = await world.until(
      () => world.must<Doctor>(['doctor']),
      (doctor) => doctor.checks.some(({ name, state }) => name === 'telegram' && state === 'bad'),
    );
    expect(checks.find(({ name }) => name === 'telegram')?.said).toContain('its token is not valid');
    expect(await world.ask(['telegram', 'pair'])).toMatchObject({ error_code: 'CHANNEL_AUTH' });
    expect(await world.must<TelegramUsers>(['telegram', 'list'])).toMatchObject({
      state: 'refused',
      users: [{ id: '42', name: 'Ada', right: 'act' }],
    });
    const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
    await world.asked(task, 'plan');
    expect(world.log()).not.toContain(token);
    api.token = token;
    expect((await world.must<TelegramPairing>(['telegram', 'pair'])).bot).toBe('drover_bot');
    await ada.sees(/^q\d+ · .*· plan/);
    await world.must(['telegram', 'unpair', 'Ada']);
    expect(await world.ask(['telegram', 'unpair', 'Ada'])).toMatchObject({ error_code: 'USER_NOT_FOUND' });
    world.setConfig('policy: normal\n');
    expect(await world.ask(['telegram', 'pair'])).toMatchObject({ error_code: 'CHANNEL_OFF' });
  },
);

often('a panic from the chat pauses every task and ends every agent', async () => {
  config('{ proceed: ask, plan: ask, submit: ask }');
  await pair();
  const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
  await ada.sees(/^q\d+ · .*· proceed/);
  const mallory = new Person(api, { id: 666, group: -100 });
  mallory.types('/panic');
  ada.types('/panic');
  await ada.sees(/Paused: 1 task/);
  expect((await world.show(task)).paused).toBe(true);
});

rarely('files that come with a task lie beside it, and its agents are told where', async () => {
  config('{ proceed: auto, plan: ask, submit: ask }');
  await pair();
  ada.sendsPhoto(Buffer.from('a picture of the cart'), 'The heartbeat job in shop fires too early.');
  await ada.taps(await ada.sees('Start in shop'), 'Start');
  await ada.sees(/^q\d+ · .*· plan/);
  const log = join(world.folder, 'app.log');
  writeFileSync(log, 'late by 5000 ms', { mode: 0o755 });
  const other = await world.start('The same in words.', '-w', 'shop', '--attach', log);
  await world.asked(other, 'plan');
  const folder = join(world.state, 'attachments');
  const paths = filesUnder(folder);
  expect(paths.map((path) => readFileSync(path, 'utf8')).sort()).toEqual(['a picture of the cart', 'late by 5000 ms']);
  for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600);
  const prompts = filesUnder(join(world.state, 'runs'))
    .filter((path) => basename(path).includes('prompt'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  for (const path of paths) expect(prompts).toContain(path);
  expect(readdirSync(join(world.state, 'telegram'))).toEqual([]);
  expect(await world.ask(['do', 'x', '-w', 'shop', '--attach', '/not/there'])).toMatchObject({
    error_code: 'PATH_NOT_FOUND',
  });
});
