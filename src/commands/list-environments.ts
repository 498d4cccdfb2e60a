// The registered environments.
import type { EnvironmentView } from '../contract/environment.ts';
import type { EnvironmentEntry } from '../ports/config.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const listEnvironments: Command<'env.list'> = async ({ config }) => ({
  environments: Object.entries(orFail(await config.read()).environments).map(([name, entry]) =>
    viewEnvironment(name, entry),
  ),
});

export const viewEnvironment = (name: string, entry: EnvironmentEntry): EnvironmentView => ({
  name,
  connect: entry.connect,
  type: entry.type,
  user_host: entry.user_host,
  path: entry.path,
  tier: entry.tier,
});
