// The agents and the sandbox of this machine, as they are now.
import type { WorkspaceCheck } from '../contract/workspace.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { CommandPorts } from './ports.ts';

export const lookAtAgents = ({
  agents,
  person,
}: Pick<CommandPorts, 'agents' | 'person'>): Promise<WorkspaceCheck['agents']> =>
  Promise.all(
    agents.names().map(async (name) => {
      const look = await agents.get(name)?.find(person.env(), { version: true });
      return { name, found: look?.found === true, version: look?.version ?? null };
    }),
  );

export async function lookAtSandbox(
  { sandboxes }: Pick<CommandPorts, 'sandboxes'>,
  setting: PersonConfig['sandbox'],
): Promise<WorkspaceCheck['sandbox']> {
  const chosen = await sandboxes.choose(setting);
  if (!chosen.ok) return { name: 'none', works: false, why: chosen.failure.message };
  return { name: chosen.value.name, ...(await chosen.value.probe()) };
}
