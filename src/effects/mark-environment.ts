// How far the logs of an environment are written now.
import type { EffectFunction } from '../ports/effect.ts';
import { reachEnvironment } from './reach-environment.ts';

export const markEnvironment: EffectFunction<'mark-environment'> = async (ports, { env }, context) => {
  const reached = await reachEnvironment(ports, env, { commands: [], since: context.now }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const marks = reached.value.look.logs.flatMap(({ where, mark }) => (mark === null ? [] : [[where, mark] as const]));
  return { kind: 'done', output: { marks: Object.fromEntries(marks) } };
};
