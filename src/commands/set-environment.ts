// Sets a key of an environment.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';
import { stepUpByChat } from './step-up-by-chat.ts';

export const setEnvironment: Command<'env.set'> = async (ports, { env, key, value, pin }, peer) => {
  await stepUpByChat(ports, peer, pin);
  orFail(await ports.config.set('environments', env, key, value));
  return { name: env, key, value };
};
