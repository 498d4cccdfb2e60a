// Every agent there is: one line each, in the order of preference.
import type { Agents } from '../ports/agent.ts';
import { claude } from './claude/kit.ts';
import { codex } from './codex/kit.ts';
import type { Kit } from './drivers/kit.ts';
import { scripted } from './scripted/kit.ts';
import type { ScriptedSettings } from './scripted/profile.ts';

/** `scripted`: where its program is and what it plays; absent, there is none. */
export function createAgents(settings: { readonly scripted?: ScriptedSettings } = {}): Agents {
  const kits: readonly Kit[] = [claude(), codex(), ...(settings.scripted ? [scripted(settings.scripted)] : [])];
  const ways = (name: string) => kits.find((kit) => kit.name === name)?.agents ?? [];
  return {
    get: (name, driver) => ways(name).find((agent) => driver === undefined || agent.driver === driver) ?? null,
    names: () => kits.map(({ name }) => name),
    drivers: (name) => ways(name).map(({ driver }) => driver),
    program: (argv0) => {
      throw new Error(`${argv0} cannot be driven in a terminal yet`);
    },
  };
}
