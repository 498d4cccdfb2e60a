import { ReadableStream as NodeStream } from 'node:stream/web';
import { expect, it } from 'vitest';
import { readEvents, type Told } from './read-events.ts';

async function read(pieces: readonly string[]): Promise<readonly (Told | null)[]> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const told = [];
  for await (const event of readEvents(NodeStream.from(bytes) as ReadableStream<Uint8Array>)) told.push(event);
  return told;
}

const whole = 'id: 7\nevent: fact\ndata: {"a":\ndata: 1}\n\n: quiet\n\nid: 8\ndata: "ä"\n\n';
const events = [{ id: '7', type: 'fact', data: '{"a":\n1}' }, null, { id: '8', type: 'message', data: '"ä"' }];

it('events and comments, wherever the stream is cut', async () => {
  expect(await read([whole])).toEqual(events);
  expect(await read([...whole])).toEqual(events);
  expect(await read([whole.replaceAll('\n', '\r\n')])).toEqual(events);
});

it('bytes of one character may come apart', async () => {
  const bytes = new TextEncoder().encode('data: ä\n\n');
  const stream = NodeStream.from([...bytes].map((byte) => new Uint8Array([byte])));
  const told = [];
  for await (const event of readEvents(stream as ReadableStream<Uint8Array>)) told.push(event?.data);
  expect(told).toEqual(['ä']);
});

it('what has no end yet is not told', async () => {
  expect(await read(['data: 1\n\ndata: 2\n'])).toEqual([{ id: '', type: 'message', data: '1' }]);
});
