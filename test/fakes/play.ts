// Plays a machine of the domain alone: decisions are followed, and whatever the outside could do is chosen by `pick`.
import type { Applied, Decision } from '../../src/domain/decision.ts';
import type { Effect, EffectName, Performed } from '../../src/domain/effect/effect.ts';
import { type Instant, instant, questionId } from '../../src/domain/ids.ts';
import type { Notice } from '../../src/domain/notice.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { Ending } from '../../src/domain/run/ending.ts';
import type { Purpose, RunResult } from '../../src/domain/run/run.ts';
import type { TurnOutcome } from '../../src/domain/run/turn.ts';
import type { Thing } from '../../src/domain/thing.ts';
import { gatePlan, gateResult, gateSettings, report, turn } from './outside.ts';

/** A number below `count`. */
export type Pick = (count: number) => number;

export type Seen = {
  readonly thing: Thing;
  readonly children: readonly Thing[];
  readonly notices: readonly Notice[];
  readonly questions: readonly Question[];
  readonly slot: { readonly kind: 'held' | 'waiting' | 'none' };
};

export type Machine = {
  decide(seen: Seen, now: Instant): Decision<unknown>;
  apply(thing: Thing, performed: Performed, now: Instant): Applied<unknown>;
};

export type Played = {
  readonly seen: Seen;
  readonly now: Instant;
  readonly effects: readonly EffectName[];
  readonly ended: boolean;
  /** What it waits for; null while it can go on by itself. */
  readonly waits: { readonly until: Instant | null } | null;
};

export const begin = (thing: Thing): Played => ({
  seen: { thing, children: [], notices: [], questions: [], slot: { kind: 'none' } },
  now: instant(1_000_000),
  effects: [],
  ended: false,
  waits: null,
});

const sureToWork: readonly EffectName[] = ['release', 'free-slot'];

/** One decision, followed. */
export function round(machine: Machine, played: Played, pick: Pick): Played {
  const { seen, now } = played;
  const decision = machine.decide(seen, now);
  checkSafe(seen, decision);
  const to = (state: unknown, more: Partial<Seen> = {}): Played => ({
    ...played,
    waits: null,
    seen: { ...seen, ...more, thing: { ...seen.thing, state, version: seen.thing.version + 1 } },
  });
  switch (decision.kind) {
    case 'perform': {
      const result = resultOf(decision.effect, pick);
      const applied = machine.apply(seen.thing, { ...decision.effect, result } as Performed, now);
      const slot = slotAfter(decision.effect, result.kind === 'done' ? result.output : null, seen.slot);
      return { ...to(applied.state, { slot }), effects: [...played.effects, decision.effect.name] };
    }
    case 'ask': {
      if (seen.questions.some((question) => question.key === decision.question.key)) throw new Error('asked twice');
      const answer = {
        ...(decision.answeredBy ?? { choice: '' }),
        words: null,
        by: 'policy',
        channel: 'policy',
        at: now,
      };
      const question: Question = {
        ...decision.question,
        id: questionId(seen.questions.length + 1),
        thing: seen.thing.id,
        task: seen.thing.task,
        askedAt: now,
        state: decision.answeredBy === null ? { kind: 'open' } : { kind: 'answered', answer },
      };
      return to(decision.state, { questions: [...seen.questions, question] });
    }
    case 'spawn': {
      const children = decision.children.map((draft): Thing => {
        if (seen.children.some((child) => child.key === draft.key)) throw new Error(`spawned twice: ${draft.key}`);
        return {
          ...seen.thing,
          ...draft,
          id: `${seen.thing.id}/${draft.key}` as Thing['id'],
          ended: false,
          createdAt: now,
        };
      });
      return to(decision.state, { children: [...seen.children, ...children] });
    }
    case 'advance': {
      const told = new Set((decision.notices ?? []).filter(({ kind }) => kind === 'cancel').map((notice) => notice.to));
      const children = seen.children.map((child) => (told.has(child.id) ? end(child, pick, 'cancelled') : child));
      const { reworded } = decision;
      const reword = (question: Question): Question =>
        question.state.kind === 'open' && question.key === reworded?.key ? { ...question, ...reworded } : question;
      const close = (question: Question): Question =>
        question.state.kind === 'open' && decision.closeQuestions !== undefined
          ? { ...question, state: { kind: 'closed', why: decision.closeQuestions, at: now } }
          : question;
      return to(decision.state, { children, questions: seen.questions.map(reword).map(close) });
    }
    case 'wait':
      return { ...played, waits: { until: decision.until } };
    case 'finish':
      return { ...to(decision.state), ended: true };
  }
}

/** While a run lives, its copy is its own: nothing may be performed, spawned or asked beside it, but whether to submit, beside which parts are tried. */
function checkSafe({ children }: Seen, decision: Decision<unknown>): void {
  const living = children.filter((child) => !child.ended);
  if (decision.kind === 'ask' && decision.question.kind === 'submit') return;
  if (living.length > 0 && !['wait', 'advance'].includes(decision.kind))
    throw new Error(`${decision.kind} ${JSON.stringify(decision).slice(0, 300)} while ${living[0]?.key} lives`);
}

