import { expect, it } from 'vitest';
import { runId } from '../domain/ids.ts';
import type { Agent, Agents } from '../ports/agent.ts';
import type { Environments } from '../ports/environment.ts';
import type { Keeper } from '../ports/keeper.ts';
import { veilAgents, veilEnvironments, veilKeeper } from './veil.ts';

const [own, named, programs] = ['correct-horse-1', 'battery-staple-2', 'drawn-9f8a7b6c'];
const key = `ghp_${'a1B2'.repeat(9)}`;
const ports = {
  config: { read: async () => ({ ok: true, value: { triggers: { a: { webhook: { secret_env: 'ALERT' } } } } }) },
  person: { env: () => ({ MODEL_API_KEY: own, ALERT: named, HOME: '/home/ada' }) },
  store: { read: async () => null },
} as never;
const all = `${own} ${named} ${key}`;

it('a program is started with what is to be hidden of it: of the person, of the configuration and of its own environment', async () => {
  const started: unknown[] = [];
  const keeper = { ensure: async (_: unknown, program: unknown) => started.push(program) } as unknown as Keeper;
  await veilKeeper(keeper, ports).ensure(runId(1), { env: { APP_TOKEN: programs }, secrets: ['more'] } as never);
  expect(started).toEqual([{ env: { APP_TOKEN: programs }, secrets: ['more', own, named, programs] }]);
});

it('what an agent tells is told without secrets, whichever way it was found', async () => {
  async function* events() {
    yield { kind: 'message', text: all };
  }
  const agent = { name: 'one', events } as unknown as Agent;
  const agents = { get: (name: string) => (name === 'one' ? agent : null), program: () => agent } as unknown as Agents;
  const veiled = veilAgents(agents, ports);
  for (const each of [veiled.get('one'), veiled.program('/bin/one')]) {
    const told: unknown[] = [];
    for await (const event of each?.events({} as Keeper, {} as never, new AbortController().signal) ?? [])
      told.push(event);
    expect(told).toEqual([{ kind: 'message', text: '[redacted] [redacted] [redacted]' }]);
  }
  expect(veiled.get('other')).toBeNull();
});

it('what is looked at of an environment is told without secrets of this machine', async () => {
  const places = { look: async () => ({ said: [`log: ${own}`, named] }) } as unknown as Environments;
  const looked = await veilEnvironments(places, ports).look({} as never, {} as never, new AbortController().signal);
  expect(looked).toEqual({ said: ['log: [redacted]', '[redacted]'] });
});
