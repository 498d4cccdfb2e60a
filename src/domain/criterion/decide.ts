// What a criterion needs next: a turn of the agent, a look at what it did, a gate, a judgement.
import type { ChildDraft, Decision } from '../decision.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { type Instant, instant } from '../ids.ts';
import type { Ending } from '../run/ending.ts';
import { isForgotten } from '../run/is-forgotten.ts';
import type { Run, RunSpec } from '../run/run.ts';
import type { Turn } from '../run/turn.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';
import { developmentPrompt } from '../text/development-prompt.ts';
import { resumeSentence } from '../text/resume-sentence.ts';
import type { Notice } from '../thing.ts';
import { ended, staticResults } from './apply.ts';
import type { Criterion, CriterionState, CriterionStep } from './criterion.ts';
import { builtIn, excuse, failing, proveRed, testFirst } from './judge-attempt.ts';

/** Turns cut by crashes before the agent is taken for broken. */
const maxCuts = 5;

export type CriterionView = {
  readonly thing: Criterion;
  readonly children: readonly Run[];
  readonly notices: readonly Notice[];
};

type Step<Kind extends CriterionStep['kind']> = Extract<CriterionStep, { kind: Kind }>;

export function decideCriterion(view: CriterionView, now: Instant): Decision<CriterionState> {
  const { thing, children } = view;
  const { state } = thing;
  const living = children.filter((run) => !run.ended);
  if (isCriterionStopped(thing, view.notices)) return stop(view, living);
  const paused = isPaused(view.notices);
  if (state.at.kind !== 'ended' && living.length === 0 && paused !== state.paused)
    return {
      kind: 'advance',
      state: { ...state, paused },
      said: [{ kind: paused ? 'criterion_paused' : 'criterion_resumed' }],
    };
  if (paused && state.paused) return { kind: 'wait', until: null, on: 'a person to resume' };
  return decideStep(view, now);
}

function decideStep(view: CriterionView, now: Instant): Decision<CriterionState> {
  const { thing } = view;
  const { state, spec } = thing;
  const { at } = state;
  switch (at.kind) {
    case 'prompting':
      return prompt(view, at);
    case 'working':
      return afterTurn(view, at, now);
    case 'keeping':
      return {
        kind: 'perform',
        effect: {
          name: 'snapshot',
          input: { hub: spec.hub, copy: spec.copy, base: spec.base.tree, label: `${thing.id}/cut-${state.cuts}` },
        },
      };
    case 'capturing':
      return {
        kind: 'perform',
        effect: {
          name: 'snapshot',
          input: {
            hub: spec.hub,
            copy: spec.copy,
            base: spec.base.tree,
            label: `${thing.id}/attempt-${state.attempt}`,
          },
        },
      };
    case 'inspecting':
      return {
        kind: 'perform',
        effect: {
          name: 'inspect-change',
          input: {
            hub: spec.hub,
            base: spec.base.tree,
            tree: at.tree,
            changes: at.changes,
            plan: spec.gatePlan,
            settings: spec.gateSettings,
          },
        },
      };
    case 'staging':
      return {
        kind: 'perform',
        effect: {
          name: 'stage-tree',
          input: { ...staged(thing, at.found.tree), overlay: null, label: `${thing.id}/${state.attempt}` },
        },
      };
    case 'staging_red':
      return {
        kind: 'perform',
        effect: {
          name: 'stage-tree',
          input: {
            ...staged(thing, at.found.tree),
            overlay: at.found.tests,
            label: `${thing.id}/${state.attempt}-red`,
          },
        },
      };
    case 'gating':
      return gate(view, at);
    case 'red':
      return red(view, at);
    case 'recording':
      return {
        kind: 'perform',
        effect: {
          name: 'record-evidence',
          input: {
            base: spec.base.commit,
            tree: at.found.tree,
            definitions: spec.gatePlan.definitions,
            criterion: spec.label,
            attempt: state.attempt,
            results: at.results,
          },
        },
      };
    case 'limited':
      if (now >= at.until)
        return { kind: 'advance', state: { ...state, at: { kind: 'prompting', cut: false } }, said: [] };
      return { kind: 'wait', until: instant(at.until), on: `the agent's limit: ${at.message}` };
    case 'ended':
      return {
        kind: 'finish',
        state,
        said: [
          {
            kind: 'criterion_ended',
            data: {
              criterion: spec.label,
              outcome: at.outcome.kind,
              ...('why' in at.outcome ? { why: at.outcome.why } : {}),
            },
          },
        ],
      };
  }
}