function slotAfter(effect: Effect, output: unknown, before: Seen['slot']): Seen['slot'] {
  if (effect.name === 'claim-slot' && output !== null)
    return { kind: (output as { granted: boolean }).granted ? 'held' : 'waiting' };
  return effect.name === 'free-slot' || effect.name === 'release' ? { kind: 'none' } : before;
}

export const words = ['cancel', 'finish', 'pause', 'resume', 'say', 'retry'] as const;

export function say(played: Played, kind: string, body: unknown = kind): Played {
  const { seen, now } = played;
  const notice = {
    thing: seen.thing.id,
    seq: seen.notices.length + 1,
    at: now,
    by: 'person:test',
    kind,
    body,
  } as Notice;
  return { ...played, waits: null, seen: { ...seen, notices: [...seen.notices, notice] } };
}

/** Something that a waiting thing could wait for comes about. */
export function happen(played: Played, pick: Pick): Played {
  const { seen } = played;
  const living = seen.children.findIndex((child) => !child.ended);
  const child = seen.children[living];
  const open = seen.questions.findIndex((question) => question.state.kind === 'open');
  const question = seen.questions[open];
  if (child !== undefined)
    return { ...played, waits: null, seen: { ...seen, children: seen.children.with(living, end(child, pick, null)) } };
  if (seen.slot.kind === 'waiting') return { ...played, waits: null, seen: { ...seen, slot: { kind: 'held' } } };
  if (question !== undefined)
    return { ...played, waits: null, seen: { ...seen, questions: seen.questions.with(open, answer(question, pick)) } };
  if (played.waits?.until != null) return { ...played, waits: null, now: played.waits.until };
  return say(played, 'resume');
}

function answer(question: Question, pick: Pick): Question {
  const choice = question.choices[pick(question.choices.length)];
  const given = { choice: choice?.id ?? '', words: choice?.words === 'none' ? null : 'some\nwords' };
  return {
    ...question,
    state: { kind: 'answered', answer: { ...given, by: 'person:test', channel: 'test', at: instant(0) } },
  };
}

function end(child: Thing, pick: Pick, how: 'cancelled' | null): Thing {
  if (child.ended) return child;
  if (child.kind === 'criterion')
    return { ...child, ended: true, state: { ...(child.state as object), at: criterionEnd(pick, how) } };
  const { purpose } = child.spec as { purpose: Purpose };
  const ending: Ending = how === null ? (endings[pick(endings.length)] ?? { kind: 'lost' }) : { kind: 'cancelled' };
  const refused = pick(8) === 7;
  return {
    ...child,
    ended: true,
    state: {
      kind: 'ended',
      startedAt: 0,
      endedAt: 1,
      ending: refused ? null : ending,
      result: refused ? { kind: 'refused', failure } : runResult(purpose, pick),
    },
  };
}

const failure = { error_code: 'INTERNAL', message: 'it did not work' } as const;
const endings: readonly Ending[] = [
  { kind: 'exited', code: 0 },
  { kind: 'lost' },
  { kind: 'exited', code: 1 },
  { kind: 'signalled', signal: 'SIGKILL' },
  { kind: 'timed_out', afterMs: 1 },
];

const criterionEnd = (pick: Pick, how: 'cancelled' | null) => ({
  kind: 'ended',
  outcome:
    how !== null
      ? { kind: 'cancelled' }
      : ([
          { kind: 'passed', tree: 't1', unverified: [] },
          { kind: 'blocked', why: 'it does not work' },
          { kind: 'passed', tree: 't2', unverified: ['lint'] },
          { kind: 'amended', amendment: { why: 'it is otherwise', criteria: report.criteria } },
        ][pick(4)] ?? { kind: 'cancelled' }),
});

const outcomes: readonly TurnOutcome[] = [
  { kind: 'answered', text: JSON.stringify(report) },
  { kind: 'answered', text: 'I looked around.' },
  { kind: 'answered', text: JSON.stringify({ summary: 'fine', findings: [] }) },
  { kind: 'answered', text: JSON.stringify({ summary: 's', findings: [{ severity: 'P1', what: 'w', why: 'y' }] }) },
  { kind: 'refused_by_permission', what: ['Bash'], text: 'done' },
  { kind: 'api_error', status: 500, message: 'overloaded' },
  { kind: 'auth_missing', message: 'log in' },
  { kind: 'limited', until: 2_000_000, message: 'later' },
  { kind: 'limited', until: null, message: 'later' },
  { kind: 'interrupted' },
  { kind: 'empty' },
  { kind: 'cut_off', message: 'cut' },
  { kind: 'timed_out', afterMs: 1 },
  { kind: 'crashed', message: 'boom' },
];

