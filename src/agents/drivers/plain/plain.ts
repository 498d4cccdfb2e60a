// The plain driver: one process per turn, the prompt on stdin, JSON lines on stdout.
import { failed } from '../../../domain/error.ts';
import type { AgentEvent } from '../../../domain/run/turn.ts';
import type { Agent, AgentSpec, Live } from '../../../ports/agent.ts';
import type { Keeper, Kept } from '../../../ports/keeper.ts';
import { parseRecord } from '../../json.ts';
import { priced } from '../../prices/price-of.ts';
import { outputLimit } from '../bookmarks.ts';
import { judgeTurnEnd } from '../judge-turn.ts';
import { findProgramOf, launch, type Way } from '../launch.ts';
import { readTail, splitLines } from '../lines.ts';
import type { Fold, PlainProfile } from './profile.ts';

const wayOf = ({ promptFile }: AgentSpec): Way => ({
  io: { kind: 'pipe', stdin: promptFile === null ? 'empty' : { file: promptFile } },
  outputLimit,
});

export function createPlainAgent<State>(profile: PlainProfile<State>): Agent {
  return {
    name: profile.name,
    driver: 'plain',
    capabilities: profile.capabilities,
    passEnv: profile.passEnv,
    find: (env, how) => findProgramOf(profile, env, how),
    start: (keeper, spec) => launch(profile, keeper, spec, wayOf(spec)),
    events: (keeper, live, signal) => events(profile.fold, keeper, live, signal),
    prompt: async () => ({ kind: 'not_taken', why: `${profile.name} takes one prompt a process this way` }),
    interrupt: (keeper, live) => keeper.end(live.runId, 'cancelled'),
    answer: async () => 'gone',
    end: (keeper, live) => keeper.end(live.runId, 'cancelled'),
  };
}

async function* events<State>(
  fold: Fold<State>,
  keeper: Keeper,
  live: Live,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  let state = fold.begin(live.usageBefore);
  let began = false;
  let model = live.model;
  for await (const line of splitLines(keeper.attach(live.runId, 0, signal))) {
    if (signal.aborted) return;
    if (line.trim() === '') continue;
    const record = parseRecord(line);
    if (record === null) {
      yield { kind: 'unknown', raw: line };
      continue;
    }
    const read = fold.read(state, record);
    state = read.state;
    for (const event of read.events) {
      if (event.kind !== 'started') continue;
      began = true;
      model = event.model ?? model;
    }
    yield* read.events;
  }
  if (signal.aborted) return;
  yield* atTheEnd(fold, state, { began, model }, await keeper.find(live.runId));
}

async function* atTheEnd<State>(
  fold: Fold<State>,
  state: State,
  { began, model }: { readonly began: boolean; readonly model: string | null },
  kept: Kept | null,
): AsyncGenerator<AgentEvent> {
  if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the output of ${kept.runId} stopped while it lives`);
  const ending = kept?.ending ?? { kind: 'lost' };
  const stderr = await readTail(kept?.files.error ?? null);
  const usage = fold.usage(state);
  if (usage) yield { kind: 'usage', usage: priced(model, usage) };
  const said = fold.verdict(state, { stderr, endedAt: kept?.endedAt ?? 0 });
  const outcome = judgeTurnEnd({ said, began, stderr }, ending);
  if (outcome.kind === 'limited') yield { kind: 'limited', until: outcome.until, message: outcome.message };
  yield { kind: 'turn_ended', outcome };
  yield { kind: 'ended', ending };
}
