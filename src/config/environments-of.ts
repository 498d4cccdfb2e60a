// Which environments belong to a workspace, and what tier a name says.
import type { EnvironmentEntry, PersonConfig } from '../ports/config.ts';

const tiers: Readonly<Record<string, 'prod' | 'staging' | 'local'>> = {
  prod: 'prod',
  production: 'prod',
  staging: 'staging',
  stg: 'staging',
  local: 'local',
  dev: 'local',
};

/** From the last part of the name: `shop-prod`, `shop-stg`, `dev`. */
export function tierOf(name: string): EnvironmentEntry['tier'] {
  const suffix = name.toLowerCase().split('-').at(-1) ?? '';
  return Object.hasOwn(tiers, suffix) ? (tiers[suffix] ?? null) : null;
}

/** `default_env` first, then the one called like the workspace and `NAME-*` in the file's order, without those of a workspace with a longer name. */
export function environmentsOf(config: PersonConfig, workspace: string) {
  const names = Object.keys(config.environments);
  const chosen = config.workspaces[workspace]?.default_env;
  const own = names.filter((name) => name !== chosen && ownerOf(name, Object.keys(config.workspaces)) === workspace);
  return (chosen === undefined ? own : [chosen, ...own]).flatMap((name) => {
    const entry = Object.hasOwn(config.environments, name) ? config.environments[name] : undefined;
    return entry === undefined ? [] : [{ name, entry }];
  });
}

function ownerOf(environment: string, workspaces: readonly string[]): string | null {
  const owners = workspaces.filter((workspace) => environment === workspace || environment.startsWith(`${workspace}-`));
  return owners.sort((a, b) => b.length - a.length)[0] ?? null;
}
