// Work is moved to another agent: one that is configured beside it, or the one that a person names.

import { choice } from '../question/choice.ts';
import type { Choice } from '../question/question.ts';

/** `known`: all that there are on this computer. */
type Settled = { readonly settings: { readonly known?: readonly string[] } };

/** As a choice; none where there is no other. `used`: the one that works now; `listed`: those configured. */
export function offerAnother(
  { settings }: Settled,
  used: string | undefined,
  listed: readonly string[],
): readonly Choice[] {
  const configured = listed.filter((agent) => agent !== used);
  const others = [...new Set([...configured, ...(settings.known ?? []).filter((agent) => agent !== used)])];
  if (others.length === 0) return [];
  return configured.length > 0
    ? [choice('another', `another agent: ${configured[0]}, or the one you name (${others.join(', ')})`, 'optional')]
    : [choice('another', `another agent, the one you name: ${others.join(', ')}`, 'required')];
}

/** Who works from now on, in order; null: there is no such agent. */
export function chooseAgents(
  { settings }: Settled,
  used: string | undefined,
  listed: readonly string[],
  words: string,
): readonly string[] | null {
  const name = words.trim();
  const known = [...listed, ...(settings.known ?? [])];
  if (name !== '' && !known.includes(name)) return null;
  const others = listed.filter((agent) => agent !== used && agent !== name);
  return [...(name === '' ? [] : [name]), ...others, ...(used === undefined || used === name ? [] : [used])];
}
