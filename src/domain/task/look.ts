// The looks at environments: the task's own and the baselines of all others before the work, and what the analysis wants to know besides.
import { environmentCalled, environmentOf, environmentsOf, sayEnvironment } from './environment.ts';
import { advance, type Step, type TaskDecision, type TaskView } from './move.ts';
import { afterProbe } from './onward.ts';
import { ask, choice, trouble } from './questions.ts';
import type { Task, TaskStep } from './task.ts';

/** Rounds in which an analysis may ask for more. */
export const mostRounds = 2;
const mostCommands = 20;

/** The task's own first, then the others: each may be deployed to. */
export function toLookAt(thing: Task): string | null {
  const own = environmentOf(thing);
  if (own === null) return null;
  const names = [own.name, ...environmentsOf(thing).map(({ name }) => name)];
  return names.find((name) => thing.state.known.looks?.[name] === undefined) ?? null;
}

export function probe({ thing }: TaskView, at: Step<'probing'>): TaskDecision {
  const env = toLookAt(thing);
  if (env === null) return advance(thing.state, at.next === 'confirming' ? { kind: 'confirming' } : afterProbe(thing));
  return { kind: 'perform', effect: { name: 'look-at-environment', input: { env, commands: [], keep: true } } };
}

/** Commands that the report of an analysis wants to be asked; null: none, or it has asked enough. */
export function wantsToKnow(thing: Task, looks: number): Step<'looking'> | null {
  const { report, asked } = thing.state.known;
  const commands = (report?.report?.looks ?? []).slice(0, mostCommands);
  if (commands.length === 0 || environmentOf(thing) === null || (asked?.rounds ?? 0) >= mostRounds) return null;
  return { kind: 'looking', commands, looks, words: null, allowed: asked?.allowed ?? false };
}

/** What the agent may ask for; nothing where no environment takes part, or it has asked enough. */
export function environmentToAsk(thing: Task): { readonly mayAsk?: string } {
  const env = environmentOf(thing);
  return env === null || (thing.state.known.asked?.rounds ?? 0) >= mostRounds ? {} : { mayAsk: env.name };
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

/** Lines of a person's words that begin with `$` are asked of the environment, the others of the agent. */
export function commandsIn(words: string): { readonly commands: readonly string[]; readonly rest: string } {
  const lines = words.split('\n');
  const commands = lines.flatMap((line) => /^\s*\$\s*(\S.*)$/.exec(line)?.[1]?.trim() ?? []);
  const rest = lines.filter((line) => !/^\s*\$\s*\S/.test(line)).join('\n');
  return { commands: commands.slice(0, mostCommands), rest: rest.trim() };
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
