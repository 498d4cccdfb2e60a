// A chat user who is nobody here from now on; what was shown to them answers nothing.
import { failed } from '../domain/error.ts';
import { commit } from './commit.ts';
import { viewUser } from './list-telegram.ts';
import type { Command } from './ports.ts';

export const unpairTelegram: Command<'telegram.unpair'> = (ports, { user }) =>
  commit(ports, async (tx) => {
    const users = (await tx.channelRows('telegram', 'user')).map(viewUser);
    const fitting = users.filter(({ id, name }) => id === user || name === user);
    const [found, ...more] = fitting;
    if (found === undefined) throw failed('USER_NOT_FOUND', `Nobody called ${user} is paired.`);
    if (more.length > 0)
      throw failed('AMBIGUOUS', `Several are called ${user}: ${fitting.map(({ id }) => id).join(', ')}.`);
    await tx.dropChannelRow('telegram', 'user', found.id);
    return { id: found.id, name: found.name };
  });
