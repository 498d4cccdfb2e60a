// A reply as it goes out: one line of JSON.
import type { Context } from 'hono';
import { errors } from '../../contract/errors/errors.ts';
import type { Reply } from '../../contract/protocol.ts';
import { toReply } from '../../contract/to-reply.ts';
import type { Refusal } from './asking.ts';

/** Under the status of the error table unless another is said. */
export function answer(context: Context, reply: Reply, status?: number): Response {
  const code = status ?? (reply.ok ? 200 : errors[reply.error_code].status);
  const body = `${JSON.stringify(reply)}\n`;
  return context.body(body, code as 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  });
}

export const refused = (context: Context, { failure, status }: Refusal): Response =>
  answer(context, toReply(failure), status);