const staged = ({ spec }: Criterion, tree: string) => ({
  hub: spec.hub,
  tree,
  base: spec.base.tree,
  dependencies: spec.dependencies,
  folders: spec.gatePlan.dependencyFolders,
  repository: false,
});

function prompt({ thing, notices }: CriterionView, at: Step<'prompting'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const fresh = state.conversation === null;
  const news = notices.filter((notice) => notice.kind === 'say' && (fresh || notice.seq > state.heard));
  const resumes = at.cut && !fresh;
  const text = resumes
    ? resumeSentence
    : developmentPrompt({
        task: spec.task,
        criterion: { label: spec.label, text: spec.text, verify: spec.verify, kind: spec.kind },
        plan: spec.plan,
        attempt: state.attempt,
        of: spec.attempts,
        testFirst: testFirst(spec),
        failures: failing(state.history.at(-1)?.results ?? []),
        said: [...(spec.advice === null || !fresh ? [] : [spec.advice]), ...news.map((notice) => String(notice.body))],
      });
  const key = `turn-${state.runs + 1}`;
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: 'develop',
      agent: spec.agents[state.agent] ?? '',
      mode: 'write',
      prompt: text,
      resume: state.conversation,
      copy: spec.copy,
      hub: spec.hub,
    },
    deadlineMs: spec.agentDeadlineMs,
    sandbox: spec.sandbox,
  };
  return spawn(
    {
      ...state,
      at: { kind: 'working', key },
      runs: state.runs + 1,
      heard: resumes ? state.heard : (notices.at(-1)?.seq ?? state.heard),
    },
    key,
    run,
    [
      {
        kind: 'attempt_started',
        data: {
          criterion: spec.label,
          attempt: state.attempt,
          agent: spec.agents[state.agent],
          resumed: state.conversation !== null,
        },
      },
    ],
  );
}

function afterTurn({ thing, children }: CriterionView, at: Step<'working'>, now: Instant): Decision<CriterionState> {
  const run = children.find((child) => child.key === at.key);
  if (run === undefined || run.state.kind !== 'ended') return { kind: 'wait', until: null, on: 'the agent' };
  const { state } = thing;
  const { result, ending } = run.state;
  if (result.kind === 'refused') return nextAgent(thing, result.failure.message, now, null);
  if (result.kind !== 'turn') return nextAgent(thing, 'the run was no turn', now, null);
  const known = { ...state, conversation: result.turn.conversation ?? state.conversation };
  if (isForgotten(state.conversation, result.turn))
    return {
      kind: 'advance',
      state: { ...state, conversation: null, at: { kind: 'prompting', cut: false } },
      said: [{ kind: 'conversation_forgotten', data: { criterion: thing.spec.label } }],
    };
  if (isCut(ending, result.turn)) return afterCut(thing, known, result.turn, now);
  return afterOutcome({ ...thing, state: known }, result.turn, now);
}

/** By what holds it, or by a signal: that of a program in a sandbox is passed on as an exit code. */
const isCut = (ending: Ending | null, { outcome }: Turn): boolean =>
  ending?.kind === 'lost' ||
  ending?.kind === 'signalled' ||
  (ending?.kind === 'exited' && ending.code > 128 && outcome.kind === 'cut_off');

