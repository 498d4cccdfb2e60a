// What only a person may do, asked by somebody else.

import type { CommandName } from '../../contract/commands.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { type Failed, failed } from '../../domain/error.ts';
import type { TaskId, ThingId } from '../../domain/ids.ts';
import type { Session, SessionSpec } from '../../domain/session/session.ts';
import type { Reads } from '../../ports/store.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { nameOf } from './request.ts';

/** To be thrown at whoever is no person. */
export function unauthorized(command: CommandName, asker: Exclude<Asker, { kind: 'person' }>): Failed {
  const why = asker.kind === 'agent' ? `this comes from an agent (${asker.why})` : asker.why;
  return failed('UNAUTHORIZED', `Only a person may do this, and ${why}.`, { command });
}

// The record of every act that only a person may do: written before it is done, and what came of it after. Rows are only ever added.

/** What the record stands under, beside the things: it is about no one of them. */
export const record = 'audit' as ThingId & TaskId;

type Ports = Pick<CommandPorts, 'store' | 'clock'>;

/** Gives the number under which its outcome is told. */
export const recordAct = (ports: Ports, command: CommandName, input: unknown, peer: Peer): Promise<number> =>
  ports.store.transact(async (tx) => {
    const act = await tx.next('act');
    const saw = (input as { readonly binding?: string } | null)?.binding ?? null;
    await tx.say(record, record, ports.clock.now(), [
      { kind: 'act_asked', data: { act, saw, ...wordsOf(command, input, peer) } },
    ]);
    return act;
  });

export const recordOutcome = ({ store, clock }: Ports, act: number, outcome: string): Promise<void> =>
  store.transact((tx) => tx.say(record, record, clock.now(), [{ kind: 'act_ended', data: { act, outcome } }]));

/** Who asks for what, and where. */
export type ActWords = {
  readonly command: string;
  readonly about: string;
  readonly by: string;
  readonly channel: Peer['channel'];
  readonly pid: number | null;
};

export const wordsOf = (command: string, input: unknown, peer: Peer): ActWords => ({
  command,
  about: aboutOf(input),
  by: nameOf(peer),
  channel: peer.channel,
  pid: peer.pid,
});

/** The names of what it is about, and nothing that was said: that may hold secrets. */
function aboutOf(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const names = ['task', 'question', 'session', 'chain', 'workspace', 'name', 'key', 'choice', 'user', 'preset'];
  return names
    .flatMap((name) => (typeof fields[name] === 'string' ? [String(fields[name]).slice(0, 200)] : []))
    .join(' ');
}

// What an agent may do with sessions: talk to all, start some with no more rights than its own, end and empty what is its own.

type WantedRights = Pick<SessionSpec, 'permissions' | 'sandbox' | 'args'> & { readonly known: boolean };

/** From the least on. */
const order = ['read-only', 'ask', 'auto', 'bypass'] as const;

/** Throws `UNAUTHORIZED` where an agent, or somebody who is not known, would start more than they are. */
export function refuseMoreRights({ person }: Peer, { permissions, sandbox, args, known }: WantedRights): void {
  if (person.kind === 'person') return;
  const own = person.kind === 'agent' ? (person.session?.spec ?? null) : null;
  const most = own?.permissions ?? 'ask';
  if (order.indexOf(permissions) > order.indexOf(most))
    throw refused(`sessions it starts have the permissions ${most} at most`);
  if (own === null) return;
  if (own.sandbox && !sandbox) throw refused('it is in a sandbox, so what it starts must be too (`--sandbox`)');
  if (own.permissions !== 'bypass' && !known) throw refused('it may start agents that Drover knows only');
  if (own.permissions !== 'bypass' && args.length > 0)
    throw refused('words of its own for the program (after `--`) could give it more rights');
}

const refused = (why: string) => failed('UNAUTHORIZED', `Only a person may do this: ${why}.`);

/** Throws `UNAUTHORIZED` where an agent would act on a session that is neither its own nor started by it. */
export async function mustBeItsOwn(reads: Reads, { person }: Peer, session: Session, what: string): Promise<void> {
  if (person.kind !== 'agent') return;
  if (await descends(reads, session, person)) return;
  throw failed(
    'UNAUTHORIZED',
    `An agent may ${what} only itself and what it started; ${session.spec.name} is neither.`,
  );
}

async function descends(reads: Reads, session: Session, agent: Extract<Asker, { kind: 'agent' }>): Promise<boolean> {
  const own = agent.session?.id;
  for (let at: Session | null = session; own !== undefined && at !== null; ) {
    if (at.id === own) return true;
    const [, parent]: readonly (string | undefined)[] = /^session:(s\d+)$/.exec(at.spec.startedBy) ?? [];
    at = parent === undefined ? null : ifKind(await reads.thing(parent as never), 'session');
  }
  return false;
}
