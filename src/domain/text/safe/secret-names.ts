// Files that hold secrets by their names: the one list for what a change brings in, what a copy is given, and what is read in an environment.

export type SecretName = {
  readonly what: string;
  /** Of the last part of a path. */
  readonly name: RegExp;
  /** The same or more for a search through a folder. */
  readonly globs: readonly string[];
  /** Absent: everywhere. `copies`: a name too common to stop a change. `hosts`: files of a machine, not of a repository. */
  readonly only?: 'copies' | 'hosts';
  /** What a file of a change must hold besides, for such files are often without a secret. */
  readonly holds?: RegExp;
};

const data = '(?:json|ya?ml|toml|ini|txt|properties|xml|env|conf|cfg|db|dat|csv|enc|bak|old)';

export const secretNames: readonly SecretName[] = [
  {
    what: 'an environment file',
    name: /^\.env(?:$|[.-](?!(?:[\w-]+\.)*(?:example|sample|template|dist|defaults)(?:\.(?:json|ya?ml|[jt]s|sh))?$))/i,
    globs: ['.env*'],
  },
  { what: 'an environment file', name: /^(?!(?:example|sample|template)\.).+\.env$/i, globs: ['*.env'] },
  { what: 'a private ssh key', name: /^id_[a-z0-9-]+$/i, globs: ['id_*'] },
  {
    what: 'a private ssh key',
    name: /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?[.~_-](?!sk$)(?!.*\bpub$).+$/i,
    globs: ['id_*'],
  },
  { what: 'a certificate or key', name: /\.pem$/i, globs: ['*.pem'] },
  { what: 'a key', name: /\.key$/i, globs: ['*.key'] },
  {
    what: 'a key store',
    name: /\.(?:p12|pfx|jks|keystore|kdbx|ppk)$/i,
    globs: ['*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.ppk'],
  },
  { what: 'settings of a tunnel', name: /\.ovpn$/i, globs: ['*.ovpn'] },
  { what: 'the state of Terraform', name: /\.tfstate(?:\..+)?$/i, globs: ['*.tfstate*'] },
  { what: 'variables of Terraform', name: /\.tfvars(?:\.json)?$/i, globs: ['*.tfvars*'] },
  {
    what: 'settings of npm with a token',
    name: /^\.?npmrc$/i,
    globs: ['.npmrc', 'npmrc'],
    holds: /^[^#;\n]*(?:_auth|_authToken|_password)\s*=\s*(?!["']?\$\{)\S/im,
  },
  { what: 'logins', name: /^[._]?netrc$/i, globs: ['.netrc', '_netrc', 'netrc'], holds: /(?:^|\s)password\s+\S/i },
  {
    what: 'logins',
    name: /^\.?(?:pgpass|my\.cnf|htpasswd|git-credentials|pypirc|dockercfg|vault-token)$/i,
    globs: ['.pgpass', '.my.cnf', '.htpasswd', '.git-credentials', '.pypirc', '.dockercfg', '.vault-token'],
  },
  {
    what: 'credentials',
    name: new RegExp(
      `^\\.?(?:[\\w-]+[._-])?(?:credentials?|secrets?)(?:[._-][\\w-]+)*?(?:\\.${data}(?:\\.enc|\\.bak|\\.old)?)$`,
      'i',
    ),
    globs: ['*credential*', 'secret*', '*secret*.*'],
  },
  { what: 'credentials', name: /^\.?(?:credentials?|secrets?)$/i, globs: ['credential*', 'secret*', '.credentials'] },
  { what: 'a key of a service account', name: /service[-_]?account[^/]*\.json$/i, globs: ['*service*account*.json'] },
  { what: 'access to a cluster', name: /^(?:.+[.-])?kubeconfig(?:[.-].+)?$/i, globs: ['*kubeconfig*'] },
  {
    what: 'passwords or tokens',
    name: new RegExp(`^(?:passwords?|tokens?)(?:$|\\.${data}$)`, 'i'),
    globs: ['password*', 'token', 'tokens', 'token.*', 'tokens.*'],
    only: 'copies',
  },
  { what: 'something signed or encrypted', name: /\.(?:asc|gpg)$/i, globs: ['*.asc', '*.gpg'], only: 'copies' },
  {
    what: 'a name that speaks of secrets',
    name: /credential|secret|service[-_]?account|password/i,
    globs: [],
    only: 'copies',
  },
  { what: 'an ssh identity', name: /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|identity)/i, globs: ['id_*'], only: 'hosts' },
  { what: 'settings of a shell', name: /^\.env/i, globs: ['.env*'], only: 'hosts' },
  { what: 'logins', name: /^(?:shadow|gshadow|sudoers|passwd)-?$/, globs: ['shadow*', 'sudoers*'], only: 'hosts' },
  {
    what: 'what was typed before',
    name: /^\.(?:bash|zsh|sh|python|psql|mysql|node_repl|rediscli)_?history$/i,
    globs: ['.*history'],
    only: 'hosts',
  },
  { what: 'a process from inside', name: /^(?:environ|auxv|mem|kcore)$/, globs: [], only: 'hosts' },
];

/** Anywhere on the way to a file: what lies below is somebody's login, whatever it is called. */
export const secretFolders: readonly { readonly name: string; readonly only?: 'hosts' }[] = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.password-store', '.gcloud'].map((name) => ({ name })),
  ...['.docker', 'secrets', 'sudoers.d'].map((name) => ({ name, only: 'hosts' as const })),
];

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isBelow = (path: string, only: readonly (string | undefined)[]): boolean => {
  const way = path.split('/').slice(0, -1);
  return (
    secretFolders.some((folder) => only.includes(folder.only) && way.includes(folder.name)) ||
    way.some((part, at) => part === 'gcloud' && way[at - 1] === '.config')
  );
};

/** What a file of a repository is by its name; null: nothing secret. `text`: null where it cannot be read as text. */
export function secretByName(path: string, text: string | null): string | null {
  const last = lastOf(path);
  const row = secretNames.find(
    ({ name, only, holds }) =>
      only === undefined && name.test(last) && (holds === undefined || text === null || holds.test(text)),
  );
  return row?.what ?? (isBelow(path, [undefined]) ? 'in a folder of logins' : null);
}

/** Before a copy is given a file of the checkout. */
export const looksSecret = (path: string): boolean =>
  isBelow(path, [undefined]) || secretNames.some(({ name, only }) => only !== 'hosts' && name.test(lastOf(path)));
