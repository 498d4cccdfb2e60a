// Who works on a step by hand: the agent that is named, else those of the lease, else the first that is installed by now.
import { firstInstalled, mustBeThere } from './choose-agents.ts';
import { findLeased } from './find-leased.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';

type Wanted = { readonly task?: string | undefined; readonly cwd: string; readonly agent?: string | undefined };

/** null: those of the lease. Throws `ENGINE_ERROR` where the one named, or any at all, is not there. */
export async function agentOfStep(
  ports: CommandPorts,
  { task: given, cwd, agent }: Wanted,
  role: 'analyze' | 'develop',
): Promise<string | null> {
  if (agent !== undefined) {
    await mustBeThere(ports, agent);
    return agent;
  }
  const { task } = await ports.store.read((reads) => findLeased(reads, given, cwd));
  if (task.spec.settings.agents[role].length > 0) return null;
  return firstInstalled(ports, orFail(await ports.config.read()));
}
