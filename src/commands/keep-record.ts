// The record of every act that only a person may do: written before it is done, and what came of it after. Rows are only ever added.
import type { CommandName } from '../contract/commands.ts';
import type { TaskId, ThingId } from '../domain/ids.ts';
import { nameOf } from './name-of.ts';
import type { CommandPorts, Peer } from './ports.ts';

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

/** Somebody asked for it who is no person. */
export const recordRefusal = ({ store, clock }: Ports, command: CommandName, input: unknown, peer: Peer) =>
  store.transact((tx) =>
    tx.say(record, record, clock.now(), [{ kind: 'act_refused', data: wordsOf(command, input, peer) }]),
  );

const wordsOf = (command: CommandName, input: unknown, peer: Peer) => ({
  ...{ command, about: aboutOf(input), by: nameOf(peer), channel: peer.channel, pid: peer.pid },
});

/** The names of what it is about, and nothing that was said: that may hold secrets. */
function aboutOf(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const names = ['task', 'question', 'session', 'chain', 'workspace', 'name', 'key', 'choice', 'user', 'preset'];
  return names
    .flatMap((name) => (typeof fields[name] === 'string' ? [String(fields[name]).slice(0, 200)] : []))
    .join(' ');
}
