// The checked content of a person's file as the configuration everybody reads: short entries long, tiers and connections spelled out.
import type * as v from 'valibot';
import type { EnvironmentEntry, PersonConfig } from '../ports/config.ts';
import { parseConnect } from './connect.ts';
import { tierOf } from './environments-of.ts';
import type { environmentSchema, personSchema } from './schema.ts';

export function personConfig(content: v.InferOutput<typeof personSchema>, file: PersonConfig['file']): PersonConfig {
  const { attempts, fix_rounds, concurrency, budget, continuation_level: level } = content.limits;
  return {
    workspaces: mapValues(content.workspaces, (entry) => (typeof entry === 'string' ? { path: entry } : entry)),
    environments: mapValues(content.environments, (entry, name) =>
      environment(name, typeof entry === 'string' ? { connect: entry } : entry),
    ),
    agents: content.agents,
    ...(Object.keys(content.forges).length === 0 ? {} : { forges: content.forges }),
    ...(content.mcp?.servers === undefined ? {} : { mcp: content.mcp.servers }),
    policy: content.policy,
    limits: {
      attempts,
      fix_rounds,
      concurrency,
      ...(level && { continuation_level: level }),
      ...(budget && { budget }),
    },
    ...(content.hosts === undefined ? {} : { hosts: content.hosts }),
    sandbox: content.sandbox,
    ...(content.proof === undefined ? {} : { proof: content.proof }),
    ...(content.sandbox_read === undefined ? {} : { sandboxRead: content.sandbox_read }),
    ...(content.resume_after_crash === undefined ? {} : { resumeAfterCrash: content.resume_after_crash }),
    ...(content.trust === undefined ? {} : { trust: content.trust }),
    ...(content.registries === undefined ? {} : { registries: content.registries }),
    ...(Object.keys(content.people).length === 0 ? {} : { people: content.people }),
    ...(content.step_up === undefined ? {} : { stepUp: content.step_up }),
    store: content.store,
    ...(content.surfaces?.http === undefined ? {} : { port: content.surfaces.http.port }),
    ...(content.surfaces?.desktop === true ? { desktop: true } : {}),
    ...(content.surfaces?.telegram === undefined ? {} : { telegram: content.surfaces.telegram }),
    ...(content.surfaces?.terminal?.detach_key === undefined
      ? {}
      : { detachKey: content.surfaces.terminal.detach_key }),
    file,
  };
}

function environment(name: string, entry: v.InferOutput<typeof environmentSchema>): EnvironmentEntry {
  const connect = parseConnect(entry.connect) ?? { type: 'local', user_host: null, path: entry.connect };
  return { ...entry, ...connect, tier: entry.tier ?? tierOf(name) };
}

const mapValues = <In, Out>(entries: Readonly<Record<string, In>>, change: (entry: In, name: string) => Out) =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]));
