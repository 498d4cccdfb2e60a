// Another bot is another chat: what the one before it showed, and how its messages were numbered, is nothing there.
import type { Store } from '../../ports/store.ts';
import type { Clock } from '../../ports/system.ts';
import { channel, get, list, put } from './kept.ts';

/** Numbers of messages and updates are each bot's own. */
const ofOneBot = ['offset', 'seen', 'message', 'subject', 'pin'] as const;

/** `token`: its first part is the bot's number, whatever becomes of the rest. What is open is shown anew by another bot. */
export async function adoptBot({ store, clock }: { readonly store: Store; readonly clock: Clock }, token: string) {
  const id = token.split(':')[0] ?? '';
  await store.transact(async (tx) => {
    const before = await get(tx, 'bot', 'current');
    if (before?.id === id) return;
    if (before !== null)
      for (const kind of ofOneBot)
        for (const { key } of await tx.channelRows(channel, kind)) await tx.dropChannelRow(channel, kind, key);
    // A task that was stated is shown anew as well.
    if (before !== null)
      for (const { key, at, body } of await list(tx, 'draft'))
        if (body.state.kind === 'open') await put(tx, 'draft', key, at, { ...body, message: null });
    await put(tx, 'bot', 'current', clock.now(), { id });
  });
}
