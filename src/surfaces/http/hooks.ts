// `POST /v1/hooks/...`: a forge tells that something happened, or whoever has the secret of a trigger. They have no token of ours: what they say is signed, and is looked at by whoever knows the secret.
import type { Context, Env, Hono } from 'hono';
import { errors } from '../../contract/errors/errors.ts';
import type { Reply } from '../../contract/protocol.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import { readBytes, tooLong } from './read-bytes.ts';

/** `trigger`: of which one; null: a forge. */
export type HeardHook = (told: {
  readonly trigger: string | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<Reply>;

/** In a minute; what was refused counts more. */
const most = { all: 300, refused: 20 };
const minuteMs = 60_000;
const ofForges = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-gitlab-token'];
const ofTriggers = ['x-hub-signature-256', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

export function addHooks<E extends Env>(app: Hono<E>, hear: HeardHook): void {
  addHook(app, '/v1/hooks/forge', ofForges, hear);
  addHook(app, '/v1/hooks/trigger/:trigger', ofTriggers, hear);
}

/** A flood of one kind keeps the other from nothing. */
function addHook<E extends Env>(app: Hono<E>, path: string, signatures: readonly string[], hear: HeardHook): void {
  const counted = { since: performance.now(), all: 0, refused: 0 };
  app.post(path, async (context) => {
    if (performance.now() - counted.since > minuteMs)
      Object.assign(counted, { since: performance.now(), all: 0, refused: 0 });
    counted.all += 1;
    if (counted.all > most.all || counted.refused > most.refused) return context.body(null, 429);
    const { status, reply } = await heard(context, signatures, hear);
    if (status === 401) counted.refused += 1;
    return context.body(`${JSON.stringify(reply)}\n`, status as 200, { 'content-type': 'application/json' });
  });
}

type Heard = { readonly status: number; readonly reply: Reply };

async function heard({ req }: Context, signatures: readonly string[], hear: HeardHook): Promise<Heard> {
  const headers = Object.fromEntries(
    signatures.flatMap((name) => {
      const value = req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (Object.keys(headers).length === 0) return said(toReply(fail('UNAUTHORIZED', 'It is not signed.').failure));
  const body = await readBytes(req);
  if (body === null) return said(toReply(tooLong));
  return said(await hear({ trigger: req.param('trigger') ?? null, headers, body }));
}

const said = (reply: Reply): Heard => {
  if (reply.ok) return { status: 200, reply };
  return { status: reply.error_code === 'UNAUTHORIZED' ? 401 : errors[reply.error_code].status, reply };
};
