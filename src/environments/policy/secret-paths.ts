// Files that hold secrets by their names: not looked at, whatever else is allowed.

/** The last part of a path. */
const names = [
  /^\.env(?!\.(?:example|sample|template|dist)$)/i,
  /\.env$/i,
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|identity)/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/i,
  /^\.?(?:netrc|pgpass|my\.cnf|htpasswd|git-credentials|npmrc|pypirc|dockercfg|vault-token)$/i,
  /^(?:credentials?|secrets?|passwords?|tokens?)(?:$|\.(?:json|ya?ml|toml|ini|txt|properties|xml|env|conf|db|dat|csv)$)/i,
  /(?:^|[._-])(?:credentials?|secrets?)\.(?:json|ya?ml|toml|ini|txt|properties|xml|env|conf)$/i,
  /^(?:shadow|gshadow|sudoers|passwd)-?$/,
  /^\.(?:bash|zsh|sh|python|psql|mysql|node_repl|rediscli)_?history$/i,
  /^(?:environ|auxv|mem|kcore)$/,
];

/** Anywhere on the way. */
const folders = /^\.(?:ssh|gnupg|aws|azure|kube|docker|password-store|gcloud)$|^(?:secrets|sudoers\.d)$/;

/** Absolute or relative, as given or as resolved. */
export function isSecretPath(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (names.some((name) => name.test(last))) return true;
  return parts.some((part, index) => folders.test(part) || (part === 'gcloud' && parts[index - 1] === '.config'));
}

/** For a search through a folder: what it passes by. */
export const passedBy: readonly string[] = [
  ...[
    '.env*',
    '*.env',
    'id_*',
    '*.pem',
    '*.key',
    '*.p12',
    '*.pfx',
    '*.jks',
    '*.keystore',
    '*.kdbx',
    '*.ppk',
    '*.asc',
    '*.gpg',
  ],
  ...[
    '.netrc',
    '.pgpass',
    '.my.cnf',
    '.htpasswd',
    '.git-credentials',
    '.npmrc',
    '.pypirc',
    '.dockercfg',
    '.vault-token',
  ],
  ...[
    'credential*',
    'secret*',
    'password*',
    'token.*',
    'tokens.*',
    'token',
    'tokens',
    '*credential*.*',
    '*secret*.*',
    '.*history',
    'shadow*',
    'sudoers*',
  ],
].map((name) => `--exclude=${name}`);
export const foldersPassedBy: readonly string[] = [
  ...[
    '.ssh',
    '.gnupg',
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.password-store',
    '.gcloud',
    'gcloud',
    'secrets',
    'sudoers.d',
    'proc',
  ],
].map((name) => `--exclude-dir=${name}`);
