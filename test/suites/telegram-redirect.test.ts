// A service that leads elsewhere is not followed: what is said to the bot's own address is said to nobody else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../src/channels/telegram/api/client.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { outliving } from '../fakes/outliving.ts';

const token = `4711:${'a'.repeat(35)}`;
/** What is tried again is tried at once. */
const clock = { ...systemClock, wait: async () => undefined };
let close: () => void;
let elsewhere: string[];
let root: string;
let status: number;

beforeEach(async () => {
  elsewhere = [];
  const listen = async (locationOf: (path: string) => string | null) => {
    const server = createServer(
      outliving(async (request, answer) => {
        request.resume();
        const location = locationOf(request.url ?? '');
        if (location !== null) return void answer.writeHead(status, { location }).end();
        answer.end(JSON.stringify({ ok: true, result: { message_id: 1, date: 1, file_path: 'documents/file_1' } }));
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const other = await listen((path) => {
    elsewhere.push(path);
    return null;
  });
  const own = await listen((path) => (path.endsWith('/getFile') ? null : `${other.url}${path}`));
  root = own.url;
  close = () => {
    for (const { server } of [own, other]) {
      server.closeAllConnections();
      server.close();
    }
  };
});
afterEach(() => close());

it.each([301, 302, 303, 307, 308])('%i leads nobody elsewhere: no message, no file, not the token', async (code) => {
  status = code;
  const client = createClient({ token, apiRoot: root, clock, signal: new AbortController().signal });
  const sent = await client.send(1, 'Do it like this?');
  const got = await client.download('file_1', 1024);
  expect([sent.ok, got.ok, elsewhere]).toEqual([false, false, []]);
  expect(JSON.stringify([sent, got])).not.toContain(token);
});
