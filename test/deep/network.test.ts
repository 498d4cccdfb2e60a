// With whom the agents of a task may speak: by configuration, in the sandbox, seen from the servers' side.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskCreated } from '../../src/contract/task.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

let world: World;
let model: Server;
let other: Server;
const heard: string[] = [];
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Asks both servers, and says what came of it instead of a report. */
const agent = `
const [, ...ports] = process.argv;
const told = [];
for (const port of ports)
  told.push(await fetch('http://127.0.0.1:' + port + '/').then((r) => r.text(), (e) => e.cause?.code ?? e.message));
console.log('heard: ' + told.join(', ') + '.');
`;

beforeAll(async () => {
  world = await openWorld();
  const listen = (name: string) =>
    new Promise<Server>((resolve) => {
      const server = createServer((_, response) => {
        heard.push(name);
        response.end(name);
      });
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  [model, other] = [await listen('model'), await listen('other')];
});
afterAll(async () => {
  await world.close();
  for (const server of [model, other]) server.close();
});

/** In its argv: what lies in a temporary folder is not seen in the sandbox. */
const asks = () =>
  JSON.stringify([process.execPath, '--input-type=module', '-e', agent, `${portOf(model)}`, `${portOf(other)}`]);

const begin = async () =>
  (await world.must<TaskCreated>(['do', 'Who answers?', '--agent', 'asks', '--until', 'plan', '-d'])).task;

describe('an agent of a task', needs('bwrap'), () => {
  const analysed = async (words: string): Promise<string> => {
    const command = asks();
    world.setConfig(`  asks: { command: ${command}${words} }\npolicy: normal\n`);
    const task = await begin();
    const [plan] = (await world.asked(task, 'plan')).open_questions;
    await world.must(['task', 'cancel', task]);
    return /heard: [^.]*/.exec(plan?.text ?? '')?.[0] ?? `${plan?.text}`;
  };

  it('speaks with its model alone where that is configured, and the other never hears of it', async () => {
    expect(await analysed(`, network: model, hosts: ["127.0.0.1:${portOf(model)}"]`)).toBe(
      'heard: model, ECONNREFUSED',
    );
    expect(heard.splice(0)).toEqual(['model']);
  });

  it('analyses with named hosts alone without a word about its network', async () => {
    expect(await analysed(`, hosts: ["127.0.0.1:${portOf(other)}"]`)).toBe('heard: ECONNREFUSED, other');
    expect(heard.splice(0)).toEqual(['other']);
  });

  it('speaks with nobody where that is configured, and with everybody where nobody knows its hosts', async () => {
    expect(await analysed(', network: none')).toBe('heard: ECONNREFUSED, ECONNREFUSED');
    expect(heard.splice(0)).toEqual([]);
    expect(await analysed('')).toBe('heard: model, other');
    expect(heard.splice(0)).toEqual(['model', 'other']);
  });

  it('is not started where its model alone is wanted and nobody knows where that is', async () => {
    const command = asks();
    world.setConfig(`  asks: { command: ${command}, network: model }\npolicy: normal\n`);
    const task = await begin();
    const [stuck] = (await world.asked(task, 'stuck')).open_questions;
    expect(stuck?.text).toContain('name them in agents.asks.hosts');
    await world.must(['task', 'cancel', task]);
    expect(heard.splice(0)).toEqual([]);
  });

  it('refuses hosts that are none', async () => {
    world.setConfig('  asks: { command: [x], hosts: ["http://x"] }\n');
    expect(await world.ask(['config', 'list'])).toMatchObject({ error_code: 'CONFIG_INVALID' });
    world.setConfig('policy: normal\n');
  });
});
