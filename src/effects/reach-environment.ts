// One look at a registered environment in the time of one effect. An entry that is gone, or a place that is too slow, is a failure and no empty look.
import { fail, type Result } from '../domain/error.ts';
import type { EffectContext, EffectPorts } from '../ports/effect.ts';
import type { Asked, Look } from '../ports/environment.ts';

const limitMs = 45_000;

export type Reached = { readonly look: Look /** As written in the configuration. */; readonly connect: string };

export async function reachEnvironment(
  { config, environments }: Pick<EffectPorts, 'config' | 'environments'>,
  name: string,
  asked: Asked,
  { signal }: Pick<EffectContext, 'signal'>,
): Promise<Result<Reached>> {
  const read = await config.read();
  if (!read.ok) return read;
  const entry = Object.hasOwn(read.value.environments, name) ? read.value.environments[name] : undefined;
  if (entry === undefined) return fail('ENVIRONMENT_NOT_FOUND', `${name} is not registered any more.`);
  const limit = AbortSignal.timeout(limitMs);
  const look = await environments.look(config.siteOf(name, entry), asked, AbortSignal.any([signal, limit]));
  signal.throwIfAborted();
  // What was cut off in the middle is not all there is.
  if (limit.aborted) return fail('SSH_UNREACHABLE', `${name} did not answer in ${limitMs / 1_000} seconds.`);
  return look.ok ? { ok: true, value: { look: look.value, connect: entry.connect } } : look;
}