function afterCut(thing: Criterion, state: CriterionState, turn: Turn, now: Instant): Decision<CriterionState> {
  if (state.cuts >= maxCuts) return nextAgent({ ...thing, state }, `its turn was cut ${state.cuts} times`, now, null);
  return {
    kind: 'advance',
    state: { ...state, cuts: state.cuts + 1, at: { kind: 'keeping' } },
    said: [
      {
        kind: 'turn_cut',
        data: { criterion: thing.spec.label, cuts: state.cuts + 1, conversation: turn.conversation },
      },
    ],
  };
}

function afterOutcome(thing: Criterion, turn: Turn, now: Instant): Decision<CriterionState> {
  const { outcome } = turn;
  switch (outcome.kind) {
    case 'answered':
    case 'refused_by_permission':
      return { kind: 'advance', state: { ...thing.state, at: { kind: 'capturing' } }, said: [] };
    case 'limited':
      return nextAgent(thing, whyNoAnswer(outcome), now, outcome.until);
    default:
      return nextAgent(thing, whyNoAnswer(outcome), now, null);
  }
}

/** A failing agent is followed by the next with the hand-over context; a limit with a reset time is waited for where there is no next. */
function nextAgent(thing: Criterion, why: string, now: Instant, until: number | null): Decision<CriterionState> {
  const { state, spec } = thing;
  const agent = spec.agents[state.agent];
  const said = [{ kind: 'agent_failed', data: { criterion: spec.label, agent, why } }];
  if (state.agent + 1 < spec.agents.length)
    return {
      kind: 'advance',
      state: { ...state, agent: state.agent + 1, conversation: null, at: { kind: 'prompting', cut: false } },
      said,
    };
  if (until !== null && until > now)
    return { kind: 'advance', state: { ...state, at: { kind: 'limited', until, message: why } }, said };
  return { kind: 'advance', state: { ...state, at: ended({ kind: 'blocked', why: `${agent}: ${why}` }) }, said };
}

/** Gates one after another in the same clean checkout: build before test. */
function gate({ thing, children }: CriterionView, at: Step<'gating'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const next = programGates(spec.gatePlan.gates)[at.results.length];
  if (next === undefined) return afterGates(thing, at);
  if (next.absent !== null)
    return {
      kind: 'advance',
      state: {
        ...state,
        at: { ...at, results: [...at.results, builtIn(next.gate, next.absent.verdict, next.absent.why)] },
      },
      said: [],
    };
  const key = `gate-${state.attempt}-${next.gate}-${state.cuts}`;
  const run = children.find((child) => child.key === key);
  if (run === undefined) return spawn(state, key, gateRun(thing, next, at.folder, null), []);
  if (run.state.kind !== 'ended') return { kind: 'wait', until: null, on: `the gate ${next.gate}` };
  if (run.state.ending?.kind === 'lost') return runAgain(state);
  const result = excuse(spec.baseline, resultOf(run, next));
  return {
    kind: 'advance',
    state: { ...state, at: { ...at, results: [...at.results, result] } },
    said: [
      {
        kind: 'gate_judged',
        data: { criterion: spec.label, gate: next.gate, verdict: result.verdict, why: result.why },
      },
    ],
  };
}

function afterGates(thing: Criterion, at: Step<'gating'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const results = [...at.results, ...staticResults(thing, at.found, at.results)];
  const test = at.results.find((result) => result.gate === 'test');
  const level = testFirst(spec);
  const record = (more: GateResult): Decision<CriterionState> => ({
    kind: 'advance',
    state: { ...state, at: { kind: 'recording', found: at.found, results: [...results, more] } },
    said: [],
  });
  if (level !== 'enforce')
    return record(
      builtIn(
        'red-first',
        level === 'observe' ? 'not_configured' : 'skipped',
        level === 'observe' ? 'no test runner was found, so nothing can be proven' : `not asked of ${spec.kind}`,
      ),
    );
  if (test?.verdict !== 'passed') return record(builtIn('red-first', 'skipped', 'the tests are not green yet'));
  if (at.found.tests.length === 0) return record(proveRed(spec, [], null, test));
  return { kind: 'advance', state: { ...state, at: { kind: 'staging_red', found: at.found, results } }, said: [] };
}

