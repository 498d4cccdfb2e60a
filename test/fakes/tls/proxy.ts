// A proxy as people have one in front of a door: it has the certificate, says by X-Forwarded-* who asked for what, and hands everything else on, sockets too. Prints its port.
// node proxy.ts CERT KEY TARGET_PORT
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const [, , cert = '', key = '', target = ''] = process.argv;
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) });

const told = ({ headers, socket }: IncomingMessage): IncomingHttpHeaders => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
  'x-forwarded-host': headers.host,
  'x-forwarded-proto': 'https',
});

const handOn = (asked: IncomingMessage) =>
  request({
    ...{ host: '127.0.0.1', port: Number(target), method: asked.method, path: asked.url },
    headers: told(asked),
  });

server.on('request', (asked, answer) => {
  const on = handOn(asked);
  on.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  on.on('error', () => answer.destroy());
  answer.on('close', () => on.destroy());
  asked.pipe(on);
});
server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
  const on = handOn(asked);
  const say = ({ statusCode, rawHeaders }: IncomingMessage) => {
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    socket.write(`HTTP/1.1 ${statusCode} -\r\n${lines.join('\r\n')}\r\n\r\n`);
  };
  on.on('response', (got) => {
    say(got);
    got.pipe(socket);
  });
  on.on('upgrade', (got, there, first) => {
    say(got);
    socket.write(first);
    there.write(head);
    there.on('error', () => socket.destroy()).pipe(socket);
    socket.on('error', () => there.destroy()).pipe(there);
  });
  on.on('error', () => socket.destroy());
  on.end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
