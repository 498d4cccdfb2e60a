// A read-only look at an environment, and what was asked of it besides. Looking twice is looking again.

import { newestErrors } from '../domain/probe/newest-errors.ts';
import type { AskedOfIt, EnvironmentLook } from '../domain/task/environment.ts';
import { tail } from '../domain/text/tail.ts';
import type { EffectFunction } from '../ports/effect.ts';
import type { Look, Ran } from '../ports/environment.ts';
import { reachEnvironment } from './reach-environment.ts';
import { keepBaseline } from './task-baseline.ts';

const tailBytes = 2_000;
const mostSaid = 3_000;
const mostErrors = 10;

export const lookAtEnvironment: EffectFunction<'look-at-environment'> = async (
  ports,
  { env, commands, keep },
  context,
) => {
  const reached = await reachEnvironment(ports, env, { commands, since: null }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const { look, connect } = reached.value;
  if (keep) await keepBaseline(ports.files, context.thing.task, env, { at: look.at, connect, logs: look.logs });
  return { kind: 'done', output: { look: inShort(look), asked: look.ran.map(said) } };
};

const inShort = ({ at, modules, logs }: Look): Extract<EnvironmentLook, { kind: 'seen' }> => ({
  ...{ kind: 'seen', at },
  modules: modules.map(({ name, running }) => ({ name, running })),
  logs: logs.map(({ where, coverage, trouble }) => ({ where, coverage, trouble })),
  errors: newestErrors(
    logs.flatMap(({ findings }) => findings),
    mostErrors,
  ),
  tail: tail(logs[0]?.tail ?? '', tailBytes),
});

/** The end of it, as of a log. */
function said({ command, exit, output, error, cut }: Ran): AskedOfIt {
  const text = [output, error].filter((part) => part.trim() !== '').join('\n');
  const ending = exit === 0 && !cut ? '' : `\n(${cut ? 'only its beginning was read' : `exit ${exit ?? 'by us'}`})`;
  return { command, said: `${text.slice(0, mostSaid).trimEnd()}${ending}` };
}