function red({ thing, children }: CriterionView, at: Step<'red'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const definition = spec.gatePlan.gates.find((each) => each.gate === 'test');
  const green = at.results.find((result) => result.gate === 'test');
  if (definition === undefined || green === undefined) throw new Error('red without a test gate');
  const key = `gate-${state.attempt}-red-${state.cuts}`;
  const run = children.find((child) => child.key === key);
  if (run === undefined) return spawn(state, key, gateRun(thing, definition, at.folder, at.found.tests), []);
  if (run.state.kind !== 'ended') return { kind: 'wait', until: null, on: 'the gate red-first' };
  if (run.state.ending?.kind === 'lost') return runAgain(state);
  const result = proveRed(spec, at.found.tests, resultOf(run, definition), green);
  return {
    kind: 'advance',
    state: { ...state, at: { kind: 'recording', found: at.found, results: [...at.results, result] } },
    said: [
      {
        kind: 'gate_judged',
        data: { criterion: spec.label, gate: 'red-first', verdict: result.verdict, why: result.why },
      },
    ],
  };
}

/** A gate whose keeper died says nothing about the tree. */
const runAgain = (state: CriterionState): Decision<CriterionState> => ({
  kind: 'advance',
  state: { ...state, cuts: state.cuts + 1 },
  said: [{ kind: 'gate_lost' }],
});

/** Gates that need a program, in the order they are run. */
export const programGates = (gates: readonly GateDefinition[]): readonly GateDefinition[] =>
  gates
    .filter((each) => !['red-first', 'tamper', 'secrets', 'hooks'].includes(each.gate))
    .toSorted((a, b) => order(a.gate) - order(b.gate));

const order = (gate: string): number => {
  const at = ['build', 'types', 'lint', 'test'].indexOf(gate);
  return at < 0 ? 4 : at;
};

const gateRun = (
  { spec }: Criterion,
  definition: GateDefinition,
  folder: string,
  only: readonly string[] | null,
): RunSpec => ({
  purpose: { kind: 'gate', definition, folder, only, dependencies: spec.dependencies },
  deadlineMs: definition.deadlineMs,
  sandbox: spec.sandbox,
});

/** A gate that could not be run has failed, whatever the reason. */
export function resultOf(run: Run, definition: GateDefinition): GateResult {
  if (run.state.kind === 'ended' && run.state.result.kind === 'gate') return run.state.result.result;
  const why =
    run.state.kind === 'ended' && run.state.result.kind === 'refused'
      ? run.state.result.failure.message
      : 'it could not be run';
  return { ...builtIn(definition.gate, 'failed', why), argv: definition.argv, source: definition.source };
}

function stop({ thing, notices }: CriterionView, living: readonly Run[]): Decision<CriterionState> {
  const told = notices.findLast((notice) => notice.kind === 'cancel')?.seq ?? 0;
  if (living.length > 0 && thing.state.heard < told)
    return {
      kind: 'advance',
      state: { ...thing.state, heard: told },
      said: [],
      notices: living.map((run) => ({ to: run.id, kind: 'cancel', body: null })),
    };
  if (living.length > 0) return { kind: 'wait', until: null, on: 'the end of what runs' };
  return { kind: 'advance', state: { ...thing.state, at: ended({ kind: 'cancelled' }) }, said: [] };
}

function spawn(
  state: CriterionState,
  key: string,
  run: RunSpec,
  said: readonly { kind: string; data: Record<string, unknown> }[],
): Decision<CriterionState> {
  const child: ChildDraft = { kind: 'run', key, spec: run, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state, said };
}

/** Asked to end, and not ended. */
export const isCriterionStopped = ({ state }: Criterion, notices: readonly Notice[]): boolean =>
  state.at.kind !== 'ended' && notices.some((notice) => notice.kind === 'cancel');

export function isPaused(notices: readonly Notice[]): boolean {
  const last = notices.findLast((notice) => notice.kind === 'pause' || notice.kind === 'resume');
  return last?.kind === 'pause';
}
