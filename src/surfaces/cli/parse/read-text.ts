// Text of a person from a file or standard input, at most 256 KiB.
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { textLimit } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Console } from '../terminal/console.ts';

export type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure };

const tooLong: Text = { ok: false, failure: { error_code: 'TEXT_TOO_LONG', message: '' } };

const broken: Text = {
  ok: false,
  failure: { error_code: 'USAGE', message: 'The text is not valid UTF-8; nothing was sent.' },
};

/** `strict`: what is not UTF-8 is refused. `PATH_NOT_FOUND`, `TEXT_TOO_LONG`. No more than the limit and a little is ever read. */
export async function readText(
  file: string,
  { cwd, stdin }: Pick<Console, 'cwd' | 'stdin'>,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<Text> {
  if (file === '-') return readAll(stdin, strict);
  try {
    await using handle = await open(resolve(cwd, file));
    return await readAll(handle.createReadStream({ autoClose: false }), strict);
  } catch (error) {
    const why = error instanceof Error && 'code' in error && error.code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    return {
      ok: false,
      failure: { error_code: 'PATH_NOT_FOUND', message: `${file} ${why}.`, details: { path: file } },
    };
  }
}

async function readAll(stream: AsyncIterable<Uint8Array | string>, strict: boolean): Promise<Text> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > textLimit) return tooLong;
    chunks.push(bytes);
  }
  const all = Buffer.concat(chunks);
  return strict && !isUtf8(all) ? broken : { ok: true, text: all.toString('utf8') };
}
