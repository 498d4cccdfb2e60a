// Which checks must pass before a merge. Where nobody says, or it may not be seen, every check counts: a red one is never overlooked.
import type { Check } from '../domain/delivery/pull-request.ts';
import { starPattern } from '../domain/text/star-pattern.ts';

/** `named`: patterns with `*` are understood. */
export type Required = { readonly kind: 'named'; readonly names: readonly string[] } | { readonly kind: 'unknown' };

export function judgeRequired(
  checks: readonly Omit<Check, 'required'>[],
  required: Required,
): { readonly checks: readonly Check[]; readonly notes: readonly string[] } {
  const all = (note: string) => ({ checks: checks.map((check) => ({ ...check, required: true })), notes: [note] });
  if (required.kind === 'unknown') return all('Which checks are required may not be seen: every check counts.');
  if (required.names.length === 0)
    return checks.length === 0
      ? { checks: [], notes: [] }
      : all('No check is required by the base: every check counts.');
  const absent = required.names.filter((name) => !name.includes('*') && !checks.some((check) => check.name === name));
  return {
    checks: [
      ...checks.map((check) => ({
        ...check,
        required: required.names.some((name) => starPattern(name).test(check.name)),
      })),
      ...absent.map(
        (name): Check => ({
          id: `absent:${name}`,
          name,
          required: true,
          state: 'pending',
          why: 'not reported yet',
          address: null,
        }),
      ),
    ],
    notes: [],
  };
}
