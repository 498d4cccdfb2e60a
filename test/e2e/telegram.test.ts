// A task by chat, with the real daemon and a fake of the service.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TelegramPairing } from '../../src/contract/telegram.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let api: BotApi;
let ada: Person;

const config = (policy: string, more = '') =>
  world.setConfig(`policy: ${policy}
workspaces:
  shop: { path: ${world.checkout}, agents: { analyze: [scripted], develop: [scripted], review: [scripted] } }
surfaces:
  telegram: { token_env: SHOP_BOT, api_root: "${api.url}"${more} }
`);

beforeEach(async () => {
  api = await BotApi.open();
  world = await openWorld({ env: { SHOP_BOT: token } });
  ada = new Person(api, { id: 42 });
});
afterEach(async () => {
  await world.close();
  await api.close();
});

async function pair(person = ada): Promise<void> {
  const { code, bot } = await world.must<TelegramPairing>(['telegram', 'pair']);
  expect(bot).toBe('drover_bot');
  person.types(`/start ${code}`);
  const test = await person.sees('test question');
  expect(await person.taps(test, 'see it')).toBe('Done.');
}

describe('a task by chat', () => {
  it('is paired for, stated, confirmed once, planned and submitted by taps, and told to its end', async () => {
    config('{ proceed: ask, plan: ask, submit: ask }');
    await pair();
    ada.types('The heartbeat job in shop fires too early.');
    const draft = await ada.sees('Start in shop');
    expect(await ada.taps(draft, 'Start')).toBe('shop-1 begins.');
    const plan = await ada.sees('· plan');
    expect(await ada.taps(plan, '1 ')).toContain('✓');
    const submit = await ada.sees('· submit');
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
