// The one door of all requests: known, understood, allowed, done; every failure leaves as a reply.
import { type CommandName, type StreamName, schemas, streams } from '../contract/commands.ts';
import { needsPerson } from '../contract/person.ts';
import type { Reply, Request } from '../contract/protocol.ts';
import { type Input, isCommand, readInput } from '../contract/read-input.ts';
import type { Events } from '../contract/replies.ts';
import { toReply } from '../contract/to-reply.ts';
import { Failed, type Failure, fail } from '../domain/error.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { Command, CommandPorts, Peer, Stream } from './ports.ts';
import { atHand } from './shared/at-hand.ts';
import { recordAct, recordOutcome, unauthorized } from './shared/authorize.ts';
import { OnceOnly, takeKey } from './shared/once-only.ts';
import { recordRefusal } from './shared/refusals.ts';
import { nameOf } from './shared/request.ts';
import { mustHaveRight } from './shared/rights.ts';
import { inSight, mustSee } from './shared/sight.ts';
import { whatIsMeant } from './shared/what-is-meant.ts';
import { streamTable, table } from './table.ts';

/** `signal` fires when the caller has left: what is only told to it ends, what was begun goes on. */
export type Dispatch = (
  request: Pick<Request, 'command' | 'input'>,
  peer: Peer,
  signal?: AbortSignal,
) => Promise<Reply> | AsyncGenerator<Events[StreamName], Reply>;

export const createDispatch = (ports: CommandPorts): Dispatch => {
  const once = new OnceOnly(ports);
  return ({ command, input }, peer, signal = new AbortController().signal) => {
    if (!isCommand(command)) return Promise.resolve(toReply(unknown(command)));
    const said = takeKey(command, input);
    const read = readInput(command, said.input);
    if (!read.ok) return Promise.resolve(toReply(read.failure, atHand(command, input)));
    if (isStream(command)) return stream(ports, command, read.value, peer, signal);
    return reply(ports, command, read.value, peer, signal, (work) => once.run(said, peer, work));
  };
};

function unknown(command: unknown): Failure {
  const near = nearest(String(command), Object.keys(schemas));
  const hint = near === null ? {} : { hint: `Did you mean \`${near}\`?` };
  return fail('UNKNOWN_WORD', `There is no request ${JSON.stringify(command)}.`, hint).failure;
}

const isStream = (name: CommandName): name is StreamName => (streams as readonly CommandName[]).includes(name);

async function reply(
  whole: CommandPorts,
  name: CommandName,
  input: unknown,
  peer: Peer,
  signal: AbortSignal,
  once: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<Reply> {
  const ports = inSight(whole, name, peer);
  try {
    const meant = await whatIsMeant(ports, name, input, peer);
    const { act, as } = await mustBeAllowed(whole, name, meant, peer);
    const run = table[name as keyof typeof table] as Command<CommandName>;
    return await recorded(ports, name, act, () => once(() => run(ports, meant as Input<CommandName>, as, signal)));
  } catch (error) {
    return toReply(failureOf(ports, name, error), atHand(name, input));
  }
}

async function* stream(
  whole: CommandPorts,
  name: StreamName,
  input: unknown,
  peer: Peer,
  signal: AbortSignal,
): AsyncGenerator<Events[StreamName], Reply> {
  const ports = inSight(whole, name, peer);
  try {
    const meant = await whatIsMeant(ports, name, input, peer);
    const { as } = await mustBeAllowed(whole, name, meant, peer);
    const run = streamTable[name] as Stream<StreamName>;
    return { ok: true, data: yield* run(ports, meant as Input<StreamName>, as, signal) };
  } catch (error) {
    return toReply(failureOf(ports, name, error), atHand(name, input));
  }
}

/** What ends things works on a full disk too. */
const emergencies: readonly CommandName[] = ['service.down', 'session.stop'];

/** `act`: its number, where it is one that only a person may do, on record before it is done. `as`: who asks, under their name here. */
async function mustBeAllowed(
  ports: CommandPorts,
  name: CommandName,
  input: unknown,
  peer: Peer,
): Promise<{ readonly act: number | null; readonly as: Peer }> {
  const { person, pid } = peer;
  if (person.kind === 'person') return mayDo(ports, name, input, peer);
  if (!needsPerson(name, input)) {
    await mustSee(inSight(ports, name, peer), name, input, peer);
    return { act: null, as: peer };
  }
  if (await recordRefusal(ports, name, input, peer)) ports.log.warn(`${name} refused: ${person.why}`, { pid });
  throw unauthorized(name, person);
}

async function mayDo(ports: CommandPorts, name: CommandName, input: unknown, peer: Peer) {
  const as = await mustHaveRight(ports, name, input, peer).catch(async (error: unknown) => {
    if (error instanceof Failed && error.failure.error_code === 'NOT_ALLOWED')
      await recordRefusal(ports, name, input, peer);
    throw error;
  });
  if (!needsPerson(name, input)) return { act: null, as };
  const act = await recordAct(ports, name, input, as).catch((error) => {
    if (!emergencies.includes(name)) throw error;
    ports.log.warn(`${name} is not on record`, { by: nameOf(as), why: String(error) });
    return null;
  });
  return { act, as };
}

/** What came of an act is on record as well; of one that ends the daemon nothing more is. */
async function recorded(
  ports: CommandPorts,
  name: CommandName,
  act: number | null,
  run: () => Promise<unknown>,
): Promise<Reply> {
  const tell = (outcome: string) =>
    act === null || name === 'service.down' ? Promise.resolve() : recordOutcome(ports, act, outcome);
  try {
    const data = await run();
    await tell('done');
    return { ok: true, data };
  } catch (error) {
    await tell(error instanceof Failed ? error.failure.error_code : 'INTERNAL');
    throw error;
  }
}

/** Bugs are caught here and nowhere else. */
function failureOf({ log }: CommandPorts, command: string, error: unknown): Failure {
  if (error instanceof Failed) return error.failure;
  const id = log.bug(error, { command });
  return fail('INTERNAL', `${command} met a bug (log ${id}).`, { log: id }).failure;
}
