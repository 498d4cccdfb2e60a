// The driver for agents that speak the Agent Client Protocol: a fold over the two journals of a run, and what it wants said.
import { readFile } from 'node:fs/promises';
import { failed } from '../../../domain/error.ts';
import type { AgentEvent, TurnOutcome } from '../../../domain/run/turn.ts';
import type { Agent, Live } from '../../../ports/agent.ts';
import type { Keeper, Kept } from '../../../ports/keeper.ts';
import { Bookmarker, type Keeping, latestBookmark, talkedTo, usualKeeping } from '../bookmarks.ts';
import { judgeTurnEnd } from '../judge-turn.ts';
import { findProgramOf, launch } from '../launch.ts';
import { readTail } from '../lines.ts';
import { sayLine } from '../native/input.ts';
import { answerAcp, endAcp, interruptAcp, promptAcp } from './actions.ts';
import { follow, SaidJournal } from './follow.ts';
import { type AcpWord, next } from './next.ts';
import type { AcpProfile } from './profile.ts';
import { heard, hearSaid } from './read.ts';
import { type AcpState, beginAcp, type SavedRun, saveAcp } from './state.ts';
import { closeTurn, flush, followed, stands } from './turn.ts';

export function createAcpAgent(profile: AcpProfile, keeping: Keeping = usualKeeping): Agent {
  return {
    name: profile.name,
    driver: 'acp',
    capabilities: profile.capabilities,
    passEnv: profile.passEnv,
    find: (env, how) => findProgramOf(profile, env, how),
    start: (keeper, spec) => launch(profile, keeper, spec, talkedTo(spec, keeping)),
    events: (keeper, live, signal) => events(profile, keeper, live, signal, keeping),
    prompt: (keeper, live, message) => promptAcp(profile, keeper, live, message),
    interrupt: (keeper, live) => interruptAcp(profile, keeper, live),
    answer: (keeper, live, asked, choice) => answerAcp(profile, keeper, live, asked, choice),
    end: (keeper, live) => endAcp(profile, keeper, live),
  };
}

async function* events(
  profile: AcpProfile,
  keeper: Keeper,
  live: Live,
  signal: AbortSignal,
  keeping: Keeping,
): AsyncGenerator<AgentEvent> {
  const kept = await keeper.find(live.runId);
  const input = kept?.files.input ?? '';
  const bookmark = await latestBookmark(live);
  const saved = (bookmark?.saved ?? null) as SavedRun | null;
  const fold = new Fold(beginAcp(profile, live, saved?.state), new SaidJournal(input, saved?.journal));
  const bookmarker = new Bookmarker(live, keeping, bookmark);
  const closing = createClosing(profile, keeper, live);
  yield* bookmark?.told ?? [];
  if (!live.once && bookmark === null) yield bookmarker.note(stands({ kind: 'starting' }));
  const from = { input, at: bookmark?.at ?? kept?.outputFrom ?? 0 };
  try {
    for await (const one of follow(keeper, live.runId, from, signal)) {
      for await (const each of one.kind === 'line' ? fold.hear(one.line.text) : fold.look())
        yield bookmarker.note(each);
      for await (const each of pump(fold, keeper, closing)) yield bookmarker.note(each);
      if (one.kind === 'line' && one.line.whole) await bookmarker.pass(one.line.end, () => fold.save());
    }
    if (!signal.aborted) yield* atTheEnd(profile, fold.state, await keeper.find(live.runId));
  } finally {
    closing.stop();
  }
}

/** The state while it grows. Whatever has an answer was said before: the other journal is looked at first. */
class Fold {
  state: AcpState;
  readonly live: Live;
  readonly journal: SaidJournal;

  constructor(begun: AcpState, journal: SaidJournal) {
    this.state = begun;
    this.live = begun.live;
    this.journal = journal;
  }

  save(): SavedRun {
    return { state: saveAcp(this.state), journal: this.journal.save() };
  }

  async *hear(line: string): AsyncGenerator<AgentEvent> {
    if (this.state.turn === null || line.includes('"id"')) yield* this.look();
    const over = this.live.once && this.state.turns > 0;
    const step = heard(this.state, line);
    this.state = step.state;
    if (!over) yield* step.events;
  }

  async *look(): AsyncGenerator<AgentEvent> {
    for (const line of await this.journal.read()) {
      const step = hearSaid(this.state, line);
      this.state = step.state;
      yield* step.events;
    }
  }
}

async function* pump(fold: Fold, keeper: Keeper, closing: Closing): AsyncGenerator<AgentEvent> {
  for (let word = next(fold.state); word !== null; word = next(fold.state)) {
    if (word.kind === 'close') return closing.begin();
    const { count } = fold.journal;
    if (!(await sayLine(keeper, fold.live.runId, count + 1, await lineOf(word, fold.live)))) return;
    yield* fold.look();
    if (fold.journal.count === count) return;
  }
}

const lineOf = async (word: Exclude<AcpWord, { kind: 'close' }>, { promptFile }: Live): Promise<string> =>
  word.kind === 'say' ? word.line : word.line(await readFile(promptFile ?? '', 'utf8'));

type Closing = { begin(): void; stop(): void };

/** Its input is closed once; who does not leave is ended. */
function createClosing(profile: AcpProfile, keeper: Keeper, live: Live): Closing {
  let timer: NodeJS.Timeout | null = null;
  return {
    begin() {
      if (timer !== null) return;
      timer = setTimeout(() => void keeper.end(live.runId, 'cancelled').catch(() => undefined), profile.graceMs);
      void keeper.closeInput(live.runId).catch(() => undefined);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function* atTheEnd(profile: AcpProfile, state: AcpState, kept: Kept | null): AsyncGenerator<AgentEvent> {
  if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the output of ${kept.runId} stopped while it lives`);
  const ending = kept?.ending ?? { kind: 'lost' };
  if (state.turn !== null || state.turns === 0) {
    const stderr = await readTail(kept?.files.error ?? null);
    const outcome = outcomeAtTheEnd(profile, state, stderr, ending);
    const { events } = followed(flush(state), (now) => closeTurn(now, outcome, state.turn?.usage ?? null));
    yield* events.filter(({ kind }) => kind !== 'standing');
  }
  yield { kind: 'ended', ending };
}

function outcomeAtTheEnd(
  profile: AcpProfile,
  { turn, conversation, cancelled }: AcpState,
  stderr: string,
  ending: NonNullable<Kept['ending']>,
): TurnOutcome {
  if (turn !== null && cancelled.includes(turn.id) && ending.kind !== 'timed_out') return { kind: 'interrupted' };
  const said = conversation === null ? (profile.judgeEnd?.(stderr) ?? null) : null;
  if (said === null && conversation === null && ending.kind === 'exited' && ending.code === 0)
    return { kind: 'crashed', message: 'it left before it took a prompt' };
  return judgeTurnEnd({ said, began: conversation !== null, stderr }, ending);
}
