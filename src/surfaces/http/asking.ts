// A request as it is judged before anything of it is read, and how it is refused.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type Failure, fail } from '../../contract/to-reply.ts';

/** A request as it is judged, whatever server read it. */
export type Asking = {
  readonly method: string;
  /** The address at the other end of the connection. */
  readonly peer: string;
  header(name: string): string | undefined;
};

export const askingOf = (context: Context): Asking => ({
  method: context.req.method,
  peer: getConnInfo(context).remote.address ?? '',
  header: (name) => context.req.header(name),
});

export type Refusal = { readonly status: 401 | 403 | 429; readonly failure: Failure };

const programHint = 'Send `Authorization: Bearer TOKEN`; the token is in `http.token` of the state folder.';

export const refuse = (status: Refusal['status'], message: string, hint = programHint): Refusal => ({
  status,
  failure: fail('UNAUTHORIZED', message, { hint }).failure,
});
