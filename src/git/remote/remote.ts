// The remote of a checkout, and the environment in which a transfer to it runs: the person's credentials, none of their prompts.
import { resolve } from 'node:path';
import { type Env, type Pin, personalEnv, withPins } from '../process/environments.ts';
import { isOfRepository, readSettings, type Setting, valueFor } from '../process/settings.ts';

export type Remote = { readonly name: string; readonly url: string; readonly pushUrl: string };

/** `origin`, else the only one, else none. */
export function remoteOf(settings: readonly Setting[], root: string): Remote | null {
  const names = [...new Set(settings.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []))];
  const name = names.includes('origin') ? 'origin' : names.length === 1 ? names[0] : undefined;
  const url = name === undefined ? null : valueFor(settings, `remote.${name}.url`);
  if (name === undefined || url === null) return null;
  return { name, url: address(url, root), pushUrl: address(valueFor(settings, `remote.${name}.pushurl`) ?? url, root) };
}

/** A path in a checkout's configuration is relative to the checkout, and our hub lies elsewhere. */
function address(url: string, root: string): string {
  const foreign = /^[\w+.-]+:\/\//.test(url) || /^[\w+.-]+::/.test(url) || /^[^/]+:/.test(url);
  return foreign ? url : resolve(root, url);
}

/** Settings of a repository that a person makes for reaching its remote. */
const reaching = /^(credential\.|http\.|url\.|ssh\.variant$|core\.sshcommand$|remote\..+\.proxy)/;

export const isReaching = (key: string): boolean => reaching.test(key);

export type Reach = { readonly env: Env; readonly remote: Remote | null };

export async function reach(env: Env, root: string): Promise<Reach> {
  const personal = personalEnv(env);
  return reachBy(personal, await readSettings(personal, root), root);
}

/** Settings travel in the environment, where addresses with credentials are not seen in the list of processes. The remote is called `origin`. */
export function reachBy(personal: Env, settings: readonly Setting[], root: string): Reach {
  const remote = remoteOf(settings, root);
  const own = settings
    .filter((one) => isOfRepository(one) && reaching.test(one.key))
    .map(({ key, value }): Pin => [key, value]);
  const pins: readonly Pin[] = [
    ...own,
    ...(remote === null ? [] : origin(remote)),
    ['protocol.ext.allow', 'never'],
    ['core.askPass', 'false'],
  ];
  return { remote, env: { ...withPins(personal, pins), ...batchSsh(personal, valueFor(settings, 'core.sshcommand')) } };
}

const origin = ({ url, pushUrl }: Remote): readonly Pin[] => [
  ['remote.origin.url', url],
  ['remote.origin.pushurl', pushUrl],
  ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
];

/** The person's ssh, told not to ask. Another program than ssh is left as it is: its flags are not ours to know. */
function batchSsh(env: Env, configured: string | null): Env {
  if (env.GIT_SSH !== undefined && env.GIT_SSH_COMMAND === undefined) return {};
  const command = env.GIT_SSH_COMMAND ?? configured ?? 'ssh';
  const isSsh = /^(\S*\/)?ssh(\s|$)/.test(command);
  return { GIT_SSH_COMMAND: isSsh ? `${command} -o BatchMode=yes -o ConnectTimeout=20` : command };
}
