// What became of the errors that were there before the work, by what was logged since the deployment.

import { judgeSince } from '../domain/probe/judge-since.ts';
import { newestErrors } from '../domain/probe/newest-errors.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { reachEnvironment } from './reach-environment.ts';
import { baselineOf } from './task-baseline.ts';

const mostErrorsOfKind = 10;

export const verifyEnvironment: EffectFunction<'verify-environment'> = async (
  ports,
  { env, against, since, marks },
  context,
) => {
  const { task } = context.thing;
  const own = await baselineOf(ports.files, task, env);
  const other = against === null ? null : await baselineOf(ports.files, task, against);
  if (own === null || (against !== null && other === null))
    return failed(
      `${own === null ? env : against} could not be looked at before the work: there is nothing to compare with.`,
    );
  const from = marks === null ? since : new Map(Object.entries(marks));
  const reached = await reachEnvironment(ports, env, { commands: [], since: from }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const { look, connect } = reached.value;
  if (connect !== own.connect)
    return failed(`${env} is another place than the one that was looked at before the work.`);
  const { verdict, summary, silent, ...kinds } = judgeSince(own.logs, other?.logs ?? [], look.logs);
  return {
    kind: 'done',
    output: {
      ...{ env, against, at: look.at, verdict, summary, silent },
      resolved: newestErrors(kinds.resolved, mostErrorsOfKind),
      remaining: newestErrors(kinds.remaining, mostErrorsOfKind),
      new: newestErrors(kinds.new, mostErrorsOfKind),
    },
  };
};

const failed = (message: string) => ({ kind: 'failed', failure: { error_code: 'PATH_NOT_FOUND', message } }) as const;
