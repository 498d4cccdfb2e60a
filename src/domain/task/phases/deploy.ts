// What was made is where a person deploys it from: they say when that is done, and where.

import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { type Marks, sayEnvironment, type Verification } from '../../environment/look.ts';
import type { Said } from '../../fact/fact.ts';
import { type Instant, instant } from '../../ids.ts';
import { choice } from '../../question/choice.ts';
import { sayVerification } from '../../text/environment-notes.ts';
import { fence } from '../../text/safe/fence.ts';
import { ask, retried } from '../ask.ts';
import { environmentCalled, environmentOf, environmentsOf, sayFailure } from '../environment.ts';
import { outcomeOf } from '../judge-outcome.ts';
import { advance, go, known, minutes, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import type { TaskOutcome } from '../outcome.ts';
import { milliseconds } from '../settings/freeze.ts';
import { atWork, type Given, type StepRows, type Undone } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import { continueAfterFix } from './pull-request/follow-up.ts';

function deploy(view: TaskView, at: Step<'deploying'>): TaskDecision {
  const { thing, now } = view;
  const { state, spec } = thing;
  const env = environmentOf(thing);
  if (env === null) return advance(state, { kind: 'releasing', outcome: outcomeOf(thing, 'submitted'), back: null });
  const retry = retried(view);
  if (at.until !== undefined && now < at.until && retry === undefined)
    return { kind: 'wait', until: at.until, on: `the deployment to ${env.name}` };
  const others = environmentsOf(thing).filter(({ name }) => name !== env.name);
  return ask(
    retry === undefined ? state : { ...state, heard: retry.seq },
    spec,
    {
      kind: 'deployed',
      text: `${state.known.delivery.pullRequest ?? 'It'} is to be deployed to ${sayEnvironment(env)} by you. Is it there? Only what is logged after your answer counts.`,
      choices: [
        choice('deployed', `it is deployed to ${env.name}`),
        ...others.map(({ name }) => choice(`deployed_${name}`, `it is deployed to ${name}`)),
        choice('skip', 'skip the verification'),
        choice('wait', 'wait: ask again in an hour, or after the time you name', 'optional'),
      ],
      binding: `${state.known.delivery.commit ?? ''} ${state.asked}`,
      shown: { env: env.name, pull_request: state.known.delivery.pullRequest, commit: state.known.delivery.commit },
      auto: null,
    },
    { kind: 'deploying' },
  );
}

// After the deployment: is the trouble gone where it showed? It is looked at until that is known, then a person decides.

/** A log without a line since may only be slow. */
const silentMs = minutes(5);
const longestPauseMs = 30_000;
const shortestPauseMs = 1_000;

/** `env`: another environment than the task's own. Throws where none takes part. */
function verify({ thing, now }: TaskView, at: Step<'verifying'>): TaskDecision {
  const env = at.env ?? own(thing);
  if (at.marks === undefined) return { kind: 'perform', effect: { name: 'mark-environment', input: { env } } };
  const due = at.seen === undefined ? null : lookAgainAt(thing, at, at.seen);
  // A clock that went back would have it wait for a time that was.
  if (at.seen === undefined || (due !== null && (now >= due || now < at.seen.at))) return lookAt(thing, at, env);
  if (due !== null) return { kind: 'wait', until: due, on: `what ${env} logs` };
  return judged(thing, at, at.seen);
}

function own(thing: Task): string {
  const env = environmentOf(thing);
  if (env === null) throw new Error('no environment takes part');
  return env.name;
}

function lookAt(thing: Task, { since, marks = null }: Step<'verifying'>, env: string): TaskDecision {
  const probed = environmentOf(thing)?.name ?? null;
  const against = probed === env ? null : probed;
  return { kind: 'perform', effect: { name: 'verify-environment', input: { env, against, since, marks } } };
}

/** What is resolved must stay so; null: what was seen stands. */
function lookAgainAt(
  thing: Task,
  { since }: Step<'verifying'>,
  { env, at, verdict, silent }: NonNullable<Step<'verifying'>['seen']>,
): Instant | null {
  const soak = environmentCalled(thing, env).soakMs ?? 0;
  const patience = verdict === 'resolved' ? soak : silent ? Math.max(soak, silentMs) : 0;
  const end = since + patience;
  if (at >= end) return null;
  // Soon at first, then less and less often.
  const pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, at - since));
  return instant(Math.min(end, at + pause));
}

function judged({ state }: Task, at: Step<'verifying'>, seen: NonNullable<Step<'verifying'>['seen']>) {
  const { since, env, marks } = at;
  const said: readonly Said[] = [
    {
      kind: 'environment_verified',
      data: { env: seen.env, verdict: seen.verdict, summary: seen.summary, against: seen.against },
    },
  ];
  const next: TaskStep = { kind: 'verified', since, ...defined({ env, marks }) };
  return { kind: 'advance', ...go(state, next, said, { environment: { verification: seen } }) } as const;
}

