// The looks at environments: the task's own and the baselines of all others before the work, and what the analysis wants to know besides.

import type { Applied } from '../../decision.ts';
import { type AskedOfIt, type EnvironmentLook, sayEnvironment } from '../../environment/look.ts';
import type { Said } from '../../fact/fact.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import { sayLook } from '../../text/environment-notes.ts';
import { ask } from '../ask.ts';
import { environmentCalled, environmentOf, sayFailure, toLookAt } from '../environment.ts';
import { advance, go, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { afterProbe, firstLook } from '../next-phase.ts';
import { atWork, type Done, type Given, type StepRows, type Undone } from '../step-row.ts';
import type { Task, TaskState } from '../task.ts';

function probe({ thing }: TaskView, at: Step<'probing'>): TaskDecision {
  const env = toLookAt(thing);
  if (env === null) return advance(thing.state, at.next === 'confirming' ? { kind: 'confirming' } : afterProbe(thing));
  return { kind: 'perform', effect: { name: 'look-at-environment', input: { env, commands: [], keep: true } } };
}

function look({ thing }: TaskView, at: Step<'looking'>): TaskDecision {
  const env = environmentOf(thing);
  if (env === null) return advance(thing.state, { kind: 'planning', looks: at.looks });
  if (env.tier === 'prod' && !at.allowed) return askForLeave(thing, at);
  const input = { env: env.name, commands: at.commands, keep: false };
  return { kind: 'perform', effect: { name: 'look-at-environment', input } };
}

/** What an agent wants to run in production is a person's to allow. */
function askForLeave({ state, spec }: Task, at: Step<'looking'>): TaskDecision {
  const name = environmentOf({ state, spec })?.name;
  return ask(
    state,
    spec,
    {
      kind: 'permission',
      text: `The analysis wants to ask ${name}, which is production:\n${at.commands.map((command) => `$ ${command}`).join('\n')}`,
      choices: [
        choice('once', 'allow it once'),
        choice('task', 'allow it for this task'),
        choice('deny', 'go on without'),
        choice('cancel', 'cancel the task'),
      ],
      binding: JSON.stringify(at.commands),
      shown: { env: name, commands: at.commands },
      auto: null,
    },
    at,
  );
}

/** An environment could not be looked at. */
const without = (thing: Task, at: Step<'probing'> | Step<'looking'>): readonly Choice[] => [
  choice(
    'without',
    at.kind === 'looking'
      ? 'go on with what is known'
      : `go on without ${sayEnvironment(environmentOf(thing) ?? environmentCalled(thing, 'it'))}: nothing is verified there`,
  ),
];

// What came of a look. One that could not be made is never a verdict.

function noted({ state }: Pick<Task, 'state'>, env: string, look: EnvironmentLook): Applied<TaskState> {
  const said: Said =
    look.kind === 'seen'
      ? { kind: 'environment_looked', data: { env, errors: look.errors.length } }
      : { kind: 'environment_unseen', data: { env, why: look.why } };
  return go(state, state.at, [said], { environment: { looks: { ...state.known.environment.looks, [env]: look } } });
}

/** The task's own is a person's matter where it fails; what is wrong with another one is only noted. */
function unseen({ effect, thing, state, at, failure, now }: Undone<'probing'>): Applied<TaskState> | null {
  if (effect.name !== 'look-at-environment') return null;
  const { env } = effect.input;
  if (env === environmentOf(thing)?.name) return go(state, { kind: 'troubled', failure, back: at });
  return noted(thing, env, { kind: 'unseen', at: now, why: sayFailure(failure) });
}

const answeredBy = (
  { state, at, input }: Pick<Done<'looking', 'look-at-environment'>, 'state' | 'at' | 'input'>,
  asked: readonly AskedOfIt[],
): Applied<TaskState> => {
  const said: readonly Said[] = [{ kind: 'environment_asked', data: { env: input.env, commands: input.commands } }];
  return go(state, { ...firstLook, looks: at.looks, words: at.words }, said, {
    environment: {
      asked: {
        rounds: (state.known.environment.asked?.rounds ?? 0) + 1,
        allowed: state.known.environment.asked?.allowed ?? false,
        all: [...(state.known.environment.asked?.all ?? []), ...asked],
      },
    },
  });
};

/** A command that is not allowed is an answer too. */
function denied({ effect, state, at, failure }: Undone<'looking'>): Applied<TaskState> | null {
  if (effect.name !== 'look-at-environment') return null;
  if (failure.error_code !== 'COMMAND_DENIED') return go(state, { kind: 'troubled', failure, back: at });
  const { input } = effect;
  return answeredBy(
    { state, at, input },
    input.commands.map((command) => ({ command, said: sayFailure(failure) })),
  );
}

// What an analysis, or a person in their answer, wants to be asked of the environment besides.

/** Rounds in which an analysis may ask for more. */
const mostRounds = 2;
const mostCommands = 10;
const longestCommand = 1_000;

/** Nobody reads through more before they allow it. */
const isShort = (command: string): boolean => command.length <= longestCommand;

/** Commands that the report of an analysis wants to be run; null: none, or it has asked enough. */
export function wantsToKnow(thing: Task, looks: number): Step<'looking'> | null {
  const {
    work: { report },
    environment: { asked },
  } = thing.state.known;
  const commands = (report?.report?.looks ?? []).filter(isShort).slice(0, mostCommands);
  if (commands.length === 0 || environmentToAsk(thing).mayAsk === undefined) return null;
  return { kind: 'looking', commands, looks, words: null, allowed: asked?.allowed ?? false };
}

/** The environment that may be asked; nothing where none takes part, or it was asked enough. */
export function environmentToAsk(thing: Task): { readonly mayAsk?: string } {
  const env = environmentOf(thing);
  return env === null || (thing.state.known.environment.asked?.rounds ?? 0) >= mostRounds ? {} : { mayAsk: env.name };
}

/** What was found there, for the one who agrees to the plan. */
export function environmentInPlan(thing: Task): string {
  const env = environmentOf(thing);
  const look = env === null ? undefined : thing.state.known.environment.looks?.[env.name];
  return env === null || look === undefined ? '' : `\n\n${sayLook(env, look).join('\n')}`;
}

export function againLabel(thing: Task): string {
  const env = environmentOf(thing);
  return env === null ? 'look again' : `look again; lines that begin with $ are asked of ${env.name} first`;
}

/** Lines of a person's words that begin with `$` are asked of the environment, the others of the agent. */
export function commandsIn(words: string): { readonly commands: readonly string[]; readonly rest: string } {
  const lines = words.split('\n');
  const commands = lines.flatMap((line) => /^\s*\$\s*(\S.*)$/.exec(line)?.[1]?.trim() ?? []);
  const rest = lines.filter((line) => !/^\s*\$\s*\S/.test(line)).join('\n');
  return { commands: commands.filter(isShort).slice(0, mostCommands), rest: rest.trim() };
}

/** Nothing more is asked for this report. */
const goOnWithout = ({ thing: { state } }: TaskView, { looks }: Step<'looking'>): TaskDecision =>
  advance(state, { kind: 'planning', looks }, [], {
    environment: {
      asked: {
        rounds: mostRounds,
        allowed: state.known.environment.asked?.allowed ?? false,
        all: state.known.environment.asked?.all ?? [],
      },
    },
  });

function allow({ thing: { state } }: TaskView, back: Step<'looking'>, { choice: chosen }: Given): TaskDecision {
  const asked = { rounds: 0, all: [], ...state.known.environment.asked, allowed: chosen === 'task' };
  return advance(state, { ...back, allowed: true }, [], { environment: { asked } });
}

export const probeSteps: StepRows<'probing' | 'looking'> = {
  probing: {
    ...atWork,
    phase: 'probe',
    says: 'looks at the environment',
    host: 'free',
    fault: 'outside',
    decide: probe,
    applied: { 'look-at-environment': ({ thing, input, output }) => noted(thing, input.env, output.look) },
    failed: unseen,
    waysAround: without,
    answers: { without: ({ thing: { state } }, back) => advance(state, back, [], { environment: { env: null } }) },
  },
  looking: {
    ...atWork,
    phase: 'probe',
    says: 'looks at the environment',
    fault: 'outside',
    decide: look,
    applied: { 'look-at-environment': (done) => answeredBy(done, done.output.asked) },
    failed: denied,
    waysAround: without,
    answers: { without: goOnWithout, deny: goOnWithout, once: allow, task: allow },
  },
};
