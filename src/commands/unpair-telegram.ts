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
    // They are not told either what becomes of what they saw.
    for (const { key, body } of await tx.channelRows('telegram', 'reply'))
      if (String((body as { readonly chat?: number }).chat) === found.id)
        await tx.dropChannelRow('telegram', 'reply', key);
    for (const kind of ['message', 'task', 'draft'])
      for (const { key, body } of await tx.channelRows('telegram', kind))
        if ((body as { readonly user?: string }).user === found.id) await tx.dropChannelRow('telegram', kind, key);
    return { id: found.id, name: found.name };
  });
