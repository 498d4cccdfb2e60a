// Where the answers lead that have to do with environments.

import { type Instant, instant } from '../../ids.ts';
import { sayVerification } from '../../text/environment-notes.ts';
import { fence } from '../../text/safe/fence.ts';
import { environmentOf, type Verification } from '../environment.ts';
import { advance, known, minutes, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { gone, outcomeOf } from '../outcome.ts';
import { milliseconds } from '../settings/freeze.ts';
import type { Task, TaskOutcome, TaskStep } from '../task.ts';
import { startVerification, verifyAgain } from './deploy.ts';
import { commandsIn, mostRounds } from './probe.ts';
import { continueAfterFix } from './pull-request/follow-up.ts';

type Answer = {
  readonly choice: string;
  readonly words: string | null;
  readonly by: string;
  readonly at: Instant;
};

/** null: the answer is another's. Cancel is everybody's. */
export function followEnvironment({ thing }: TaskView, at: Step<'asking'>, answer: Answer): TaskDecision | null {
  if (answer.choice === 'cancel' || answer.choice === 'abandon' || answer.choice === 'retry') return null;
  switch (at.question) {
    case 'env':
      return advance(thing.state, at.back, [], { env: after('env_', answer.choice) });
    case 'proceed':
      return followProceed(thing, at, answer);
    case 'unreachable':
      return goOnWithout(thing, at.back, answer);
    case 'permission':
      return at.back.kind === 'looking' ? followLeave(thing, at.back, answer) : null;
    case 'plan':
      return lookAgain(thing, at, answer);
    case 'deployed':
      return followDeployed(thing, answer);
    case 'verified':
      return at.back.kind === 'verified' ? followVerified(thing, at.back, answer) : null;
    default:
      return null;
  }
}

const after = (prefix: string, choice: string): string | null =>
  choice.startsWith(prefix) ? choice.slice(prefix.length) : null;

function followProceed(thing: Task, at: Step<'asking'>, { choice, words, by }: Answer): TaskDecision | null {
  const env = after('look_', choice);
  if (env !== null) return advance(thing.state, { kind: 'probing', next: 'confirming' }, [], { env });
  const workspace = after('workspace_', choice);
  if (workspace === null) return null;
  const anew = words === null ? `in ${workspace}` : `in ${workspace} as ${words}`;
  return advance(thing.state, gone(`stated anew ${anew} by ${by}`, thing, 'cancelled', at.back));
}

/** It takes part no more: what was never seen proves nothing later. */
function goOnWithout({ state }: Task, back: TaskStep, { choice }: Answer): TaskDecision | null {
  if (choice !== 'without') return null;
  if (back.kind === 'looking') return advance(state, { kind: 'planning', looks: back.looks }, [], spent(state));
  return back.kind === 'probing' ? advance(state, back, [], { env: null }) : null;
}

function followLeave({ state }: Task, back: Step<'looking'>, { choice }: Answer): TaskDecision {
  if (choice === 'deny') return advance(state, { kind: 'planning', looks: back.looks }, [], spent(state));
  const asked = { rounds: 0, all: [], ...state.known.asked, allowed: choice === 'task' };
  return advance(state, { ...back, allowed: true }, [], { asked });
}

/** Nothing more is asked for this report. */
const spent = ({ known: { asked } }: Task['state']) => ({
  asked: { rounds: mostRounds, allowed: asked?.allowed ?? false, all: asked?.all ?? [] },
});

/** A person's words may carry commands: they are asked first. */
function lookAgain(thing: Task, at: Step<'asking'>, { choice, words }: Answer): TaskDecision | null {
  if (choice !== 'again' || words === null || environmentOf(thing) === null) return null;
  const { commands, rest } = commandsIn(words);
  if (commands.length === 0) return null;
  const looks = (at.back.kind === 'planning' ? at.back.looks : 0) + 1;
  return advance(thing.state, {
    ...{ kind: 'looking', commands, looks, allowed: true },
    words: rest === '' ? null : rest,
  });
}

function followDeployed(thing: Task, { choice, words, by, at }: Answer): TaskDecision {
  const { state } = thing;
  const name = environmentOf(thing)?.name ?? '';
  switch (choice) {
    case 'skip':
      return advance(state, end(notVerified(`submitted; the verification in ${name} was skipped by ${by}`)));
    case 'wait':
      return advance(state, { kind: 'deploying', until: instant(at + (milliseconds(words ?? '') ?? minutes(60))) });
    default:
      return advance(state, startVerification(at, after('deployed_', choice) ?? undefined), [
        { kind: 'deployed', data: { env: after('deployed_', choice) ?? name, by } },
      ]);
  }
}

function followVerified(thing: Task, back: Step<'verified'>, { choice, words, by }: Answer): TaskDecision {
  const { state } = thing;
  const seen = known(state, 'verification');
  switch (choice) {
    case 'fix':
      return continueAfterFix(thing, reportOf(seen, words));
    case 'handle':
      return advance(state, end(notVerified(`${by} handles it: ${seen.verdict} in ${seen.env}`)));
    case 'roll_back':
      return advance(state, { kind: 'rolling_back', by });
    case 'again':
      return advance(state, verifyAgain(back));
    default:
      return advance(state, end(outcomeAfter(thing, seen, by)));
  }
}

/** Proven where it showed, or a person takes it as it is. */
function outcomeAfter({ state }: Task, { verdict, env }: Verification, by: string): TaskOutcome {
  return verdict === 'resolved'
    ? outcomeOf(state, `submitted; resolved in ${env}`)
    : notVerified(`submitted; ${verdict} in ${env}, released all the same by ${by}`);
}

const notVerified = (why: string): TaskOutcome => ({ kind: 'not_verified', why, open: [] });

const end = (outcome: TaskOutcome): TaskStep => ({ kind: 'releasing', outcome, back: null });

/** Lines of logs are data. */
const reportOf = (seen: Verification, words: string | null): string =>
  `The change was deployed, and the trouble is not gone.${words === null ? '' : ` The person says: ${words}`}\n${fence(sayVerification(seen).join('\n'), 'text')}`;
