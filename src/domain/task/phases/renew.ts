// What was frozen about set-up and gates is taken anew, as configuration stands now: looked at, shown beside what held, and put in its place by a person's yes alone.
import type { Applied } from '../../decision.ts';
import type { EffectMap } from '../../effect/effect.ts';
import type { GateDefinition, GatePlan } from '../../evidence/gate-plan.ts';
import { choice } from '../../question/choice.ts';
import { asLine } from '../../text/as-line.ts';
import { ask } from '../ask.ts';
import { advance, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { type Answered, atWork, type Done, type StepKind, type StepRows } from '../step-row.ts';
import type { Renewal, Task, TaskState } from '../task.ts';

type Surveyed = EffectMap['survey-base']['output'];
/** The choice that leads here, wherever set-up or base do not work. */
export const renewing = choice('mend', 'mend the set-up: take set-up and gates as they are configured now');

/** How a person changes what is taken then. */
export const howToMend = (workspace: string): string =>
  `Set-up, gates and the search path of programs are frozen in the task. Say in your configuration what is to be done ("drover workspace set ${workspace} gates.lint off", for one), then answer: mend.`;

export function renew({ thing }: TaskView, at: Step<'renewing'>): TaskDecision {
  const { state, spec } = thing;
  const { hub, base } = placeOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'survey-base',
      input: {
        hub,
        wanted: spec.settings.workspace.base,
        anew: { base, gates: at.gates },
      },
    },
  };
}

/** What a person chose by name needs no second yes. */
function renewed({ state, at, output }: Done<'renewing', 'survey-base'>): Applied<TaskState> {
  const found = renewalOf(output);
  return Object.keys(at.gates).length > 0
    ? go(state, at.back, [], { place: found })
    : go(state, { kind: 'renewed', found, back: at.back });
}

function renewalOf({ plan, settings, copy, toTrust, anew }: Surveyed): Renewal {
  return {
    gatePlan: plan,
    gateSettings: settings,
    copyFiles: copy,
    ...(anew && { overlay: anew.overlay, variables: anew.variables }),
    ...(toTrust && { toTrust }),
  };
}

export function askRenewed({ thing }: TaskView, at: Step<'renewed'>): TaskDecision {
  const { state, spec } = thing;
  const changes = changesOf(thing, at.found);
  const none = changes.length === 0;
  return ask(
    state,
    spec,
    {
      kind: 'setup_failed',
      text: none
        ? `Set-up and gates are configured as they were. ${howToMend(spec.settings.workspace.name)}`
        : `This would be done from now on:\n${changes.join('\n')}`,
      choices: [
        ...(none ? [] : [choice('take', 'take these, and run set-up and base again')]),
        renewing,
        choice('keep', 'go back, and leave them as they are'),
        choice('cancel', 'cancel the task'),
      ],
      binding: at.found.gatePlan?.definitions ?? '',
      shown: { changes },
      auto: null,
    },
    at,
  );
}

/** A line each for what is other than before. */
function changesOf({ state, spec }: Task, found: Renewal): readonly string[] {
  const { gatePlan, variables } = state.known.place;
  const rows = (plan: GatePlan | null, env: Renewal['variables']) =>
    new Map([
      ['set-up', plan?.setup.map(asLine).join(' && ') || 'nothing'],
      ...(plan?.gates ?? [])
        .filter(({ source }) => source !== 'built-in')
        .map((gate) => [gate.gate, sayGate(gate)] as const),
      ...Object.entries(env ?? {}),
    ]);
  const old = rows(gatePlan, variables ?? spec.settings.variables);
  const now = rows(found.gatePlan, found.variables);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `- ${name}: ${now.get(name) ?? 'nothing'} (was: ${old.get(name) ?? 'nothing'})`);
}

const sayGate = ({ absent, argv, deadlineMs }: GateDefinition): string =>
  absent === null ? `${asLine(argv)}, at most ${Math.round(deadlineMs / 1000)} s` : absent.why;

/** The choice that takes them anew. */
export const mend: Answered<StepKind> = ({ thing: { state } }, back) =>
  advance(state, { kind: 'renewing', gates: {}, back: back.kind === 'renewed' ? back.back : back });

/** Where the answers lead that say which command runs the tests. */
export const testsAnswers: Readonly<Record<'tests_' | 'untested', Answered<'copying'>>> = {
  tests_: ({ thing: { state } }, back, { choice: chosen, rest }) => {
    const line = offersOf(placeOf(state).gatePlan)[Number(rest) - 1];
    if (line === undefined) throw new Error(`nothing was offered as ${chosen}`);
    return advance(state, { kind: 'renewing', gates: { test: line }, back });
  },
  untested: ({ thing: { state } }, back) => advance(state, back, [], { place: { untested: true } }),
};

const offersOf = (plan: GatePlan): readonly string[] =>
  plan.gates.find(({ gate }) => gate === 'test')?.absent?.offers ?? [];

/** Before anything is made: several commands may run the tests, and none is guessed. null: it is clear, or a person has said. */
export function unclearFirst({ thing: { state, spec } }: TaskView): TaskDecision | null {
  const { gatePlan } = placeOf(state);
  const test = gatePlan.gates.find(({ gate }) => gate === 'test');
  const offers = test?.absent?.offers;
  if (offers === undefined || spec.driven === 'hand' || state.known.place.untested === true) return null;
  return ask(
    state,
    spec,
    {
      kind: 'base_red',
      text: `Which command runs the tests? There is ${test?.absent?.why}.\nSaid once for all tasks: drover workspace set ${spec.settings.workspace.name} gates.test '${offers[0]}'`,
      choices: [
        ...offers.map((line, index) => choice(`tests_${index + 1}`, line)),
        choice('untested', 'go on without; the task will not be proven'),
        choice('cancel', 'cancel the task'),
      ],
      binding: gatePlan.definitions,
      shown: { offers },
      // What ends not verified is a person's word.
      auto: null,
    },
    state.at,
  );
}

export const renewSteps: StepRows<'renewing' | 'renewed'> = {
  renewing: {
    ...atWork,
    phase: 'confirm',
    says: 'checks the base',
    decide: renew,
    applied: { 'survey-base': renewed },
  },
  renewed: {
    ...atWork,
    phase: 'confirm',
    says: 'checks the base',
    decide: askRenewed,
    answers: {
      take: ({ thing: { state } }, { found }, { by }) =>
        advance(state, { kind: 'preparing' }, [{ kind: 'settings_renewed', data: { by } }], { place: found }),
      keep: ({ thing: { state } }, { back }) => advance(state, back),
    },
  },
};
