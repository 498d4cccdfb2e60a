// Server-sent events out of a stream of text, as the standard has them, but for `retry`.

export type Told = { readonly id: string; readonly type: string; readonly data: string };

/** A comment is told as null: nothing happened, and the way is open. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Told | null> {
  let rest = '';
  let block: string[] = [];
  for await (const text of texts(body)) {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith(':')) yield null;
      else if (line !== '') block.push(line);
      else if (block.length > 0) {
        yield toEvent(block);
        block = [];
      }
    }
  }
}

async function* texts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function toEvent(lines: readonly string[]): Told {
  const fields = lines.map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? ['', line, '']);
  const last = (name: string) => fields.findLast(([, field]) => field === name)?.[2] ?? '';
  const data = fields.flatMap(([, field, value = '']) => (field === 'data' ? [value] : []));
  return { id: last('id'), type: last('event') || 'message', data: data.join('\n') };
}
