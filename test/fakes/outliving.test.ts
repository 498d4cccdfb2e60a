import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { outliving } from './outliving.ts';

const faults: unknown[] = [];
const usual = process.listeners('unhandledRejection');
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const each of usual) process.on('unhandledRejection', each);
});

/** Sends these bytes, and hangs up at once or after the end of the request. */
async function send(bytes: string, leaves: boolean) {
  faults.length = 0;
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => faults.push(error));
  const over = Promise.withResolvers<void>();
  const server = createServer(
    outliving(async (request) => {
      try {
        JSON.parse(await text(request));
      } finally {
        over.resolve();
      }
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await once(server, 'request');
  if (leaves) socket.destroy();
  await over.promise;
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  server.close();
}

const head = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n';

it('a caller who leaves in the middle of a request is no fault', async () => {
  await send(`${head}tr`, true);
  expect(faults).toEqual([]);
});

it('a whole request that cannot be answered is one', async () => {
  await send(`${head}{{{{`, false);
  await expect.poll(() => faults).toEqual([expect.any(SyntaxError)]);
});
