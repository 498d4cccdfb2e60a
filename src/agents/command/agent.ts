// The way to drive an agent that a person's configuration names.
import { createAcpAgent } from '../drivers/acp/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { acpCommand } from './acp.ts';
import { createTemplateAgent } from './template.ts';

export type CommandSettings = {
  readonly acp?: readonly string[];
  readonly command?: readonly string[];
  readonly pass_env?: readonly string[];
};

/** Null: the entry names no program of its own. */
export function configured(name: string, { acp, command, pass_env = [] }: CommandSettings): Kit | null {
  const agents = [
    ...(acp === undefined ? [] : [createAcpAgent(acpCommand(name, acp, pass_env))]),
    ...(command === undefined ? [] : [createTemplateAgent(name, command, pass_env)]),
  ];
  return agents.length === 0 ? null : { name, agents };
}
