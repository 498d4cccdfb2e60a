// Every agent there is: one line each, in the order of preference.
import type { Agents, Footprint } from '../ports/agent.ts';
import { claude } from './claude/agent.ts';
import { codex } from './codex/agent.ts';
import { type CommandSettings, configured } from './command/agent.ts';
import { copilot } from './copilot/agent.ts';
import type { Kit, OwnKit } from './drivers/kit.ts';
import { createTerminalAgent } from './drivers/pty/pty.ts';
import { gemini } from './gemini/agent.ts';
import { opencode } from './opencode/agent.ts';
import { pi } from './pi/agent.ts';
import { priceOf } from './prices/price-of.ts';
import { program } from './program/program.ts';
import { qwen } from './qwen/agent.ts';
import { scripted } from './scripted/kit.ts';
import type { ScriptedSettings } from './scripted/profile.ts';

export type AgentSettings = {
  /** Where its program is and what it plays; absent, there is none. */
  readonly scripted?: ScriptedSettings;
  /** Programs that the person's configuration names, by the agent's name. */
  readonly configured?: Readonly<Record<string, CommandSettings>>;
};

/** Those that need no settings. */
export const ownKits = (): readonly OwnKit[] => [claude(), codex(), gemini(), qwen(), opencode(), pi(), copilot()];

/** Whatever a person configures under their names: their files are what they are. */
export const footprints = (): readonly Footprint[] => ownKits().map(({ footprint }) => footprint);

export function createAgents(settings: AgentSettings = {}): Agents {
  const named = Object.entries(settings.configured ?? {}).flatMap(([name, entry]) => configured(name, entry) ?? []);
  const own = [...ownKits(), ...(settings.scripted ? [scripted(settings.scripted)] : [])];
  const kits = [...own.map((kit) => named.find(({ name }) => name === kit.name) ?? kit), ...added(named, own)];
  const ways = (name: string) => kits.find((kit) => kit.name === name)?.agents ?? [];
  return {
    get: (name, driver) => ways(name).find((agent) => driver === undefined || agent.driver === driver) ?? null,
    names: () => kits.map(({ name }) => name),
    real: () => kits.filter(({ plays }) => plays !== true).map(({ name }) => name),
    drivers: (name) => ways(name).map(({ driver }) => driver),
    hosts: async (name, env) => (await kits.find((kit) => kit.name === name)?.hosts?.(env)) ?? null,
    priceOf,
    footprints,
    program: (argv0) => createTerminalAgent(program(argv0)),
  };
}

const added = (named: readonly Kit[], own: readonly Kit[]): readonly Kit[] =>
  named.filter(({ name }) => !own.some((kit) => kit.name === name));
