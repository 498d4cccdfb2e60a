// Whether a request, with this input, is one that only a person may make.
import { requests } from './cli/requests.ts';
import type { CommandName } from './commands.ts';

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** True where the daemon refuses this request with `UNAUTHORIZED` unless the caller proved to be a person. */
export function needsPerson(command: CommandName, input: unknown): boolean {
  const { person } = requests[command];
  if (typeof person === 'string') return person === 'always';
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (person.without !== undefined && !isSet(fields[person.without])) return true;
  return (person.with ?? []).some((field) => isSet(fields[field]));
}