function runResult(purpose: Purpose, pick: Pick): RunResult {
  switch (purpose.kind) {
    case 'agent':
      return turn('', {
        outcome: outcomes[pick(outcomes.length)] ?? { kind: 'empty' },
        conversation: pick(4) === 3 ? null : 'c',
      });
    case 'gate':
    case 'hooks':
      return {
        kind: 'gate',
        result: gateResult(
          purpose.kind === 'gate' ? purpose.definition.gate : 'hooks',
          pick(3) === 0 ? 'passed' : 'failed',
          {
            why: `why ${pick(3)}`,
          },
        ),
      };
    default:
      return pick(3) < 2
        ? { kind: 'plain', ok: true, why: '', failure: null, tail: '' }
        : { kind: 'plain', ok: false, why: 'no route', failure, tail: '' };
  }
}

const hunkNamed = (key: string, within?: string) => ({
  ...{ path: 'a.js', lines: [1, 2], size: 1, shown: ['a();'], key, tests: [] },
  ...(within !== undefined && { within }),
});

const cutIn = (pick: Pick) => ({
  hunks: [hunkNamed('h1'), hunkNamed('h2', 'h1'), hunkNamed('h3')].slice(0, pick(4)),
  ...{ left: [], leftMore: 0, agreed: 0, demanded: pick(2), none: { data: 0, unread: 0 }, files: 2 },
  ...(pick(3) === 0 && { all: 'h1' }),
});

function resultOf(
  effect: Effect,
  pick: Pick,
): { kind: 'done'; output: unknown } | { kind: 'failed'; failure: typeof failure } {
  if (!sureToWork.includes(effect.name) && pick(12) === 11) return { kind: 'failed', failure };
  return { kind: 'done', output: outputOf(effect, pick) };
}

const base = { commit: 'c0', tree: 't0', branch: 'main', protected: ['main'] };

function outputOf(effect: Effect, pick: Pick): unknown {
  switch (effect.name) {
    case 'claim-slot':
      return { granted: pick(3) > 0, ahead: [] };
    case 'open-hub':
      return {
        hub: { path: '/hub', checkout: '/co' },
        branch: 'main',
        head: 'c0',
        dirty: [],
        remote: 'origin',
        notes: [],
      };
    case 'survey-base':
      return {
        base: { ...base, from: pick(5) === 4 ? 'local' : 'remote' },
        plan: pick(2) === 0 ? gatePlan : { ...gatePlan, setup: [['npm', 'ci']] },
        settings: gateSettings,
        copy: [],
        hooks: pick(2) === 0 ? [] : ['pre-commit'],
      };
    case 'make-copy':
      return { path: '/copy', branch: effect.input.branch };
    case 'prepare-dependencies':
      return { folder: '/dependencies/a', ready: pick(2) === 0 };
    case 'furnish-copy':
      return { tree: 't0' };
    case 'price-turns':
      return { prices: [] };
    case 'snapshot':
      return { tree: `t${pick(3)}`, changes: [] };
    case 'inspect-change':
      return { tamper: [], secrets: [], tests: pick(2) === 0 ? [] : ['a.test.js'] };
    case 'stage-tree':
      return { folder: '/stage', tree: 't1', laid: ['a.test.js'] };
    case 'judge-guarded':
      return { result: pick(2) === 0 ? null : gateResult('guarded', 'passed') };
    case 'gather-tests':
      return { side: [] };
    case 'cut-hunks':
      return cutIn(pick);
    case 'judge-stable':
      return { why: 'stable', findings: [] };
    case 'judge-expectations':
      return { result: gateResult('expectations', 'passed') };
    case 'restore-copy':
      return { changed: [] };
    case 'record-evidence':
      return { from: 1, to: 2 };
    case 'commit':
      return { commit: 'c1' };
    case 'leave-branch':
      return { commit: 'c1', why: pick(2) === 0 ? null : 'no' };
    case 'claim-branch':
      return { fresh: pick(4) > 0 };
    case 'confirm-push':
      return { there: pick(4) > 0, at: null };
    case 'open-pull-request':
      return { address: 'file:///x' };
    case 'find-pull-request':
      return { open: pick(2) === 0 ? null : 'https://forge.test/1', ours: pick(4) > 0 };
    case 'renew-copy':
      return { taken: pick(2) === 0 ? [] : ['.git/hooks'] };
    case 'remove-copy':
      return { kept: null };
    case 'hold-lease':
    case 'keep-step':
      return { until: pick(8) === 7 ? null : instant(9_000_000) };
    case 'switch-branch':
      return { branch: effect.input.branch };
    case 'look-at-environment': {
      const { commands } = effect.input;
      const look = { kind: 'seen', at: 1_000_000, modules: [], logs: [], errors: [], tail: '' };
      return { look, asked: commands.map((command) => ({ command, said: 'nothing' })) };
    }
    case 'mark-environment':
      return { marks: {} };
    case 'verify-environment': {
      const verdict = (['resolved', 'remaining', 'new', 'unknown'] as const)[pick(4)] ?? 'unknown';
      const { env, against } = effect.input;
      const found = { resolved: [], remaining: [], new: [] };
      return { env, against, at: 1_000_000, verdict, summary: 'so', silent: verdict === 'unknown', ...found };
    }
    default:
      return {};
  }
}
