// What an agent did so far, read again from what the keeper kept. Nothing is said to the program on the way.
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { liveSessionAgent } from '../../ports/live-agent.ts';
import type { CommandPorts } from '../ports.ts';

type Ports = Pick<CommandPorts, 'keeper' | 'agents' | 'files'>;

/** `follow`: goes on with what comes, until the session ends or the signal fires. */
export async function* agentEventsOf(
  { keeper, agents, files }: Ports,
  session: Session,
  follow: boolean,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const over = new AbortController();
  const kept = await keeper.find(session.spec.run);
  if (kept === null) return;
  const all = follow || kept.ending !== null;
  const mute = muteKeeper(keeper, all ? null : kept.outputBytes, () => over.abort('over'));
  const { agent, live } = liveSessionAgent({ agents, files }, session);
  for await (const event of agent.events(mute, { ...live, mute: true }, AbortSignal.any([signal, over.signal])))
    yield event;
}

/** Writes nothing, ends nothing; `until`: the output's first so many bytes, then `done` is called. */
const muteKeeper = (keeper: Keeper, until: number | null, done: () => void): Keeper => ({
  ensure: (runId, program) => keeper.ensure(runId, program),
  write: async () => true,
  closeInput: async () => undefined,
  end: async () => undefined,
  find: (runId) => keeper.find(runId),
  list: () => keeper.list(),
  async *attach(runId, from, signal) {
    let seen = from;
    if (until !== null && seen >= until) return done();
    for await (const bytes of keeper.attach(runId, from, signal)) {
      yield until === null ? bytes : bytes.subarray(0, Math.max(0, until - seen));
      seen += bytes.length;
      if (until !== null && seen >= until) return done();
    }
  },
  ticket: (runId, right) => keeper.ticket(runId, right),
  resize: async () => undefined,
  screen: (runId, history) => keeper.screen(runId, history),
  screens: (runId, signal) => keeper.screens(runId, signal),
  activity: (runId) => keeper.activity(runId),
  strays: (end, of) => keeper.strays(end, of),
  onEnding: (listener) => keeper.onEnding(listener),
  forget: async () => undefined,
});
