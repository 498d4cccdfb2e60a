// What the other doors take beside the socket: one request over HTTP, a thousand readers of the journal that hear nothing, and `drover mcp` until it is ready.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { WebLink } from '../../src/contract/web.ts';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { type BuiltCli, bareNode, build, entry, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { type Samples, sampleBoth } from '../sample.ts';

const readers = 1_000;
const samples = 25;

export const bench: Bench = {
  name: 'doors',
  target: `POST service.ps <= 3 ms beyond the socket; ${readers} idle readers <= 25 MB, and ps <= 1.2 x beside them; mcp ready <= 3 x bare node`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const door = await openDoor(cli);
      const post = await sampleBoth(
        200,
        () => door.post('service.ps'),
        () => askSocket(cli.folder.socket),
      );
      const mcp = await sampleBoth(samples, () => mcpReady(cli), bareNode);
      return [beyondSocket(post), mcpRow(mcp), ...(await besideReaders(cli, door))];
    } finally {
      await cli.close();
    }
  },
};

function beyondSocket({ subject, floor }: Record<'subject' | 'floor', Samples>): Row {
  const figures = { unit: 'ms', value: subject.median, min: subject.min } as const;
  const beside = { what: 'the socket', value: floor.median };
  const met = subject.median - floor.median <= 3;
  return { what: 'POST service.ps, p50', ...figures, floor: beside, target: '<= 3 ms beyond the socket', met };
}

function mcpRow({ subject, floor }: Record<'subject' | 'floor', Samples>): Row {
  const figures = { unit: 'ms', value: subject.median, min: subject.min } as const;
  const beside = { what: 'node -e 0', value: floor.median };
  return {
    what: 'drover mcp is ready',
    ...figures,
    floor: beside,
    target: '<= 3 x',
    met: subject.median <= 3 * floor.median,
  };
}

async function besideReaders(cli: BuiltCli, door: Door): Promise<readonly Row[]> {
  const ps = () => cli.run('ps');
  const daemon = await pingDaemon(cli.folder.socket, 5_000);
  if (typeof daemon !== 'object') throw new Error('the daemon does not answer');
  const before = residentOf(daemon.pid);
  const alone = await sampleBoth(samples, ps, bareNode);
  const listening = await Promise.all(Array.from({ length: readers }, () => door.listen()));
  const beside = await sampleBoth(samples, ps, bareNode);
  const more = residentOf(daemon.pid) - before;
  for (const each of listening) each.destroy();
  const floor = { what: 'without them', value: alone.subject.median };
  const met = beside.subject.median <= 1.2 * alone.subject.median;
  return [
    {
      what: `${readers} idle readers`,
      unit: 'MB',
      value: more,
      min: null,
      floor: null,
      target: '<= 25',
      met: more <= 25,
    },
    {
      what: 'drover ps beside them',
      unit: 'ms',
      value: beside.subject.median,
      min: beside.subject.min,
      floor,
      target: '<= 1.2 x',
      met,
    },
  ];
}

type Door = { post(command: string): Promise<void>; listen(): Promise<ClientRequest> };

async function openDoor(cli: BuiltCli): Promise<Door> {
  const { port } = new URL(cli.ask<WebLink>('web').url);
  const token = readFileSync(join(cli.folder.env.DROVER_HOME ?? '', 'http.token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const agent = new Agent({ keepAlive: true });
  return {
    async post(command) {
      const call = request({ host: '127.0.0.1', port, agent, headers, method: 'POST', path: `/v1/${command}` });
      call.end('{}');
      const [answer] = await once(call, 'response');
      answer.resume();
      await once(answer, 'end');
    },
    async listen() {
      const call = request({ host: '127.0.0.1', port, agent: false, headers, path: '/v1/events' });
      call.on('error', () => undefined);
      call.end();
      const [answer] = await once(call, 'response');
      await once(answer, 'data');
      return call;
    },
  };
}

async function askSocket(path: string): Promise<void> {
  const socket = connect(path);
  const caller = { pid: process.pid, version: '0.0.0', nonce: '', cwd: '/', channel: 'terminal' };
  socket.write(`${JSON.stringify({ command: 'service.ps', input: {}, caller })}\n`);
  socket.resume();
  await once(socket, 'close');
}

/** From its start until it has answered its client's first word. */
async function mcpReady(cli: BuiltCli): Promise<void> {
  const child = spawn(process.execPath, [entry, 'mcp'], { cwd: cli.folder.checkout, env: cli.folder.env });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
}

/** MB. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
