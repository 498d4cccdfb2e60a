// Which of a person's variables a run may see.

import { speaksOfSecret } from '../text/safe/secret-variables.ts';

/** Beside the names that speak of secrets: families that can push, publish, deploy or sign in somewhere, and what would lead a program astray. */
const withheld =
  /(^|_)(AUTH|ASKPASS)(_|$)|^(SSH_|GPG_|AWS_|AZURE_|GOOGLE_|GCP_|GCLOUD_|CLOUDSDK_|GITHUB_|GH_|GITLAB_|GITEA_|NPM_|NODE_AUTH|DOCKER_|KUBE|PGPASS|DATABASE_URL|DROVER_|GIT_|DBUS_|XDG_RUNTIME_DIR$|NODE_OPTIONS$|LD_PRELOAD$|LD_AUDIT$|DYLD_INSERT|BASH_ENV$|ENV$|PERL5OPT$|RUBYOPT$|PYTHONSTARTUP$|JAVA_TOOL_OPTIONS$)/i;

/** An address with a password in it, but for the proxy that leads out at all. */
const holdsPassword = (name: string, value: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i.test(value) && !/_proxy$/i.test(name);

/** For agents: everything but what is withheld, and what is passed by name. `secrets`: of which it is known that they hold one, whatever they are called. */
export function cleanEnvironment(
  env: Readonly<Record<string, string>>,
  passed: readonly string[],
  secrets: readonly string[],
): Record<string, string> {
  const isWithheld = (name: string, value: string) =>
    secrets.includes(name) || withheld.test(name) || speaksOfSecret(name) || holdsPassword(name, value);
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => passed.includes(name) || !isWithheld(name, value)),
  );
}

const placeOfSecret = /(?:^|_)(?:token|secret|password)_env$/;

/** Variables that hold Drover's own secrets as its configuration says: `secret_env: ALERT` and its kin, wherever they stand in it. */
export function secretsNamed(config: unknown): readonly string[] {
  if (typeof config !== 'object' || config === null) return [];
  return Object.entries(config).flatMap(([key, value]) => {
    if (typeof value !== 'string') return secretsNamed(value);
    return placeOfSecret.test(key) ? [value] : [];
  });
}

const plain = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TERM',
  'SHELL',
  'USER',
  'LOGNAME',
  'JAVA_HOME',
  'GOROOT',
  'RUSTUP_HOME',
  'PYENV_ROOT',
  'NVM_DIR',
  'VOLTA_HOME',
  'CI',
];

/** How this computer's programs get out: the proxy, and whose certificates they believe. Without it nothing is installed behind a company's own. */
const wayOut =
  /^((https?|all|no)_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|PIP_CERT|CARGO_HTTP_CAINFO)$/i;

/** For set-up, gates and hooks: what a program needs to run at all. */
export const plainEnvironment = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => plain.includes(name) || wayOut.test(name)));

/** For set-up, gates and hooks: what keeps a program from doing something else than what it was asked. */
export const nothingBesides: Readonly<Record<string, string>> = {
  // Before each script pnpm would install what it thinks is not as it left it: what is lent cannot be written, and there is no network.
  pnpm_config_verify_deps_before_run: 'false',
  // A green that was kept is no run of these tests, and a tree could bring one along.
  TURBO_FORCE: 'true',
  NX_SKIP_NX_CACHE: 'true',
};

/** Of these the values decide which programs gates, set-up and agents meet; none of them opens anything. */
const decisive = plain.filter((name) => !['TERM', 'SHELL', 'USER', 'LOGNAME'].includes(name));

export const freezeVariables = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(decisive.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/** The person's environment as it is now, but for what was frozen. `frozen` undefined: nothing was. */
export function withVariables(
  env: Readonly<Record<string, string>>,
  frozen: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  if (frozen === undefined) return env;
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !decisive.includes(name))), ...frozen };
}
