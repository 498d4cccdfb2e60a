// Which of a person's variables a run may see.

/** Names that can push, publish, deploy or sign in somewhere, and those that would lead a program astray. */
const withheld =
  /(^|_)(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH)(_|$)|^(SSH_|GPG_|AWS_|AZURE_|GOOGLE_|GCP_|GCLOUD_|CLOUDSDK_|GITHUB_|GH_|GITLAB_|GITEA_|NPM_CONFIG_|npm_|NODE_AUTH|DOCKER_|KUBE|PGPASS|DATABASE_URL|DROVER_|GIT_|DBUS_|XDG_RUNTIME_DIR$|NODE_OPTIONS$|LD_PRELOAD$|BASH_ENV$|ENV$)/;

/** For agents: everything but what is withheld, and what is passed by name. */
export function cleanEnvironment(
  env: Readonly<Record<string, string>>,
  passed: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passed.includes(name) || !withheld.test(name)));
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

/** For set-up, gates and hooks: what a program needs to run at all. */
export const plainEnvironment = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => plain.includes(name)));
