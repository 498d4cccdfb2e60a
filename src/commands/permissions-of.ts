// What an agent may do: as it is said, else as it is configured for it. Patterns add up; a denial wins.
import type { AgentSettings } from '../domain/task/settings.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { Peer } from './ports.ts';

type Permissions = NonNullable<AgentSettings['permissions']>;

export type Rights = {
  readonly permissions: Permissions;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
};

type Said = {
  readonly permissions?: Permissions | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
};

/** What is configured for a person is no gift to an agent: one that says nothing is asked, as before. */
export function permissionsOf(
  config: PersonConfig,
  agent: string,
  said: Said,
  usual: Permissions,
  { person }: Peer,
): Rights {
  const words = config.agents[agent] ?? {};
  const configured = words.permissions ?? usual;
  const own = person.kind === 'person' || configured === 'read-only' ? configured : usual;
  const together = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
  return {
    permissions: said.permissions ?? own,
    allow: together(person.kind === 'person' ? words.allow : [], said.allow),
    deny: together(words.deny, said.deny),
  };
}
