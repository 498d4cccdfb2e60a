// Which sandboxes there are on this machine, and what the person has opened of the home to whatever runs in them.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Config } from '../ports/config.ts';
import type { Sandbox, Sandboxes } from '../ports/sandbox.ts';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import { choose } from '../sandbox/choose.ts';
import type { Place } from '../sandbox/place.ts';
import { holdsSecrets } from '../sandbox/secret-homes.ts';

export function chooseSandboxes(place: Place, config: Pick<Config, 'read' | 'expand'>): Sandboxes {
  const candidates = [bubblewrap(place)];
  return {
    async choose(setting) {
      const chosen = await choose(setting, candidates);
      return chosen.ok ? ok(opened(chosen.value, place, config)) : chosen;
    },
  };
}

/** `sandbox_read`, as it stands when a program is started. */
const opened = (sandbox: Sandbox, place: Place, config: Pick<Config, 'read' | 'expand'>): Sandbox => ({
  name: sandbox.name,
  probe: () => sandbox.probe(),
  async confine(program, confinement) {
    const paths = await pathsOf(place, config);
    if (!paths.ok) return paths;
    return sandbox.confine(program, { ...confinement, readable: [...confinement.readable, ...paths.value] });
  },
});

async function pathsOf(place: Place, config: Pick<Config, 'read' | 'expand'>): Promise<Result<readonly string[]>> {
  const read = await config.read();
  // A file that does not parse opens nothing; what reads it says so.
  const wanted = read.ok ? (read.value.sandboxRead ?? []) : [];
  const paths = wanted.map((path) => config.expand(path));
  const secret = paths.find((path) => holdsSecrets(place.home, path));
  if (secret === undefined) return ok(paths);
  return fail('CONFIG_INVALID', `sandbox_read: ${secret} holds keys or logins, which are never opened to a run.`, {
    path: secret,
    hint: 'Name the folder of the tools alone.',
  });
}
