// The places where software runs, as a person registered them: added, changed, shown and taken out.

import type { EnvironmentView } from '../../contract/environment.ts';
import type { EnvironmentEntry } from '../../ports/config.ts';
import { stepUpAway } from '../config/config.ts';
import type { Command } from '../ports.ts';
import { fromFolder, unwrap } from '../shared/request.ts';
import { findEntry } from './probe.ts';

export const addEnvironment: Command<'env.add'> = async ({ config }, { name, connect, cwd }) => {
  const written = connect.includes(':') ? connect : fromFolder(connect, cwd);
  unwrap(await config.add('environments', name, written));
  const entry = unwrap(await config.read()).environments[name];
  if (entry === undefined) throw new Error(`${name} was added and is not there`);
  return viewEnvironment(name, entry);
};

// Forgets an environment.

export const removeEnvironment: Command<'env.remove'> = async ({ config }, { env }) => {
  unwrap(await config.remove('environments', env));
  return { name: env };
};

// Sets a key of an environment.

export const setEnvironment: Command<'env.set'> = async (ports, { env, key, value, pin }, peer) => {
  await stepUpAway(ports, peer, pin);
  unwrap(await ports.config.set('environments', env, key, value));
  return { name: env, key, value };
};

// The registered environments.

export const listEnvironments: Command<'env.list'> = async ({ config }) => ({
  environments: Object.entries(unwrap(await config.read()).environments).map(([name, entry]) =>
    viewEnvironment(name, entry),
  ),
});

const viewEnvironment = (name: string, entry: EnvironmentEntry): EnvironmentView => ({
  name,
  connect: entry.connect,
  type: entry.type,
  user_host: entry.user_host,
  path: entry.path,
  tier: entry.tier,
});

// One environment as configured, and which workspaces it belongs to.

export const showEnvironment: Command<'env.show'> = async ({ config }, { env }) => {
  const person = unwrap(await config.read());
  const entry = findEntry(person, env);
  const { type: _, user_host: __, path: ___, ...written } = entry;
  const belongs = (workspace: string) => config.environmentsOf(person, workspace).some(({ name }) => name === env);
  return {
    ...viewEnvironment(env, entry),
    entry: written,
    workspaces: Object.keys(person.workspaces).filter(belongs),
  };
};
