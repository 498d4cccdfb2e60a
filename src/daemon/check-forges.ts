// For `doctor`: is the forge of each workspace there, and does it know the person?
import type { Check } from '../contract/service.ts';
import type { Failure } from '../domain/error.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Forge } from '../ports/forge.ts';

type ForgeCheckPorts = Pick<EffectPorts, 'config' | 'git' | 'forges' | 'clock'>;

const patienceMs = 10_000;

/** One line for each host; none for plain remotes. */
export async function checkForges(ports: ForgeCheckPorts): Promise<readonly Check[]> {
  const read = await ports.config.read();
  if (!read.ok) return [];
  const paths = Object.values(read.value.workspaces).map(({ path }) => ports.config.expand(path));
  const found = await Promise.all([...new Set(paths)].map((path) => forgeAt(ports, path)));
  const checks = found.flatMap((one) => (one === null ? [] : [one]));
  const byHost = new Map(checks.map((one) => [one.host, one]));
  return Promise.all([...byHost.values()].map((one) => ask(ports, one)));
}

type Found = { readonly host: string; readonly forge: Forge | Failure };

async function forgeAt({ git, forges }: ForgeCheckPorts, path: string): Promise<Found | null> {
  const remote = await git.remoteAddress(path);
  if (!remote.ok || remote.value === null) return null;
  const place = await forges.hostOf(remote.value);
  if (place === null) return null;
  const forge = await forges.of(remote.value);
  return { host: place, forge: forge.ok ? forge.value : forge.failure };
}

async function ask({ clock }: ForgeCheckPorts, { host, forge }: Found): Promise<Check> {
  if ('error_code' in forge) return trouble(host, forge);
  const enough = new AbortController();
  const said = await Promise.race([forge.login(), clock.wait(patienceMs, enough.signal)]);
  enough.abort();
  if (said === undefined) return trouble(host, { error_code: 'FORGE_UNREACHABLE', message: 'It does not answer.' });
  if (!said.ok) return trouble(host, said.failure);
  return { name: `forge ${host}`, state: 'ok', said: `${forge.name}, logged in as ${said.value}`, hint: '' };
}

const trouble = (host: string, { error_code, message }: Failure): Check => ({
  name: `forge ${host}`,
  state: 'note',
  said: message,
  hint:
    error_code === 'FORGE_AUTH'
      ? `name a token: forges: { ${host}: { token_env: NAME } }; without one branches are pushed, and no pull request is opened`
      : 'branches are pushed to the remote; pull requests wait until it answers',
});
