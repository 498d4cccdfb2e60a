// The remote of a checkout, and the environment in which a transfer to it runs: the person's credentials, none of their prompts.
import { resolve } from 'node:path';
import { type Env, type Pin, personalEnv, withPins } from '../process/environments.ts';
import { withoutCredentials } from '../process/run-git.ts';
import { isOfRepository, readSettings, type Setting, valueFor } from '../process/settings.ts';

/** `pushes`: where its branches are pushed to; `asIs`: no rule of the person's for addresses changes that any more. Of several addresses, the first. */
export type Remote = {
  readonly name: string;
  readonly url: string;
  readonly pushes: { readonly url: string; readonly asIs: boolean };
};

/** `origin`, else the only one, else what git is told to prefer, else what all branches follow, else none. */
export function remoteOf(settings: readonly Setting[], root: string): Remote | null {
  const names = [...new Set(settings.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []))];
  const followed = new Set(settings.flatMap(({ key, value }) => (/^branch\..+\.remote$/s.test(key) ? [value] : [])));
  const wanted = ['origin', only(names), valueFor(settings, 'checkout.defaultremote'), only([...followed])];
  const name = wanted.find((each) => each !== null && names.includes(each)) ?? undefined;
  const url = firstFor(settings, `remote.${name}.url`);
  if (name === undefined || url === null) return null;
  const own = firstFor(settings, `remote.${name}.pushurl`);
  const other = own === null ? ruled(settings, url, 'pushinsteadof') : null;
  return {
    name,
    url: address(url, root),
    pushes: { url: address(own ?? other ?? url, root), asIs: other !== null },
  };
}

const only = (all: readonly string[]): string | null => (all.length === 1 ? (all[0] ?? null) : null);

const firstFor = (settings: readonly Setting[], key: string): string | null =>
  settings.find((one) => one.key === key)?.value ?? null;

/** Git's own way to it, without credentials: for telling whether it is the same place as before. */
export const pushedTo = ({ pushes: { url, asIs } }: Remote, settings: readonly Setting[]): string =>
  withoutCredentials((asIs ? null : ruled(settings, url, 'insteadof')) ?? url);

/** What rules for addresses make of one: the rule that says most of it counts. Null: there is none for it. */
function ruled(settings: readonly Setting[], url: string, rule: 'insteadof' | 'pushinsteadof'): string | null {
  const [longest] = settings
    .flatMap(({ key, value }) => {
      const base = key.startsWith('url.') && key.endsWith(`.${rule}`) ? key.slice(4, -rule.length - 1) : undefined;
      return base !== undefined && url.startsWith(value) ? [{ base, value }] : [];
    })
    .toSorted((one, other) => other.value.length - one.value.length);
  return longest === undefined ? null : `${longest.base}${url.slice(longest.value.length)}`;
}

/** A path in a checkout's configuration is relative to the checkout, and our hub lies elsewhere. */
function address(url: string, root: string): string {
  const foreign = /^[\w+.-]+:\/\//.test(url) || /^[\w+.-]+::/.test(url) || /^[^/]+:/.test(url);
  return foreign ? url : resolve(root, url);
}

/** Settings of a repository that a person makes for reaching its remote. */
const reaching = /^(credential\.|http\.|url\.|ssh\.variant$|core\.sshcommand$|remote\..+\.proxy)/;

export const isReaching = (key: string): boolean => reaching.test(key);

/** `to`: as `pushedTo`; null: no remote. */
export type Reach = { readonly env: Env; readonly remote: Remote | null; readonly to: string | null };

/** `fetched`: where it is read; `pushed`: where our branches go, and are looked for. */
export type Place = 'fetched' | 'pushed';

export async function reach(env: Env, root: string, place: Place): Promise<Reach> {
  const personal = personalEnv(env);
  return reachBy(personal, await readSettings(personal, root), root, place);
}

/** Settings travel in the environment, where addresses with credentials are not seen in the list of processes. The remote is called `origin`. */
export function reachBy(personal: Env, settings: readonly Setting[], root: string, place: Place): Reach {
  const remote = remoteOf(settings, root);
  const own = settings
    .filter((one) => isOfRepository(one) && reaching.test(one.key))
    .map(({ key, value }): Pin => [key, value]);
  const pins: readonly Pin[] = [
    ...own,
    ...(remote === null ? [] : origin(remote, place)),
    ['protocol.ext.allow', 'never'],
    ['core.askPass', 'false'],
  ];
  const to = remote === null ? null : pushedTo(remote, settings);
  return {
    remote,
    to,
    env: { ...withPins(personal, pins), ...batchSsh(personal, valueFor(settings, 'core.sshcommand')) },
  };
}

function origin({ url, pushes }: Remote, place: Place): readonly Pin[] {
  const at = place === 'fetched' ? url : pushes.url;
  return [
    ['remote.origin.url', at],
    ['remote.origin.pushurl', at],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    // The whole address is the longest rule there can be.
    ...(place === 'pushed' && pushes.asIs ? [[`url.${at}.insteadOf`, at] satisfies Pin] : []),
  ];
}

/** The person's ssh, told not to ask. Another program than ssh is left as it is: its flags are not ours to know. */
function batchSsh(env: Env, configured: string | null): Env {
  if (env.GIT_SSH !== undefined && env.GIT_SSH_COMMAND === undefined) return {};
  const command = env.GIT_SSH_COMMAND ?? configured ?? 'ssh';
  const isSsh = /^(\S*\/)?ssh(\s|$)/.test(command);
  return { GIT_SSH_COMMAND: isSsh ? `${command} -o BatchMode=yes -o ConnectTimeout=20` : command };
}
