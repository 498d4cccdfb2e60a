// What the person has configured of an agent's network, for who is not held by the settings of a task.
import type { EffectPorts } from '../ports/effect.ts';

export async function networkOf({ config }: Pick<EffectPorts, 'config'>, agent: string) {
  const read = await config.read();
  const { network, hosts } = (read.ok ? read.value.agents?.[agent] : undefined) ?? {};
  return { ...(network && { network }), ...(hosts && { hosts }) };
}
