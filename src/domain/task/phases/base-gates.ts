// The gates on the base, before any agent is paid.
import { failing } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import { tellsFailures } from '../../evidence/compare-base.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { recording, staging } from '../../parts/check.ts';
import { choice } from '../../question/choice.ts';
import { asLine } from '../../text/as-line.ts';
import { ask } from '../ask.ts';
import { advance, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterBaseIsJudged } from '../next-phase.ts';
import { eachGate } from '../run-step.ts';
import { atWork, type Done, type StepRows, type TaskSeen } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';
import { howToMend, renewing } from './renew.ts';

function stageBase({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  const place = placeOf(state);
  const asked = spec.fresh === true ? {} : { definitions: place.gatePlan.definitions };
  const input = { ...staging(place, place.base.tree, `${thing.id}/base`), ...asked };
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

function baseGates(view: TaskView, at: Step<'base_gates'>): TaskDecision {
  return eachGate(view, at, (results) => advance(view.thing.state, { kind: 'recording_base', results }));
}

/** For a sentence: the gate that runs now. */
export function gateAt({ runs }: TaskSeen): string {
  const purpose = runs.findLast(({ ended }) => !ended)?.spec.purpose;
  return purpose?.kind === 'gate' ? `: ${purpose.definition.gate}` : '';
}

function recordBase({ thing: { state } }: TaskView, at: Step<'recording_base'>): TaskDecision {
  const place = placeOf(state);
  return { kind: 'perform', effect: { name: 'record-evidence', input: recording(place, place.base.tree, at.results) } };
}

/** After the base was judged: straight on, or one question with the output. */
function afterBase(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  const red = failing(state.known.work.baseline);
  if (red.length === 0) throw new Error('the base is green');
  const untold = red.filter((result) => !tellsFailures(result)).map(({ gate }) => gate);
  return ask(
    state,
    spec,
    {
      kind: 'base_red',
      text: `The base is red before anything was changed: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.\n${sayUntold(untold)}\n${red.map((result) => sayRed(result, red.length)).join('\n\n')}\n\n${howToMend(spec.settings.workspace.name)}`,
      choices: [
        choice(
          'go_on',
          untold.length === 0
            ? 'go on and judge only new failures'
            : `go on; the task ends not verified while ${untold.join(' and ')} fails`,
        ),
        choice('retry', 'run the base again'),
        renewing,
        choice('cancel', 'cancel the task'),
      ],
      binding: placeOf(state).base.commit,
      shown: { results: red },
      // A policy lets pass what can be told apart; what ends not verified is a person's word.
      auto: untold.length === 0 ? 'go_on' : null,
    },
    { kind: 'staging_base' },
  );
}

const sayUntold = (gates: readonly string[]): string =>
  gates.length === 0
    ? ''
    : `Nothing names what fails in ${gates.join(', ')}: a new failure there could not be told from these.\n`;

/** Each has the end of its output; all of them together stay as long as one. */
const sayRed = ({ gate, tail, argv }: GateResult, of: number): string =>
  `${gate}: ${asLine(argv)}\n${tail.slice(-Math.floor(longestTail / of))}`.trimEnd();

const longestTail = 8 * 1024;

function baseStaged({ state, output }: Done<'staging_base', 'stage-tree'>): Applied<TaskState> {
  const { folder, kept } = output;
  if (kept === undefined) return go(state, { kind: 'base_gates', folder, results: [] });
  return go(
    state,
    { kind: 'recording_base', results: kept },
    kept.map(({ gate, verdict, why }) => ({ kind: 'gate_judged', data: { on: 'base', gate, verdict, why } })),
  );
}

function baseRecorded({ thing, state, at }: Done<'recording_base', 'record-evidence'>): Applied<TaskState> {
  const { redBefore, base } = state.known.place;
  const known = redBefore?.commit === base?.commit ? redBefore?.gates : undefined;
  const red = failing(at.results).filter(({ gate }) => known?.includes(gate) !== true);
  const next: TaskStep = red.length > 0 ? { kind: 'base_judged' } : afterBaseIsJudged(thing);
  return go(state, next, [], { work: { baseline: at.results } });
}

export const baseSteps: StepRows<'staging_base' | 'base_gates' | 'recording_base' | 'base_judged'> = {
  staging_base: {
    ...atWork,
    phase: 'confirm',
    says: 'checks the base',
    hostAnew: 'itself',
    decide: stageBase,
    applied: { 'stage-tree': baseStaged },
    answers: { go_on: ({ thing }) => advance(thing.state, afterBaseIsJudged(thing)) },
  },
  base_gates: {
    ...atWork,
    phase: 'confirm',
    says: (seen) => `checks the base${gateAt(seen)}`,
    hostAnew: 'staging_base',
    decide: baseGates,
  },
  recording_base: {
    ...atWork,
    phase: 'confirm',
    says: 'checks the base',
    hostAnew: 'staging_base',
    decide: recordBase,
    applied: { 'record-evidence': baseRecorded },
  },
  base_judged: { ...atWork, phase: 'confirm', says: 'checks the base', decide: afterBase },
};
