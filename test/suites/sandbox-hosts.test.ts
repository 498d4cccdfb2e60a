// A program that may speak with named hosts alone: what reaches them, and what is kept from everybody else.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runId } from '../../src/domain/ids.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { mayBeCut } from '../fakes/outliving.ts';
import { needs } from '../needs/needs.ts';
import { ended, shell } from './keeper-room.ts';
import { openSandboxRoom, type SandboxRoom, unwrap } from './sandbox.suite.ts';

describe('a program that may speak with named hosts alone', needs('bwrap'), hosts);

/** Tells what came of a tunnel, of a plain request through the proxy, and of a connection as if there were no proxy. */
const client = `
import { request } from 'node:http';
import { connect } from 'node:net';
const [how, to] = process.argv.slice(2);
const say = (text) => { process.stdout.write(String(text).trim() + '\\n'); process.exit(0); };
const proxy = new URL(process.env.HTTPS_PROXY ?? 'http://127.0.0.1:9');
const wanted = { host: proxy.hostname, port: Number(proxy.port) };
if (how === 'env') say([process.env.https_proxy === process.env.HTTP_PROXY, process.env.NO_PROXY].join(' '));
if (how === 'direct') fetch('http://' + to + '/direct').then((r) => r.text()).then(say, (e) => say('no: ' + (e.cause?.code ?? e.message)));
if (how === 'plain') request({ ...wanted, path: 'http://' + to + '/plain?x=1', headers: { host: to } }, (r) => r.setEncoding('utf8').on('data', (d) => say(r.statusCode + ' ' + d))).on('error', (e) => say('no: ' + e.code)).end();
if (how === 'tunnel') request({ ...wanted, method: 'CONNECT', path: to }).on('connect', (r, socket, head) => {
  let said = String(head);
  if (r.statusCode !== 200) return socket.on('data', (d) => { said += d; }).once('end', () => say(r.statusCode + ' ' + said));
  socket.end('GET /tunnel HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n');
  let all = ''; socket.on('data', (d) => { all += d; }).on('end', () => say('200 ' + all.split('\\r\\n\\r\\n')[1]));
}).on('error', (e) => say('no: ' + e.code)).end();
if (how === 'flood') { let bytes = 0; connect(Number(to), '127.0.0.1').on('data', (d) => { bytes += d.length; }).on('close', () => say(bytes)); }
`;

