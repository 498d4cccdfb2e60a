// Chooses how the agent of a task's run is driven and what it may do. Kept beside the run before it is started, so that a start that was cut off is found again as it was.
import { permissionsToStart } from '../../domain/permission/permissions-to-start.ts';
import type { Launch } from '../../domain/run/launch.ts';
import type { AgentPurpose } from '../../domain/run/run.ts';
import type { AgentSettings, McpServer, RoleSettings } from '../../domain/task/settings/settings.ts';
import type { Agent, Agents } from '../../ports/agent.ts';
import type { Files } from '../../ports/files.ts';

/** Null: there is no such agent. `heeds`: it keeps to what is denied; an agent that asks nobody cannot be held to that. */
export function chooseAgent(
  agents: Agents,
  { agent: name, mode, model: chosen }: AgentPurpose,
  settings: AgentSettings | undefined,
  role: RoleSettings | undefined = undefined,
  servers: readonly McpServer[] = [],
): { readonly agent: Agent; readonly hired: Launch; readonly heeds: boolean } | null {
  const { permissions = 'auto', deny = [] } = settings ?? {};
  const allow = [...(settings?.allow ?? []), ...(role?.allow ?? [])];
  const wanted = mode === 'analysis' ? 'read-only' : permissionsToStart(permissions, deny);
  const agent = agentFor(agents, name, wanted === 'ask');
  if (agent === null) return null;
  const heeds = mode === 'analysis' || deny.length === 0 || agent.capabilities.permissions;
  const model = chosen ?? role?.models?.[name] ?? settings?.model ?? null;
  // What the tools of strangers do is not known: where nothing may be written there are none.
  const mcp = mode === 'write' && agent.capabilities.mcp === true ? servers : [];
  const effort = agent.capabilities.effort === true ? (settings?.effort ?? null) : null;
  const asked = { permissions: wanted, allow, deny };
  const hired = {
    driver: agent.driver,
    ...asked,
    ...(model !== null && { model }),
    ...(effort !== null && { effort }),
    ...(mcp.length > 0 && { mcp }),
  };
  return { agent, hired, heeds };
}

/** Nobody sits before a terminal of a task's; who is to ask is driven so that the questions come through. */
function agentFor(agents: Agents, name: string, asks: boolean): Agent | null {
  const ways = agents.drivers(name).flatMap((driver) => (driver === 'pty' ? [] : (agents.get(name, driver) ?? [])));
  return (asks ? ways.find(({ capabilities }) => capabilities.permissions) : undefined) ?? ways[0] ?? agents.get(name);
}

const fileOf = (run: string): string => `runs/${run}/hired.json`;

export const keepLaunch = (files: Files, run: string, hired: Launch): Promise<string> =>
  files.write(fileOf(run), JSON.stringify(hired));

/** Absent: started by a version that chose nothing. */
export async function readHired(files: Files, run: string): Promise<{ readonly hired?: Launch }> {
  const bytes = await files.read(fileOf(run));
  return bytes === null ? {} : { hired: JSON.parse(new TextDecoder().decode(bytes)) as Launch };
}
