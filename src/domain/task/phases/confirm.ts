// Before anything is made: which environment is meant, and whether to begin.

import { sayEnvironment } from '../../environment/look.ts';
import { isolationRisk } from '../../place/isolation.ts';
import { choice } from '../../question/choice.ts';
import { sayLook } from '../../text/environment-notes.ts';
import { ask } from '../ask.ts';
import { environmentCalled, environmentOf, environmentsOf } from '../environment.ts';
import { endUndone } from '../judge-outcome.ts';
import { advance, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { atWork, type Given, type StepRows } from '../step-row.ts';
import type { Task, TaskSpec, TaskState } from '../task.ts';

export function confirm({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  if (spec.driven === 'hand') return advance(state, { kind: 'copying', tried: 0 });
  // What is part of a whole was begun by a person's word on that, and its environment is looked at by it.
  const isPart = spec.part !== undefined;
  if (!isPart && state.known.environment.env === undefined && (spec.envs ?? []).length > 0)
    return askEnvironment(thing, spec.envs ?? []);
  const { base } = placeOf(state);
  const env = environmentOf(thing);
  const look = env === null ? undefined : state.known.environment.looks?.[env.name];
  return ask(
    state,
    spec,
    {
      kind: 'proceed',
      text: `Start in ${spec.settings.workspace.name} from ${base.branch} (${base.commit.slice(0, 8)})?${dirtyFiles(thing)}${notesOf(thing)}${environmentWords(thing)}`,
      choices: [
        choice('yes', 'yes'),
        ...(env === null
          ? environmentsOf(thing).map((each) => choice(`look_${each.name}`, `look at ${sayEnvironment(each)} first`))
          : []),
        ...elsewhereOf(thing).map((name) => choice(`workspace_${name}`, `in ${name} instead`)),
        choice('cancel', 'cancel'),
      ],
      binding: [base.commit, ...(env === null ? [] : [env.name, look?.at ?? ''])].join(' '),
      shown: {
        base,
        dirty: state.known.place.dirty,
        text: spec.text,
        ...(env === null ? {} : { env: env.name, look: look ?? null }),
      },
      auto: spec.trigger === undefined || isPart ? 'yes' : null,
      given: state.known.environment.env === undefined ? alreadyConfirmed(spec, state) : null,
    },
    state.at,
  );
}

/** What is bound to this repository, or to another task, does not go elsewhere. */
function elsewhereOf({ spec, parent }: Task): readonly string[] {
  const bound =
    spec.issue !== undefined || spec.base !== spec.settings.workspace.base || (spec.attachments ?? []).length > 0;
  return bound || parent !== null ? [] : (spec.settings.elsewhere ?? []);
}

const notesOf = ({ state, spec }: Task): string =>
  toldOf(spec, state)
    .map((note) => ` Note: ${note}.`)
    .join('');

/** What is special about this checkout (no remote, submodules, files kept elsewhere), and what is put at risk. */
function toldOf({ settings }: Pick<TaskSpec, 'settings'>, { known: { place } }: TaskState): readonly string[] {
  const isConfined = place.sandbox !== null && place.sandbox !== 'none';
  const risk = isolationRisk(settings.workspace.isolation, isConfined);
  return [...place.notes, ...(risk === null ? [] : [risk])];
}

function dirtyFiles({ state: { known: of } }: Task): string {
  if (of.place.dirty.length === 0) return '';
  const named = `${of.place.dirty.slice(0, 5).join(', ')}${of.place.dirty.length > 5 ? ' …' : ''}`;
  return ` Not taken along: ${of.place.dirty.length} uncommitted file(s) (${named}).`;
}

function environmentWords(thing: Task): string {
  const env = environmentOf(thing);
  if (env === null) return '';
  const look = thing.state.known.environment.looks?.[env.name];
  return look === undefined ? ` ${sayEnvironment(env)} is looked at first.` : `\n\n${sayLook(env, look).join('\n')}`;
}

function askEnvironment(thing: Task, names: readonly string[]): TaskDecision {
  const { state, spec } = thing;
  const envs = names.map((name) => environmentCalled(thing, name));
  return ask(
    state,
    spec,
    {
      kind: 'env',
      text: `Several environments fit what was said: ${envs.map(sayEnvironment).join(', ')}. Which one is meant?`,
      choices: [
        ...envs.map((env) => choice(`env_${env.name}`, env.name)),
        choice('none', 'none of them'),
        choice('cancel', 'cancel the task'),
      ],
      binding: names.join(' '),
      shown: { environments: envs },
      auto: null,
    },
    state.at,
  );
}

// A task that was stated by chat was confirmed there. Where `proceed` would show nothing else, that was its answer.

/** Null: it has to be asked. */
export function alreadyConfirmed(
  spec: TaskSpec,
  state: TaskState,
): { readonly choice: 'yes'; readonly by: string; readonly channel: string } | null {
  const { confirmed, issue, pull, trigger, env, strangers } = spec;
  const { known } = state;
  const isOfOthers = issue !== undefined || pull !== undefined || trigger !== undefined || strangers === true;
  if (confirmed === undefined || isOfOthers || Object.keys(known.environment.looks ?? {}).length > 0) return null;
  // No chat showed them.
  if (toldOf(spec, state).length > 0) return null;
  const { by, channel, branch, dirty, unconfined } = confirmed;
  const same =
    branch === known.place.base?.branch &&
    confirmed.env === (env ?? null) &&
    (unconfined || known.place.sandbox !== 'none') &&
    known.place.dirty.every((file) => dirty.includes(file));
  return same ? { choice: 'yes', by, channel } : null;
}

function goElsewhere({ thing }: TaskView, back: Step<'confirming'>, { rest, words, by }: Given): TaskDecision {
  const anew = words === null ? `in ${rest}` : `in ${rest} as ${words}`;
  return advance(thing.state, endUndone(`stated anew ${anew} by ${by}`, thing, 'cancelled', back));
}

export const confirmSteps: StepRows<'confirming'> = {
  confirming: {
    ...atWork,
    phase: 'confirm',
    says: 'is about to start',
    host: 'free',
    decide: confirm,
    answers: {
      yes: ({ thing: { state } }) => advance(state, { kind: 'copying', tried: 0 }),
      look_: ({ thing: { state } }, _back, { rest }) =>
        advance(state, { kind: 'probing', next: 'confirming' }, [], { environment: { env: rest } }),
      workspace_: goElsewhere,
      env_: ({ thing: { state } }, back, { rest }) => advance(state, back, [], { environment: { env: rest } }),
      none: ({ thing: { state } }, back) => advance(state, back, [], { environment: { env: null } }),
    },
  },
};