function hosts(): void {
  let room: SandboxRoom;
  let known: Server;
  let other: Server;
  let flood: Server;
  const heard: string[] = [];
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const listen = async (server: Server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  beforeAll(async () => {
    room = await openSandboxRoom(bubblewrap);
    writeFileSync(join(room.copy, 'client.mjs'), client);
    const answering = (name: string) =>
      createServer((request, response) => {
        heard.push(`${name} ${request.url}`);
        response.end(`${name} at your service`);
      });
    known = await listen(answering('known'));
    other = await listen(answering('other'));
    flood = await listen(createPlain((socket) => void mayBeCut(socket).end(Buffer.alloc(8 << 20))));
  });
  afterAll(async () => {
    await room.close();
    for (const server of [known, other, flood]) server.close();
  });

  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const said = async (words: string, allowed: readonly string[]) =>
    (await room.run(`node client.mjs ${words}`, { network: { hosts: allowed } }, { env })).said.trim();
  const here = () => `127.0.0.1:${portOf(known)}`;

  test('reaches a named one by a tunnel, by a plain request through the proxy, and a port of this machine without any', async () => {
    expect(await said(`tunnel ${here()}`, [here()])).toBe('200 known at your service');
    expect(await said(`plain ${here()}`, [here()])).toBe('200 known at your service');
    expect(await said(`direct ${here()}`, [here()])).toBe('known at your service');
    expect(heard.splice(0)).toEqual(['known /tunnel', 'known /plain?x=1', 'known /direct']);
    expect(await said('env', [here()])).toBe('true localhost,127.0.0.1,::1');
  });

  test('reaches no other: not by name, by another port, by a plain request, nor past the proxy', async () => {
    const there = `127.0.0.1:${portOf(other)}`;
    expect(await said(`tunnel ${there}`, [here()])).toMatch(/^403 .*is not among the hosts/);
    // Said at its end too, where it is looked for why an agent could not work.
    expect(await said(`tunnel ${there}`, [here()])).toContain(`drover: kept from speaking with ${there}`);
    expect(await said(`plain ${there}`, [here()])).toMatch(/^403 .*is not among the hosts/);
    expect(await said(`direct ${there}`, [here()])).toBe('no: ECONNREFUSED');
    expect(await said(`tunnel ${there}`, [])).toMatch(/^403/);
    expect(await said(`tunnel localhost:${portOf(other)}`, ['localhost', here()])).toMatch(/^403/);
    expect(heard.splice(0)).toEqual([]);
  });

  test('is told where a named one cannot be reached', async () => {
    const gone = await listen(createPlain());
    const port = portOf(gone);
    await new Promise((resolve) => gone.close(resolve));
    expect(await said(`tunnel 127.0.0.1:${port}`, [`127.0.0.1:${port}`])).toMatch(/^502 .*ECONNREFUSED/);
  });

  test('gets eight megabytes whole', async () => {
    const at = portOf(flood);
    expect(await said(`flood ${at}`, [`127.0.0.1:${at}`])).toBe(String(8 << 20));
  });

  test('keeps its terminal, its exit code and its signal', async () => {
    const network = { hosts: [here()] };
    const io = { kind: 'pty', columns: 100, rows: 40 } as const;
    expect((await room.run('stty size < /dev/tty', { network }, { io })).said).toBe('40 100\r\n');
    expect((await room.run('exit 7', { network })).kept.ending).toEqual({ kind: 'exited', code: 7 });
    expect(
      (await room.run('cat', { network }, { io: { kind: 'pipe', stdin: { file: join(room.copy, 'client.mjs') } } }))
        .said,
    ).toBe(client);
  });

  test('goes through the proxy of the person, where there is one', async () => {
    const asked: string[] = [];
    const upstream = createServer().on('connect', (request, socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      mayBeCut(socket).write('HTTP/1.1 200 ok\r\n\r\n');
      socket.once('data', () => socket.end('HTTP/1.0 200 ok\r\n\r\nby way of the proxy'));
    });
    await listen(upstream);
    const more = { ...env, HTTPS_PROXY: `http://ada:l%20l@127.0.0.1:${portOf(upstream)}` };
    const { said: text } = await room.run(
      'node client.mjs tunnel model.example:443',
      { network: { hosts: ['*.example'] } },
      { env: more },
    );
    upstream.close();
    expect(text.trim()).toBe('200 by way of the proxy');
    expect(asked).toEqual([`model.example:443 Basic ${btoa('ada:l l')}`]);
  });

  test.each([
    ['hangs up without a word', (socket: Duplex) => void socket.end()],
    ['is cut', (socket: Duplex) => void (socket as Socket).resetAndDestroy()],
    [
      'is cut within its answer',
      (socket: Duplex) => void socket.write('HTTP/1.1 2', () => (socket as Socket).resetAndDestroy()),
    ],
  ])('a proxy of the person that %s is told, and the next is asked for all the same', async (_, hangUp) => {
    const upstream = await listen(createServer().on('connect', (_request, socket) => hangUp(mayBeCut(socket))));
    const more = { ...env, HTTPS_PROXY: `http://127.0.0.1:${portOf(upstream)}` };
    const tunnel = 'timeout 20 node client.mjs tunnel model.example:443';
    const { said: text } = await room.run(`${tunnel}; ${tunnel}`, { network: { hosts: ['*.example'] } }, { env: more });
    upstream.close();
    const told = '502 Drover: model.example:443 cannot be reached: the proxy hung up';
    expect(text.trim().split('\n')).toEqual([told, told]);
  });

  test('a proxy of the person may say its answer a byte at a time, and nothing else is said', async () => {
    const upstream = await listen(
      createServer().on('connect', async (_request, socket) => {
        mayBeCut(socket);
        for (const byte of 'HTTP/1.1 200 ok\r\n\r\n') {
          socket.write(byte);
          await sleep(5);
        }
        socket.once('data', () => socket.end('HTTP/1.0 200 ok\r\n\r\nby way of the proxy'));
      }),
    );
    const more = { ...env, HTTPS_PROXY: `http://127.0.0.1:${portOf(upstream)}` };
    const { said: text } = await room.run(
      'node client.mjs tunnel model.example:443',
      { network: { hosts: ['*.example'] } },
      { env: more },
    );
    upstream.close();
    expect(text.trim()).toBe('200 by way of the proxy');
  });

  test('one that leaves before it is answered takes nobody else with it', async () => {
    let slow: Duplex | null = null;
    const upstream = await listen(
      createServer().on('connect', ({ url }, socket) => {
        mayBeCut(socket);
        if (url === 'slow.example:443') slow = socket;
        else slow?.destroy();
        if (socket !== slow) setTimeout(() => socket.end('HTTP/1.1 503 no\r\n\r\n'), 300);
      }),
    );
    const more = { ...env, HTTPS_PROXY: `http://127.0.0.1:${portOf(upstream)}` };
    const { said: text } = await room.run(
      'timeout 2 node client.mjs tunnel slow.example:443; node client.mjs tunnel model.example:443',
      { network: { hosts: ['*.example'] } },
      { env: more },
    );
    upstream.close();
    expect(slow).not.toBeNull();
    expect(text.trim().split('\n').at(-1)).toBe(
      '502 Drover: model.example:443 cannot be reached: the proxy says HTTP/1.1 503 no',
    );
  });

  test('ends with all that belongs to it', async () => {
    const program = shell('echo begun; sleep 1000 & sleep 1000', { cwd: room.copy, env });
    const network = { hosts: [here()] };
    const confined = unwrap(await bubblewrap(room.place).confine(program, { ...room.confinement, network }));
    const { runId: id } = await room.keeper.keeper.ensure(runId(900), confined);
    await room.keeper.keeper.end(id, 'cancelled');
    expect((await ended(room.keeper.keeper, id)).ending).toMatchObject({ kind: 'cancelled' });
  });
}
