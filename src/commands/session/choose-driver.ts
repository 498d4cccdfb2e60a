// Which program a session is, and how it is driven; it must be there before anything is made.
import { isAbsolute, join } from 'node:path';
import type { Input } from '../../contract/read-input.ts';
import { failed } from '../../domain/error.ts';
import type { SessionSpec } from '../../domain/session/session.ts';
import type { AgentSettings } from '../../domain/task/settings/settings.ts';
import type { Agent, Agents, Driver } from '../../ports/agent.ts';
import type { PersonConfig } from '../../ports/config.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { refuseMoreRights } from '../shared/authorize.ts';

type ChosenDriver = Pick<SessionSpec, 'agent' | 'driver'>;

type WantedSession = Rights &
  Pick<Input<'session.start'>, 'agent' | 'args' | 'transport' | 'sandbox' | 'resume' | 'fork' | 'effort'>;
type Ports = Pick<CommandPorts, 'agents' | 'person'>;

/** Throws `UNAUTHORIZED` where it is more than the caller may, `ENGINE_ERROR` where the program is not there, `UNSUPPORTED` where it cannot what is wanted. */
export async function chooseDriver(
  { agents, person }: Ports,
  wanted: WantedSession,
  cwd: string,
  peer: Peer,
): Promise<ChosenDriver> {
  const named = wanted.agent.includes('/') && !isAbsolute(wanted.agent) ? join(cwd, wanted.agent) : wanted.agent;
  const driver = driverOf(agents, named, wanted.transport);
  const registered = agents.get(named, driver);
  const agent = registered ?? agents.program(named);
  refuseMoreRights(peer, { ...wanted, known: registered !== null });
  refuseUnable(agent, wanted, registered !== null);
  const env = (peer.person.kind === 'person' ? peer.env : null) ?? person.env();
  const found = await agent.find(env);
  if (found.found) return { agent: named, driver };
  if (isPlainAlone(agents.drivers(named)))
    throw failed('UNSUPPORTED', `${named} is a command for one prompt each: there is nothing to talk to.`, {
      hint: `Give it a prompt: drover run "what is tested here?" --agent ${named}`,
    });
  const missing = isAbsolute(named) ? 'no such program' : 'no such program on PATH';
  throw failed('ENGINE_ERROR', `${named} is not there: ${missing}.`, { agent: named, hint: found.hint });
}

const isPlainAlone = (drivers: readonly Driver[]): boolean =>
  drivers.length > 0 && drivers.every((driver) => driver === 'plain');

/** People talk to agents in their own terminal screens unless they say otherwise. */
function driverOf(agents: Agents, name: string, transport: WantedSession['transport']): SessionSpec['driver'] {
  const there: readonly Driver[] = agents.drivers(name);
  const known = there.filter((each) => each !== 'plain');
  if (transport === 'auto') return known.includes('pty') ? 'pty' : (known[0] ?? 'pty');
  if (transport === 'pty' || known.includes(transport)) return transport;
  throw failed('UNSUPPORTED', `${name} cannot be driven through ${transport}.`, {
    hint: `Its transports: ${[...new Set(['pty', ...known])].join(', ')}.`,
  });
}

function refuseUnable({ name, capabilities }: Agent, wanted: WantedSession, known: boolean): void {
  const cannot = (what: string) => failed('UNSUPPORTED', `${name} cannot ${what}; nothing was started.`);
  if (wanted.permissions === 'read-only' && (!known || capabilities.readOnly === 'none'))
    throw cannot('be held to reading');
  if (wanted.permissions !== 'read-only' && wanted.deny.length > 0 && !capabilities.permissions)
    throw cannot(`be kept from what is denied to it (${wanted.deny.join(', ')}): it asks nobody`);
  if (wanted.effort !== undefined && capabilities.effort !== true) throw cannot('be told how much to think (--effort)');
  if (wanted.resume !== undefined && (!known || !capabilities.resume)) throw cannot('go on with a conversation');
  if (wanted.fork && !capabilities.fork) throw cannot('fork a conversation');
}

// What an agent may do: as it is said, else as it is configured for it. Patterns add up; a denial wins.

type Permissions = NonNullable<AgentSettings['permissions']>;

export type Rights = {
  readonly permissions: Permissions;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
};

type SaidOfSession = {
  readonly permissions?: Permissions | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
};

/** What is configured for a person is no gift to an agent: one that says nothing is asked, as before. */
export function permissionsOf(
  config: PersonConfig,
  agent: string,
  said: SaidOfSession,
  usual: Permissions,
  { person }: Peer,
): Rights {
  const words = config.agents[agent] ?? {};
  const configured = words.permissions ?? usual;
  const own = person.kind === 'person' || configured === 'read-only' ? configured : usual;
  const together = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
  return {
    permissions: said.permissions ?? own,
    allow: together(person.kind === 'person' ? words.allow : [], said.allow),
    deny: together(words.deny, said.deny),
  };
}
