// What a person with a phone has before they begin: a configuration with a bot, and a pairing.
import { expect } from 'vitest';
import type { TelegramPairing } from '../../src/contract/telegram.ts';
import type { BotApi } from '../fakes/telegram/bot-api.ts';
import type { Person } from '../fakes/telegram/person.ts';
import type { World } from './world.ts';

const scripted = 'agents: { analyze: [scripted], develop: [scripted], review: [scripted] }';

/** The world's token stands in SHOP_BOT. */
export const configureChat = (world: World, api: BotApi, policy: string, agents = scripted, more = '') =>
  world.setConfig(`policy: ${policy}
${more}workspaces:
  shop: { path: ${world.checkout}, ${agents} }
surfaces:
  telegram: { token_env: SHOP_BOT, api_root: "${api.url}" }
`);

export async function pairChat(world: World, person: Person): Promise<void> {
  const { code, bot } = await world.must<TelegramPairing>(['telegram', 'pair']);
  expect(bot).toBe('drover_bot');
  person.types(`/start ${code}`);
  const test = await person.sees('test question');
  expect(await person.taps(test, 'see it')).toBe('Done.');
}
