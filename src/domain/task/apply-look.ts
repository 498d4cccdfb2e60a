// What a task makes of the looks at environments. One that could not be made is never a verdict.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect.ts';
import type { Failure } from '../error.ts';
import type { Instant } from '../ids.ts';
import { type EnvironmentLook, environmentOf, type Verification } from './environment.ts';
import { go, type Step } from './move.ts';
import { firstLook } from './onward.ts';
import type { Task, TaskState } from './task.ts';

type Looked = Extract<Performed, { name: 'look-at-environment' | 'mark-environment' | 'verify-environment' }>;

/** null: the effect is another's. */
export function applyLook(thing: Task, performed: Performed, now: Instant): Applied<TaskState> | null {
  switch (performed.name) {
    case 'look-at-environment':
      return thing.state.at.kind === 'looking'
        ? applyAsked(thing.state, thing.state.at, performed)
        : applyProbe(thing, performed, now);
    case 'mark-environment':
      return applyMarks(thing.state, performed.result);
    case 'verify-environment':
      return applyVerified(thing.state, performed, now);
    default:
      return null;
  }
}

type Of<Name extends Looked['name']> = Extract<Looked, { name: Name }>;

/** The task's own is a person's matter where it fails; what is wrong with another one is only noted. */
function applyProbe(thing: Task, { input, result }: Of<'look-at-environment'>, now: Instant): Applied<TaskState> {
  const { state } = thing;
  if (result.kind === 'failed' && input.env === environmentOf(thing)?.name)
    return go(state, { kind: 'troubled', failure: result.failure, back: state.at });
  const look: EnvironmentLook =
    result.kind === 'done' ? result.output.look : { kind: 'unseen', at: now, why: sayWhy(result.failure) };
  const said =
    look.kind === 'seen'
      ? { kind: 'environment_looked', data: { env: input.env, errors: look.errors.length } }
      : { kind: 'environment_unseen', data: { env: input.env, why: look.why } };
  return go(state, state.at, [said], { looks: { ...state.known.looks, [input.env]: look } });
}

const sayWhy = ({ message, error_code }: Failure): string => `${message} (${error_code})`;

/** A command that is not allowed is an answer too. */
function applyAsked(
  state: TaskState,
  at: Step<'looking'>,
  { input, result }: Of<'look-at-environment'>,
): Applied<TaskState> {
  if (result.kind === 'failed' && result.failure.error_code !== 'COMMAND_DENIED')
    return go(state, { kind: 'troubled', failure: result.failure, back: at });
  const asked =
    result.kind === 'done'
      ? result.output.asked
      : input.commands.map((command) => ({ command, said: sayWhy(result.failure) }));
  const said = [{ kind: 'environment_asked', data: { env: input.env, commands: input.commands } }];
  return go(state, { ...(firstLook as Step<'analyzing'>), looks: at.looks, words: at.words }, said, {
    asked: {
      rounds: (state.known.asked?.rounds ?? 0) + 1,
      allowed: state.known.asked?.allowed ?? false,
      all: [...(state.known.asked?.all ?? []), ...asked],
    },
  });
}

/** Nobody could look: then the time of the deployment is what counts from. */
function applyMarks(state: TaskState, result: Of<'mark-environment'>['result']): Applied<TaskState> {
  if (state.at.kind !== 'verifying') return { state, said: [] };
  return go(state, { ...state.at, marks: result.kind === 'done' ? result.output.marks : null });
}

function applyVerified(
  state: TaskState,
  { input, result }: Of<'verify-environment'>,
  now: Instant,
): Applied<TaskState> {
  const { at } = state;
  if (at.kind !== 'verifying') return { state, said: [] };
  const seen: Verification =
    result.kind === 'done'
      ? result.output
      : {
          ...{ env: input.env, against: input.against, at: now, verdict: 'unknown', silent: false },
          ...{ summary: sayWhy(result.failure), resolved: [], remaining: [], new: [] },
        };
  // The clock went back: it waits for no time that has been.
  return go(state, { ...at, seen, since: seen.at < at.since ? seen.at : at.since });
}
