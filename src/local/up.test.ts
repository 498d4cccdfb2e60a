// The daemon in the foreground, with small programs in its place.
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mayBeCut } from '../../test/fakes/outliving.ts';
import { up } from './up.ts';

function place(program: string) {
  const stateFolder = mkdtempSync(join(tmpdir(), 'state-'));
  const [entry, socket] = [join(stateFolder, 'daemon.mjs'), join(stateFolder, 's')];
  writeFileSync(entry, program);
  const said: string[] = [];
  return { stateFolder, entry, socket, env: process.env, said, say: (line: string) => void said.push(line) };
}

it("ends with the daemon's own code", async () => {
  expect(await up(place('process.exitCode = 7;'))).toBe(7);
});

it('ends with 128 and the signal that the daemon died of', async () => {
  expect(await up(place('process.kill(process.pid, "SIGKILL"); setInterval(() => undefined, 1000);'))).toBe(137);
});

it('refuses where a daemon runs already, and names it', async () => {
  const at = place('process.exitCode = 7;');
  const hello = `${JSON.stringify({ hello: { version: '1.2.3', pid: 42 } })}\n`;
  const server = createServer((connection) => void mayBeCut(connection).end(hello)).listen(at.socket);
  await once(server, 'listening');
  expect(await up(at)).toBe(4);
  expect(at.said.join()).toContain('pid 42, version 1.2.3');
  server.close();
});
