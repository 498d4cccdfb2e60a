// The environment that is meant, as it can be looked at.
import { failed } from '../domain/error.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { EnvironmentEntry, PersonConfig } from '../ports/config.ts';
import type { Site } from '../ports/environment.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts, Peer } from './ports.ts';

type Found = { readonly name: string; readonly entry: EnvironmentEntry; readonly site: Site };

/** Throws `ENVIRONMENT_NOT_FOUND`; for what is none of a person's in production `UNAUTHORIZED`. */
export async function findSite({ config }: Pick<CommandPorts, 'config'>, name: string, peer: Peer): Promise<Found> {
  const entry = findEntry(orFail(await config.read()), name);
  if (entry.tier === 'prod' && peer.person.kind !== 'person')
    throw failed('UNAUTHORIZED', `${name} is production: only a person may look at it, and ${peer.person.why}.`);
  return { name, entry, site: config.siteOf(name, entry) };
}

/** Throws `ENVIRONMENT_NOT_FOUND`. */
export function findEntry({ environments }: PersonConfig, name: string): EnvironmentEntry {
  const entry = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (entry !== undefined) return entry;
  const near = nearest(name, Object.keys(environments));
  const known = near === null ? '' : ` The nearest known one is ${near}.`;
  throw failed('ENVIRONMENT_NOT_FOUND', `There is no environment ${name}.${known}`, {
    environment: name,
    nearest: near,
  });
}