function askWhatFollows({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  const seen = known(state, 'environment', 'verification');
  const resolved = seen.verdict === 'resolved';
  // The copies and branches of a split task are its features'.
  const whole = state.known.work.features === undefined;
  return ask(
    state,
    spec,
    {
      kind: 'verified',
      text: sayVerification(seen, state.at.kind === 'verified' ? state.at.since : null).join('\n'),
      choices: [
        choice('release', resolved ? 'release' : 'release all the same, not verified'),
        ...(whole ? [choice('fix', 'fix it: develop again with this report', 'optional')] : []),
        choice('handle', 'I handle it'),
        ...(whole ? [choice('roll_back', 'roll back')] : []),
        choice('again', 'look again'),
      ],
      binding: JSON.stringify(seen),
      shown: { verification: seen },
      auto: resolved ? 'release' : null,
    },
    state.at,
  );
}

/** Where a verification begins: `deployedAt` and how far the logs had come then are what counts from. */
export const startVerification = (deployedAt: Instant, env?: string): Extract<TaskStep, { kind: 'verifying' }> => ({
  kind: 'verifying',
  since: deployedAt,
  ...defined({ env }),
});

export const verifyAgain = ({ since, env, marks }: Step<'verified'>): TaskStep => ({
  kind: 'verifying',
  since,
  ...defined({ env, marks }),
});

// What came of the looks. One that could not be made is never a verdict.

type Looked = Pick<Undone<'verifying'>, 'state' | 'at'>;

/** Nobody could look: then the time of the deployment is what counts from. */
const marked = ({ state, at }: Looked, marks: Marks | null) => go(state, { ...at, marks });

/** The clock went back: it waits for no time that has been. */
const compared = ({ state, at }: Looked, seen: Verification): Applied<TaskState> =>
  go(state, { ...at, seen, since: seen.at < at.since ? seen.at : at.since });

function notSeen(undone: Undone<'verifying'>): Applied<TaskState> | null {
  const { effect, failure, now } = undone;
  if (effect.name === 'mark-environment') return marked(undone, null);
  if (effect.name !== 'verify-environment') return null;
  return compared(undone, {
    env: effect.input.env,
    against: effect.input.against,
    at: now,
    verdict: 'unknown',
    silent: false,
    summary: sayFailure(failure),
    resolved: [],
    remaining: [],
    new: [],
  });
}

// Where the answers lead.

/** Only what is logged after the answer counts. */
function deployed({ thing }: TaskView, _back: TaskStep, { choice: chosen, rest, by, at }: Given): TaskDecision {
  const elsewhere = chosen === 'deployed' ? undefined : rest;
  const env = elsewhere ?? environmentOf(thing)?.name ?? '';
  return advance(thing.state, startVerification(at, elsewhere), [{ kind: 'deployed', data: { env, by } }]);
}

function skip({ thing }: TaskView, _back: TaskStep, { by }: Given): TaskDecision {
  const name = environmentOf(thing)?.name ?? '';
  return advance(thing.state, end(notVerified(`submitted; the verification in ${name} was skipped by ${by}`)));
}

const askLater = ({ thing: { state } }: TaskView, _back: TaskStep, { words, at }: Given): TaskDecision =>
  advance(state, { kind: 'deploying', until: instant(at + (milliseconds(words ?? '') ?? minutes(60))) });

function handle({ thing: { state } }: TaskView, _back: TaskStep, { by }: Given): TaskDecision {
  const seen = known(state, 'environment', 'verification');
  return advance(state, end(notVerified(`${by} handles it: ${seen.verdict} in ${seen.env}`)));
}

/** Proven where it showed, or a person takes it as it is. */
function outcomeAfter(thing: Task, { verdict, env }: Verification, by: string): TaskOutcome {
  return verdict === 'resolved'
    ? outcomeOf(thing, `submitted; resolved in ${env}`)
    : notVerified(`submitted; ${verdict} in ${env}, released all the same by ${by}`);
}

const notVerified = (why: string): TaskOutcome => ({ kind: 'not_verified', why, open: [] });

const end = (outcome: TaskOutcome): TaskStep => ({ kind: 'releasing', outcome, back: null });

/** Lines of logs are data. */
const reportOf = (seen: Verification, words: string | null): string =>
  `The change was deployed, and the trouble is not gone.${words === null ? '' : ` The person says: ${words}`}\n${fence(sayVerification(seen).join('\n'), 'text')}`;

/** Nothing of it is at work in its copy. */
const looksOnly = { ...atWork, slot: 'frees' } as const;

export const deploySteps: StepRows<'deploying' | 'verifying' | 'verified'> = {
  deploying: {
    ...looksOnly,
    waits: 'retry',
    phase: 'deploy',
    says: 'is about to be deployed',
    hears: 'retries',
    decide: deploy,
    answers: { deployed, deployed_: deployed, skip, wait: askLater },
    broughtForward: (at, earlier) => (at.until === undefined ? null : { ...at, until: instant(earlier(at.until)) }),
  },
  verifying: {
    ...looksOnly,
    phase: 'verify',
    says: 'looks what became of the errors',
    decide: verify,
    applied: {
      'mark-environment': (done) => marked(done, done.output.marks),
      'verify-environment': (done) => compared(done, done.output),
    },
    failed: notSeen,
  },
  verified: {
    ...looksOnly,
    phase: 'verify',
    says: 'has looked at the environment again',
    decide: askWhatFollows,
    answers: {
      release: ({ thing }, _back, { by }) =>
        advance(thing.state, end(outcomeAfter(thing, known(thing.state, 'environment', 'verification'), by))),
      fix: ({ thing }, _back, { words }) =>
        continueAfterFix(thing, reportOf(known(thing.state, 'environment', 'verification'), words)),
      handle,
      roll_back: ({ thing: { state } }, _back, { by }) => advance(state, { kind: 'rolling_back', by }),
      again: ({ thing: { state } }, back) => advance(state, verifyAgain(back)),
    },
  },
};
