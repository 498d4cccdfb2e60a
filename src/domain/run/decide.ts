// What a run needs next: a start, an end, a look at what came of it.
import type { Applied, ChildDraft, Decision } from '../decision.ts';
import { type EditTests, joinEdits } from '../edit/edit.ts';
import type { Performed } from '../effect/effect.ts';
import type { Failure } from '../error.ts';
import type { FactMap, Said } from '../fact/fact.ts';
import { type Instant, instant } from '../ids.ts';
import { type Notice, noticesOf } from '../notice.ts';
import type { Question } from '../question/question.ts';
import { answerFact } from '../session/apply-session.ts';
import { answerOfPerson, answerOfPolicy, draftQuestion } from '../session/permission-question.ts';
import { settleAsk } from '../session/settle-ask.ts';
import { type Ending, isCut } from './ending.ts';
import { sayOwnChanges } from './own-changes.ts';
import type { AgentPurpose, Run, RunResult, RunSpec, RunState } from './run.ts';
import { nextInTrial, sayTrial } from './trial.ts';

/** After a deadline the keeper has ended the tree and told; a look by ourselves comes this much later. */
const graceMs = 60_000;

type Running = Extract<RunState, { kind: 'running' }>;

type Came = { readonly ending: Ending; readonly result: RunResult };

type RunView = {
  readonly thing: Run;
  readonly notices: readonly Notice[];
  readonly questions?: readonly Question[];
  readonly children?: readonly Pick<Run, 'ended'>[];
};

export function decideRun({ thing, notices, questions, children }: RunView, now: Instant): Decision<RunState> {
  const { state, spec } = thing;
  const cancelled = notices.some((notice) => notice.kind === 'cancel');
  const ended = notices.some((notice) => notice.kind === 'ending');
  const read = { name: isOnce(thing) ? 'read-once' : 'read-run', input: {} } as const;
  switch (state.kind) {
    case 'requested':
      if (cancelled)
        return { kind: 'finish', state: refuse('it was cancelled before it began', now), said: [ended_('cancelled')] };
      return { kind: 'perform', effect: { name: isOnce(thing) ? 'start-once' : 'start-run', input: {} } };
    case 'running': {
      const words = unheard(state, notices);
      if (words !== null) return words;
      if (ended) return { kind: 'perform', effect: read };
      if (cancelled && !state.endAsked)
        return { kind: 'perform', effect: { name: 'end-run', input: { reason: 'cancelled' } } };
      const stop = decideOver(state, now);
      if (stop !== null) return stop;
      const asked = decideAsks(thing, state, questions ?? []);
      if (asked !== null) return asked;
      const edited = decideEdits(thing, state, notices, children ?? []);
      if (edited !== null) return edited;
      const due = instant(dueAt(state, spec.deadlineMs));
      if (now >= due) return { kind: 'perform', effect: read };
      return { kind: 'wait', until: due, on: `the end of ${spec.purpose.kind}` };
    }
    case 'ended':
      return (
        unheard(state, notices) ??
        nextInTrial(thing, { cancelled, children: children ?? [] }) ?? { kind: 'finish', state, said: [] }
      );
  }
}

/** Told to stop it has so long before it is made to. */
const stopMs = 30_000;

/** The turn has used more than it may. */
function decideOver({ over, endAsked }: Running, now: Instant): Decision<RunState> | null {
  if (over === undefined || endAsked) return null;
  if (!over.asked) return { kind: 'perform', effect: { name: 'interrupt-agent', input: { seq: 0 } } };
  return now < over.at + stopMs
    ? null
    : { kind: 'perform', effect: { name: 'end-run', input: { reason: 'cancelled' } } };
}

const dueAt = ({ startedAt, over, endAsked }: Running, deadlineMs: number): number =>
  over === undefined || endAsked ? startedAt + deadlineMs + graceMs : over.at + stopMs;

/** Words for the turn under way: when it is over they are kept for the next. */
function unheard({ said = 0 }: { readonly said?: number }, notices: readonly Notice[]): Decision<RunState> | null {
  const next = noticesOf(notices, 'say').find(({ seq }) => seq > said);
  if (next === undefined) return null;
  return { kind: 'perform', effect: { name: 'steer-agent', input: { seq: next.seq, text: next.body } } };
}

/** What its agent asks is the task's question: an answer holds for the task. */
function decideAsks(
  { id, task, spec }: Run,
  state: Running,
  questions: readonly Question[],
): Decision<RunState> | null {
  const asks = state.asks?.asks ?? [];
  for (const ask of asks) {
    const handover = answerOfPolicy(ask, []);
    if (handover !== null) return { kind: 'perform', effect: { name: 'answer-agent', input: handover } };
  }
  const handover = answerOfPerson(asks, questions);
  if (handover !== null) return { kind: 'perform', effect: { name: 'answer-agent', input: handover } };
  const agent = spec.purpose.kind === 'agent' || spec.purpose.kind === 'once' ? spec.purpose.agent : id;
  const question = draftQuestion(asks, questions, task === (id as string) ? agent : `${agent} (${task})`, 'task');
  return question === null ? null : { kind: 'ask', question, answeredBy: null, state, said: [] };
}

