// An environment as it is looked at: of this machine with `~` opened, of another one as it is written.
import type { EnvironmentEntry } from '../ports/config.ts';
import type { Site } from '../ports/environment.ts';

export function siteOf(name: string, entry: EnvironmentEntry, expand: (path: string) => string): Site {
  const { type, user_host, allow_paths = [], log = null, service = null } = entry;
  const path = type === 'local' ? expand(entry.path) : entry.path;
  return { name, type, user_host, path, allow_paths, log, service };
}
