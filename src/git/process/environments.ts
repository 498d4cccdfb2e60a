// The environments git runs in: `pinned` for our hub and everything an agent touched, `personal` for the person's own checkout and remote.

export type Env = Readonly<Record<string, string>>;
export type Pin = readonly [key: string, value: string];

/** What no repository, whoever wrote its configuration, may decide about a call of ours. */
const always: readonly Pin[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['core.filesRefLockTimeout', '10000'],
  ['core.packedRefsTimeout', '10000'],
  ['core.quotePath', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['log.showSignature', 'false'],
];

const hostile: readonly Pin[] = [
  ...always,
  ['safe.directory', '*'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', 'false'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['core.autocrlf', 'false'],
  ['core.safecrlf', 'false'],
  ['core.symlinks', 'true'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.sparseCheckout', 'false'],
  // What has changed under the times it had is seen.
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.logAllRefUpdates', 'false'],
  ['index.threads', '2'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['diff.renames', 'true'],
  ['init.templateDir', ''],
  ['init.defaultBranch', 'main'],
];

/** Person's variables that are about reaching a remote or being somebody; every other `GIT_*` is the caller's and goes. */
const personal =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|AUTHOR_(NAME|EMAIL)|COMMITTER_(NAME|EMAIL)|EXEC_PATH)$/;

const silent: Env = {
  LC_ALL: 'C',
  LANGUAGE: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  SSH_ASKPASS_REQUIRE: 'force',
  GCM_INTERACTIVE: 'never',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ADVICE: '0',
};

/** The same environment with more settings; later ones win over earlier ones and over every file. */
export function withPins(env: Env, pins: readonly Pin[]): Env {
  const before = Number(env.GIT_CONFIG_COUNT ?? 0) || 0;
  const added: Record<string, string> = { GIT_CONFIG_COUNT: String(before + pins.length) };
  pins.forEach(([key, value], at) => {
    added[`GIT_CONFIG_KEY_${before + at}`] = key;
    added[`GIT_CONFIG_VALUE_${before + at}`] = value;
  });
  return { ...env, ...added };
}

/** No configuration but ours, no network, no home. */
export function pinnedEnv(path: string): Env {
  const bare = {
    ...silent,
    PATH: path,
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_DEFAULT_REF_FORMAT: 'files',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_SSH_COMMAND: 'false',
  };
  return withPins(bare, hostile);
}

/** The person's configuration and credentials, without hooks, monitors and prompts. */
export function personalEnv(env: Env): Env {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || personal.test(name));
  return withPins({ ...Object.fromEntries(kept), ...silent }, always);
}
