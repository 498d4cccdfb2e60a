// `POST /v1/uploads?name=NAME`: the bytes of a file that a person chose in a browser, kept until a task takes it. It is named among the task's attachments then, as a file of this machine is.
import type { Hono } from 'hono';
import { attachmentLimit } from '../../contract/limits.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import type { Uploaded } from '../../contract/web.ts';
import { answer } from './answer.ts';
import type { Guest } from './guard.ts';
import { readBytes } from './read-bytes.ts';

/** `visit`: of whose page. Throws as the disk does. */
export type KeepUpload = (visit: string, name: string, content: Uint8Array) => Promise<Uploaded>;

export const uploadsPath = '/v1/uploads';

type Seen = { Variables: { guest: Guest } };

export function addUploads<E extends Seen>(app: Hono<E>, keep: KeepUpload): void {
  app.post(uploadsPath, async (context) => {
    const { visit, mayNot } = context.get('guest');
    const refusal = await mayNot('bring', null);
    if (refusal !== null) return answer(context, toReply(refusal));
    const name = context.req.query('name') ?? '';
    if (name === '') return answer(context, toReply(fail('USAGE', 'Say ?name= of the file.').failure));
    const content = await readBytes(context.req, { limit: attachmentLimit });
    if (content === null)
      return answer(context, toReply(fail('TEXT_TOO_LONG', `${name} has more than 20 MB.`).failure));
    return answer(context, { ok: true, data: await keep(visit, name, content) });
  });
}
