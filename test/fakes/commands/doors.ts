// One command asked through each door of a daemon, in one process: its real socket, its real HTTP door, its server of tools with an official client. What comes out is the reply as a caller reads it there.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Dispatch } from '../../../src/commands/dispatch.ts';
import type { Peer } from '../../../src/commands/ports.ts';
import type { CommandName } from '../../../src/contract/commands.ts';
import type { Reply, Request, Streamed } from '../../../src/contract/protocol.ts';
import type { Events } from '../../../src/surfaces/http/guard.ts';
import { serveHttp } from '../../../src/surfaces/http/serve-http.ts';
import { createMcp, type McpAsk } from '../../../src/surfaces/mcp/create-mcp.ts';
import { serveSocket } from '../../../src/surfaces/socket/serve-socket.ts';
import { silent } from '../../suites/store-rows.ts';

/** What a caller got: what was told before the reply (null: not as it is), the reply, and what the door says of it besides. */
export type Got = { readonly events: readonly unknown[] | null; readonly reply: Reply; readonly status: number | null };

export type OpenDoor = {
  ask(command: CommandName, input: object): Promise<Got>;
  close(): Promise<void>;
};

/** Whoever comes through it is this one. */
export type DoorOf = (dispatch: Dispatch, person: Peer['person']) => Promise<OpenDoor>;

const token = 'd'.repeat(43);

const through =
  (dispatch: Dispatch, person: Peer['person']) =>
  ({ command, input, caller }: Request, { left }: { readonly left: AbortSignal }): Promise<Reply> | Events => {
    const peer: Peer = { person, pid: null, cwd: caller.cwd, env: null, channel: 'terminal' };
    return dispatch({ command, input }, peer, left);
  };

const bySocket: DoorOf = async (dispatch, person) => {
  const folder = mkdtempSync(join(tmpdir(), 'door-'));
  const path = join(folder, 'drover.sock');
  const served = await serveSocket({ path, version: '0.0.0', dispatch: through(dispatch, person), log: silent });
  return {
    async ask(command, input) {
      const caller = { pid: process.pid, version: '0.0.0', nonce: '', cwd: '/', channel: 'terminal' };
      const socket = connect(path);
      socket.write(`${JSON.stringify({ command, input, caller })}\n`);
      let said = '';
      for await (const chunk of socket.setEncoding('utf8')) said += chunk;
      // The greeting is first.
      return { ...readLines(said.split('\n').slice(1)), status: null };
    },
    async close() {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const byHttp: DoorOf = async (dispatch, person) => {
  const served = await serveHttp({ port: 0, token, dispatch: through(dispatch, person) });
  return {
    async ask(command, input) {
      const answer = await fetch(`http://127.0.0.1:${served.port}/v1/${command}`, {
        method: 'POST',
        // A connection that is kept may be ended, for it was idle, at the moment when it is used again.
        headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson', connection: 'close' },
        body: JSON.stringify(input),
      });
      return { ...readLines((await answer.text()).split('\n')), status: answer.status };
    },
    close: () => served.close(),
  };
};

function readLines(lines: readonly string[]): Pick<Got, 'reply'> & { readonly events: readonly unknown[] } {
  const said = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Reply | Streamed);
  const reply = said.at(-1);
  if (reply === undefined || !('ok' in reply)) throw new Error(`no reply: ${lines.join('\n')}`);
  return { events: said.slice(0, -1).map((line) => (line as Streamed).event), reply };
}

/** What is told before the reply comes as progress, cut short for people: it is no part of what is compared. */
const byMcp: DoorOf = async (dispatch, person) => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const answer = through(dispatch, person);
  const ask: McpAsk = async (command, input, { signal, onEvent }) => {
    const caller = { pid: 0, version: '0.0.0', nonce: '', cwd: '/', channel: 'mcp' as const };
    const told = answer({ command, input, caller }, { left: signal });
    if ('then' in told) return told;
    for (;;) {
      const next = await told.next();
      if (next.done === true) return next.value;
      onEvent(next.value);
    }
  };
  const server = createMcp({ ask, cwd: '/' });
  const client = new Client({ name: 'a test', version: '1' });
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    async ask(command, input) {
      const told = await client.callTool({ name: 'command', arguments: { command, input } });
      const reply = told.structuredContent as Reply;
      if ((told.isError ?? false) === reply.ok)
        throw new Error(`${command}: it is said to have failed, or not to, and did the other`);
      return { events: null, reply, status: null };
    },
    close: () => client.close(),
  };
};

export const doors: ReadonlyMap<string, DoorOf> = new Map([
  ['the socket', bySocket],
  ['HTTP', byHttp],
  ['MCP', byMcp],
]);
