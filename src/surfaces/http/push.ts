// `/v1/web/push`: whether this browser is told that something waits, and by which key; to be told, and to be told no more.
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Failure, fail, toReply } from '../../contract/to-reply.ts';
import { pushSubscription, type WebPush, type WebPushSubscription } from '../../contract/web.ts';
import { answer, refused } from './answer.ts';
import { askingOf } from './asking.ts';
import { cookieOf, pageKeyOf, refuseOtherPages, signedOut, type Visit } from './guard.ts';
import { readBytes } from './read-bytes.ts';
import type { WebAccess } from './sign-in.ts';
import type { WayIn } from './way-in.ts';

export type PushAccess = {
  look(session: string): Promise<WebPush>;
  /** null: it is told no more. Answers why it may not. */
  change(session: string, subscription: WebPushSubscription | null): Promise<Failure | null>;
};

export const pushPath = '/v1/web/push';

type Seen = { Variables: { way: WayIn } };

export function addPush<E extends Seen>(
  app: Hono<E>,
  { find, push }: Pick<WebAccess, 'find'> & { readonly push: PushAccess },
  port: () => number,
): void {
  const visitOf = async (context: Context<E>): Promise<Visit | null> => {
    const asking = askingOf(context);
    const cookie = cookieOf(asking, port(), context.get('way'));
    return cookie === null ? null : find(cookie, pageKeyOf(asking));
  };
  const change = async (context: Context<E>, read: () => Promise<WebPushSubscription | null | undefined>) => {
    const refusal = refuseOtherPages(askingOf(context), context.get('way'));
    if (refusal !== null) return refused(context, refusal);
    const visit = await visitOf(context);
    if (visit === null) return refused(context, signedOut);
    if (!visit.visitor.person) return answer(context, toReply(noPerson), 403);
    const wanted = await read();
    if (wanted === undefined) return answer(context, toReply(noSubscription));
    const failure = await push.change(visit.session, wanted);
    if (failure !== null) return answer(context, toReply(failure));
    return answer(context, { ok: true, data: await push.look(visit.session) });
  };
  app.get(pushPath, async (context) => {
    const visit = await visitOf(context);
    if (visit === null) return refused(context, signedOut);
    return answer(context, { ok: true, data: await push.look(visit.session) });
  });
  app.put(pushPath, (context) => change(context, () => readSubscription(context)));
  app.delete(pushPath, (context) => change(context, async () => null));
}

async function readSubscription({ req }: Context): Promise<WebPushSubscription | undefined> {
  const bytes = await readBytes(req);
  try {
    const read = v.safeParse(pushSubscription, JSON.parse(Buffer.from(bytes ?? []).toString('utf8')));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

const noPerson = fail('UNAUTHORIZED', 'Only a person who is signed in here is told on it.').failure;
const noSubscription = fail('USAGE', 'The body is no subscription of a browser.').failure;
