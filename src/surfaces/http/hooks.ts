// `POST /v1/hooks/forge`: a forge tells that something happened. It has no token of ours: what it says is signed, and is looked at by whoever knows the secret.
import type { Context, Env, Hono } from 'hono';
import { errors } from '../../contract/errors/errors.ts';
import type { Reply } from '../../contract/protocol.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import { readBytes, tooLong } from './read-bytes.ts';

export type HeardHook = (told: {
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<Reply>;

/** In a minute; what was refused counts more. */
const most = { all: 300, refused: 20 };
const minuteMs = 60_000;
const signatures = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-gitlab-token'] as const;

export function addHooks<E extends Env>(app: Hono<E>, hear: HeardHook): void {
  const counted = { since: performance.now(), all: 0, refused: 0 };
  app.post('/v1/hooks/forge', async (context) => {
    if (performance.now() - counted.since > minuteMs)
      Object.assign(counted, { since: performance.now(), all: 0, refused: 0 });
    counted.all += 1;
    if (counted.all > most.all || counted.refused > most.refused) return context.body(null, 429);
    const { status, reply } = await heard(context, hear);
    if (status === 401) counted.refused += 1;
    return context.body(`${JSON.stringify(reply)}\n`, status as 200, { 'content-type': 'application/json' });
  });
}

type Heard = { readonly status: number; readonly reply: Reply };

async function heard({ req }: Context, hear: HeardHook): Promise<Heard> {
  const headers = Object.fromEntries(
    signatures.flatMap((name) => {
      const value = req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (Object.keys(headers).length === 0) return said(toReply(fail('UNAUTHORIZED', 'It is not signed.').failure));
  const body = await readBytes(req);
  return said(body === null ? toReply(tooLong) : await hear({ headers, body }));
}

const said = (reply: Reply): Heard => {
  if (reply.ok) return { status: 200, reply };
  return { status: reply.error_code === 'UNAUTHORIZED' ? 401 : errors[reply.error_code].status, reply };
};
