// Every agent there is: one line each, in the order of preference.
import type { Agent, Agents } from '../ports/agent.ts';
import { claude } from './claude/profile.ts';
import { codex } from './codex/profile.ts';
import { createPlainAgent } from './drivers/plain.ts';
import { type ScriptedSettings, scripted } from './scripted/profile.ts';

/** `scripted`: where its program is and what it plays; absent, there is none. */
export function createAgents(settings: { readonly scripted?: ScriptedSettings } = {}): Agents {
  const agents: readonly Agent[] = [
    createPlainAgent(claude),
    createPlainAgent(codex),
    ...(settings.scripted ? [createPlainAgent(scripted(settings.scripted))] : []),
  ];
  return {
    get: (name) => agents.find((agent) => agent.name === name) ?? null,
    names: () => agents.map((agent) => agent.name),
  };
}
