// What only a person may do, asked by somebody else: refused, and on record with the task it was about.

import type { CommandName } from '../../contract/commands.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { Failed, failed } from '../../domain/error.ts';
import { kindOf, type RunId, type TaskId, type ThingId } from '../../domain/ids.ts';
import type { Session, SessionSpec } from '../../domain/session/session.ts';
import type { Reads } from '../../ports/store.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { findQuestion } from '../question/find.ts';
import { findTask } from '../task/find.ts';
import { commit, nameOf } from './request.ts';
import { underOwnName } from './rights.ts';

/** The failure to be thrown. */
export async function authorize(
  ports: CommandPorts,
  command: CommandName,
  input: unknown,
  asker: Exclude<Asker, { kind: 'person' }>,
  pid: number | null,
): Promise<Failed> {
  ports.log.warn(`${command} refused: ${asker.why}`, { pid });
  const run = asker.kind === 'agent' ? (asker.run ?? null) : null;
  const task = await ports.store.read(
    async (reads) => (await concerned(reads, input)) ?? (await taskOfRun(reads, run)),
  );
  if (task !== null)
    await commit(ports, (tx) =>
      tx.say(task, task, ports.clock.now(), [{ kind: 'refused_forgery', data: { command, why: asker.why, pid } }]),
    );
  const why = asker.kind === 'agent' ? `this comes from an agent (${asker.why})` : asker.why;
  return failed('UNAUTHORIZED', `Only a person may do this, and ${why}.`, { command });
}

/** The task a request is about, if it names one. */
async function concerned(reads: Reads, input: unknown): Promise<TaskId | null> {
  const { task, question } = (input ?? {}) as { readonly task?: string; readonly question?: string };
  try {
    if (task !== undefined) return (await findTask(reads, task)).task;
    return question === undefined ? null : (await findQuestion(reads, question)).task;
  } catch (error) {
    if (error instanceof Failed) return null;
    throw error;
  }
}

/** Where none is named: the task whose agent asks. */
async function taskOfRun(reads: Reads, run: string | null): Promise<TaskId | null> {
  if (run === null || kindOf(run as RunId) !== 'run') return null;
  return (await reads.thing(run as RunId))?.task ?? null;
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

/** What is done in a browser without a request. */
export type RefusedAct = 'upload.bring' | 'session.type';

/** Somebody asked for it who may not, under the name that they have here. `command`: or what is done in a browser without one. */
export async function recordRefusal(
  ports: Ports & { readonly config: Pick<CommandPorts['config'], 'read'> },
  command: CommandName | RefusedAct,
  input: unknown,
  peer: Peer,
): Promise<void> {
  const data = wordsOf(command, input, await underOwnName(ports, peer));
  await ports.store.transact((tx) => tx.say(record, record, ports.clock.now(), [{ kind: 'act_refused', data }]));
}

const wordsOf = (command: CommandName | RefusedAct, input: unknown, peer: Peer) => ({
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
