// The looks at environments: the task's own and the baselines of all others before the work, and what the analysis wants to know besides.
import { environmentCalled, environmentOf, sayEnvironment, toLookAt } from './environment.ts';
import { advance, type Step, type TaskDecision, type TaskView } from './move.ts';
import { afterProbe } from './onward.ts';
import { ask, choice, trouble } from './questions.ts';
import type { Task, TaskStep } from './task.ts';

export function probe({ thing }: TaskView, at: Step<'probing'>): TaskDecision {
  const env = toLookAt(thing);
  if (env === null) return advance(thing.state, at.next === 'confirming' ? { kind: 'confirming' } : afterProbe(thing));
  return { kind: 'perform', effect: { name: 'look-at-environment', input: { env, commands: [], keep: true } } };
}

export function look({ thing }: TaskView, at: Step<'looking'>): TaskDecision {
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

/** An environment could not be looked at; null: the trouble is another's. */
export function environmentTrouble({ thing }: TaskView, at: Step<'troubled'>): TaskDecision | null {
  if (at.back.kind !== 'probing' && at.back.kind !== 'looking') return null;
  const { message, error_code } = at.failure;
  return trouble(thing.state, thing.spec, 'unreachable', `${message} (${error_code})`, at.back, [
    choice('without', without(thing, at.back)),
  ]);
}

const without = (thing: Task, back: TaskStep): string =>
  back.kind === 'looking'
    ? 'go on with what is known'
    : `go on without ${sayEnvironment(environmentOf(thing) ?? environmentCalled(thing, 'it'))}: nothing is verified there`;