/** One after another; what is edited meanwhile comes together. */
function decideEdits(
  { id, spec: { purpose, sandbox } }: Run,
  state: Running,
  notices: readonly Notice[],
  children: readonly Pick<Run, 'ended'>[],
): Decision<RunState> | null {
  if (purpose.kind !== 'agent' || purpose.edits === undefined || state.endAsked) return null;
  const fresh = noticesOf(notices, 'edited').filter(({ seq }) => seq > (state.edited ?? 0));
  const last = fresh.at(-1);
  if (last === undefined || children.some(({ ended }) => !ended)) return null;
  const { asks, paths, choice } = joinEdits(fresh.map(({ body }) => body));
  const heard: Running = { ...state, edited: last.seq };
  if (choice.kind === 'none') return untried(heard, paths, choice.why);
  const spec: RunSpec = {
    purpose: { kind: 'edit', turn: id, asks, paths, choice, ...placeOf(purpose, purpose.edits) },
    deadlineMs: purpose.edits.deadlineMs,
    sandbox,
  };
  const child: ChildDraft = { kind: 'run', key: `edit-${last.seq}`, spec, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state: heard, said: [] };
}

const placeOf = ({ copy, hub }: AgentPurpose, { definition, dependencies }: EditTests) => ({
  copy,
  hub,
  definition,
  dependencies,
});

/** Once in a turn. */
function untried(state: Running, paths: readonly string[], why: string | null): Decision<RunState> {
  if (why === null || state.untried === true) return { kind: 'advance', state, said: [] };
  return {
    kind: 'advance',
    state: { ...state, untried: true },
    said: [{ kind: 'edit_untested', data: { paths, why } }],
  };
}

/** One by itself has a folder of its own kind, and nobody above it. */
const isOnce = ({ spec }: Run): boolean => spec.purpose.kind === 'once';

/** A start under way is told; what comes after it is decided in view of the cancel. */
export const isRunStopped = ({ state }: Run, notices: readonly Notice[]): boolean =>
  state.kind === 'requested' && notices.some((notice) => notice.kind === 'cancel');

export function applyRun(thing: Run, performed: Performed, now: Instant): Applied<RunState> {
  const { state } = thing;
  switch (performed.name) {
    case 'start-once':
    case 'start-run':
      if (performed.result.kind === 'failed') return { state: refused(performed.result.failure, now), said: [] };
      return {
        state: { kind: 'running', endAsked: false, ...performed.result.output },
        said: [{ kind: 'run_started', data: about(thing) }],
      };
    case 'answer-agent': {
      if (state.kind !== 'running' || state.asks === undefined) return { state, said: [] };
      const how = performed.result.kind === 'done' ? performed.result.output.how : 'gone';
      const asks = { ...state.asks, ...settleAsk(state.asks, performed.input.asked) };
      return { state: { ...state, asks }, said: [answerFact(performed.input, how)] };
    }
    case 'steer-agent': {
      if (state.kind === 'requested') return { state, said: [] };
      const { seq } = performed.input;
      const { how, why } =
        performed.result.kind === 'done' ? performed.result.output : ({ how: 'uncertain', why: '' } as const);
      return { state: { ...state, said: seq }, said: [{ kind: `words_${how}`, data: { why } }] };
    }
    case 'interrupt-agent':
      return state.kind === 'running' && state.over !== undefined
        ? { state: { ...state, over: { ...state.over, asked: true } }, said: [{ kind: 'interrupted' }] }
        : { state, said: [] };
    case 'end-run':
      return { state: state.kind === 'running' ? { ...state, endAsked: true } : state, said: [] };
    case 'read-once':
    case 'read-run': {
      if (performed.result.kind === 'failed') return { state: refused(performed.result.failure, now), said: [] };
      const seen = performed.result.output;
      if (seen === null) return { state: state.kind === 'running' ? { ...state, startedAt: now } : state, said: [] };
      return {
        state: {
          kind: 'ended',
          startedAt: state.kind === 'running' ? state.startedAt : null,
          endedAt: now,
          ending: endingOf(state, seen.ending),
          result: seen.result,
          ...(state.kind === 'running' && state.said !== undefined ? { said: state.said } : {}),
          ...(state.kind === 'running' && state.over !== undefined ? { over: true } : {}),
        },
        said: [
          ...sayOwnChanges(seen.own),
          ...sayTested(thing, seen),
          ...sayTrial(thing, seen),
          ...sayTaken(seen),
          ended_(endingOf(state, seen.ending).kind),
        ],
      };
    }
    default:
      throw new Error(`a run never performs ${performed.name}`);
  }
}

/** An end that nobody of ours asked for came with the keeper's own, told to go: the run was cut off, and says nothing. */
const endingOf = (state: RunState, ending: Ending): Ending =>
  ending.kind === 'cancelled' && !(state.kind === 'running' && state.endAsked) ? { kind: 'lost' } : ending;

const about = (thing: Run): FactMap['run_started'] => ({
  run: thing.id,
  key: thing.key,
  purpose: thing.spec.purpose.kind,
});
/** One that was cut off says nothing of its tests. */
function sayTested({ id, spec: { purpose } }: Run, { ending, result }: Came): readonly Said[] {
  if (purpose.kind !== 'edit' || result.kind !== 'gate' || isCut(ending)) return [];
  const { paths, choice } = purpose;
  const { verdict, why, durationMs } = result.result;
  const tests = choice.kind === 'files' ? choice.files : 'all';
  return [{ kind: 'edit_tested', data: { run: id, paths, tests, verdict, why, ms: durationMs } }];
}
const sayTaken = ({ result }: Came): readonly Said[] =>
  result.kind === 'screenshot' ? [{ kind: 'screenshot_taken', data: result.screenshot }] : [];

const ended_ = (how: string): Said => ({ kind: 'run_ended', data: { how } });
const refused = (failure: Failure, now: Instant): RunState => ({
  kind: 'ended',
  startedAt: null,
  endedAt: now,
  ending: null,
  result: { kind: 'refused', failure },
});
const refuse = (why: string, now: Instant): RunState => refused({ error_code: 'CANCELLED', message: why }, now);
