// The checked content of a person's file as the configuration everybody reads: short entries long, tiers and connections spelled out.

import type * as v from 'valibot';
import { defined } from '../domain/defined.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { EnvironmentEntry, PersonConfig } from '../ports/config.ts';
import { parseConnect } from './connect.ts';
import { tierOf } from './environments-of.ts';
import { type environmentSchema, personSchema } from './schema.ts';

export function personConfig(content: v.InferOutput<typeof personSchema>, file: PersonConfig['file']): PersonConfig {
  const { attempts, fix_rounds, concurrency, tasks, budget, continuation_level: level, edit_tests } = content.limits;
  const { http, desktop, ntfy, email, web_push: webPush, webhooks, telegram, terminal } = content.surfaces ?? {};
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
      tasks,
      ...(level && { continuation_level: level }),
      ...(edit_tests && { edit_tests }),
      ...(budget && { budget }),
    },
    ...defined({ hosts: content.hosts }),
    sandbox: content.sandbox,
    ...defined({
      proof: content.proof,
      browser: content.browser,
      sandboxRead: content.sandbox_read,
      resumeAfterCrash: content.resume_after_crash,
      trust: content.trust,
      registries: content.registries,
    }),
    ...(Object.keys(content.people).length === 0 ? {} : { people: content.people }),
    ...defined({ stepUp: content.step_up, triggers: content.triggers ?? undefined }),
    store: content.store,
    ...(desktop === true ? { desktop } : {}),
    ...defined({ misspelt: misspelt(Object.keys(content)) }),
    ...defined({ http, ntfy, email, webPush, webhooks, telegram, detachKey: terminal?.detach_key }),
    file,
  };
}

const sections = Object.keys(personSchema.entries);

/** undefined where there is none. */
function misspelt(written: readonly string[]): PersonConfig['misspelt'] {
  const near = written.flatMap((name) => {
    const meant = sections.includes(name) ? null : nearest(name, sections);
    return meant === null ? [] : [[name, meant]];
  });
  return near.length === 0 ? undefined : Object.fromEntries(near);
}

function environment(name: string, entry: v.InferOutput<typeof environmentSchema>): EnvironmentEntry {
  const connect = parseConnect(entry.connect) ?? { type: 'local', user_host: null, path: entry.connect };
  return { ...entry, ...connect, tier: entry.tier ?? tierOf(name) };
}

const mapValues = <In, Out>(entries: Readonly<Record<string, In>>, change: (entry: In, name: string) => Out) =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]));
