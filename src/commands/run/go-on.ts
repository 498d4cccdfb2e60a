// What a run goes on with: a conversation of its agent, a fork of one, or what others answered, as text.
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { type Answered, type CarriedOver, carryOver, usualCarry } from '../../domain/run/carry-over.ts';
import { judgeOnce } from '../../domain/run/judge-once.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { findConversation, mustFindEnded, type OnceFound, type Resumed } from './conversation.ts';

export type GoesOn =
  | { readonly kind: 'afresh' }
  | { readonly kind: 'conversation'; readonly resumed: Resumed; readonly fork: boolean }
  | { readonly kind: 'carried'; readonly agent: string; readonly carried: CarriedOver };

type Asked = Pick<Parameters<Command<'run.create'>>[1], 'resume' | 'fork' | 'agent' | 'carry' | 'transport'>;

const answerBytes = 64 * 1024 * 1024;

/** Throws `RESUME_NOT_FOUND` before anything is started. */
export async function findWhatGoesOn(ports: CommandPorts, reads: Reads, input: Asked): Promise<GoesOn> {
  const { resume: named, fork, agent } = input;
  const [only] = named;
  if (only === undefined) {
    if (fork || input.carry !== undefined)
      throw failed('USAGE', `--${fork ? 'fork' : 'carry'} goes with --resume: it says how a run goes on.`);
    return { kind: 'afresh' };
  }
  const parents = await Promise.all(named.map((each) => mustFindEnded(reads, each)));
  const own = parents[0]?.once.agent ?? '';
  const chosen = agent ?? own;
  const alone = named.length === 1 && chosen === own && input.carry === undefined;
  if (alone && (!fork || canFork(ports, chosen, input.transport)))
    return { kind: 'conversation', resumed: await findConversation(reads, only, fork), fork };
  const answers = await Promise.all(parents.map((parent) => answerOf(ports, parent)));
  return { kind: 'carried', agent: chosen, carried: carryOver(answers, input.carry ?? usualCarry) };
}

/** Since it was found another may have begun in that conversation; what was answered does not change. */
export async function mustStillGoOn(reads: Reads, { resume: [only = ''] }: Asked, goesOn: GoesOn): Promise<void> {
  if (goesOn.kind === 'conversation') await findConversation(reads, only, goesOn.fork);
}

const canFork = ({ agents }: Pick<CommandPorts, 'agents'>, agent: string, transport: Asked['transport']): boolean =>
  agents
    .drivers(agent)
    .some(
      (driver) =>
        driver !== 'pty' &&
        (transport === 'auto' || transport === driver) &&
        agents.get(agent, driver)?.capabilities.fork === true,
    );

async function answerOf({ files }: Pick<CommandPorts, 'files'>, { run, once }: OnceFound): Promise<Answered> {
  const { id, state } = run;
  const outcome =
    state.kind === 'ended' && state.result.kind === 'turn'
      ? judgeOnce(once, state.result)
      : { kind: 'failed' as const };
  if (state.kind !== 'ended' || state.result.kind !== 'turn' || outcome.kind !== 'answered')
    throw failed('RESUME_NOT_FOUND', `${id} left no answer that could be carried over.`, { resume: id });
  const { answer: file } = state.result;
  const whole = file === undefined ? null : await files.tail(file, answerBytes);
  const { name, agent } = once;
  return { run: id as RunId, name, agent, endedAt: state.endedAt, answer: whole ?? outcome.text };
}

/** For who asked: what is known of the others, and how much of it. */
export function noteOfCarried(goesOn: GoesOn): readonly string[] {
  if (goesOn.kind !== 'carried') return [];
  const said = goesOn.carried.from.map(({ run, agent, bytes, carried }) => {
    const part = carried === bytes ? 'whole' : carried === 0 ? 'left out' : `the last ${carried} of ${bytes} bytes`;
    return `${run} (${agent}, ${part})`;
  });
  return [`Carried over as text: the answers of ${said.join(', ')}.`];
}
