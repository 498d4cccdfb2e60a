import { describe, expect, it } from 'vitest';
import { looksSecret, secretByName, secretFolders, secretNames } from '../../domain/text/safe/secret-names.ts';
import { isSecretPath } from './secret-paths.ts';

/** One line a row of the list, in its order: names that this row alone knows. */
const rows: readonly (readonly string[])[] = [
  ['.env.production', '.env-local', '.env.local.json', '.env.example.local'],
  ['prod.env', 'a.b.env'],
  ['id_deploy', 'id_work-laptop'],
  ['id_rsa.old', 'id_ed25519~x', 'id_ecdsa_sk.bak'],
  ['server.pem'],
  ['tls.key'],
  ['a.p12', 'a.pfx', 'a.jks', 'a.keystore', 'a.kdbx', 'a.ppk'],
  ['office.ovpn'],
  ['terraform.tfstate', 'x.tfstate.backup', 'x.tfstate.1700000000.backup'],
  ['prod.tfvars', 'x.auto.tfvars.json'],
  ['.npmrc', 'npmrc'],
  ['.netrc', '_netrc', 'netrc'],
  ['.pgpass', '.my.cnf', '.htpasswd', '.git-credentials', '.pypirc', '.dockercfg', '.vault-token'],
  [
    'credentials.json',
    'Credentials-Prod.JSON',
    'credentials-prod.json',
    'client_secret_123.json',
    'secrets.yml',
    'app.secret.toml',
    'credentials.yml.enc',
  ],
  ['credentials', 'secret', '.credentials'],
  ['service-account.json', 'my-serviceaccount-key.json'],
  ['kubeconfig', 'prod.kubeconfig', 'kubeconfig.yaml'],
];
const alone = secretNames.filter(({ only }) => only === undefined);
const withToken: Readonly<Record<string, string>> = {
  npmrc: '//registry.npmjs.org/:_authToken=npm_abc\n',
  netrc: 'machine a login b password c\n',
};
const textFor = (name: string): string => withToken[name.replace(/^[._]/, '')] ?? '';

const asPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/[.+^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i');

describe('WT-51 the one list of names that hold secrets', () => {
  it('has a line here for each of its rows', () => expect(rows).toHaveLength(alone.length));

  it.each(rows.flatMap((names, at) => names.map((name) => [name, at] as const)))(
    '%s is known by row %i, and would not be without it',
    (name, at) => {
      expect(secretByName(`deploy/${name}`, textFor(name))).toBe(alone[at]?.what);
      const others = alone.filter(
        (_, other) => other !== at && !(at === 0 && other === 1) && !(at === 1 && other === 0),
      );
      expect(others.filter((row) => row.name.test(name)).map(({ what }) => what)).toEqual([]);
      expect([isSecretPath(`/srv/${name}`), looksSecret(`deploy/${name}`)]).toEqual([true, true]);
    },
  );

  it.each(rows.flatMap((names, at) => names.map((name) => [name, at] as const)))(
    '%s is found by a search for row %i',
    (name, at) => expect((alone[at]?.globs ?? []).some((glob) => asPattern(glob).test(name))).toBe(true),
  );

  it.each([
    ...['x.envx', 'xid_deploy', 'id_deploy.x', 'xid_rsa.old', 'server.pemx', 'tls.keyx', 'a.p12x', 'ap12', 'a.ovpnx'],
    ...[
      'a.tfstatex',
      'a.tfvarsx',
      'a.tfvars.jsonx',
      'a.tfvars.yaml',
      'xnpmrc',
      'npmrcx',
      'xnetrc',
      'netrcx',
      'xpgpass',
    ],
    ...[
      'pgpassx',
      'my.cnfx',
      'xcredentials',
      'credentialsx',
      'xsecret',
      'secretx',
      'xcredentials.json',
      'credentials.jsonx',
    ],
    ...[
      'service-account.jsonx',
      'service-account.md',
      'xkubeconfig',
      'kubeconfigx',
      '.env.example.json',
      '.env.defaults',
    ],
    ...['.env.example.yml', '.env.example.yaml', '.env.sample.js', '.env.dist.ts', '.env.template.sh', 'sample.env'],
    ...['template.env', '.envx', 'secrets.md', 'secret.ts', 'gcloud/x', '.config/x', 'x.config/gcloud/x'],
  ])('%s is no secret by its name', (path) => expect(secretByName(path, '')).toBeNull());

  it.each([
    ...[
      '.env.examples',
      '.env.example.local',
      '.env.exam',
      'credential.json',
      'secrets.yaml',
      'secret.toml',
      'secret.ini',
    ],
    ...[
      'secret.txt',
      'secret.properties',
      'secret.xml',
      'secret.conf',
      'secret.cfg',
      'secret.db',
      'secret.dat',
      'secret.csv',
    ],
    ...['secret.enc', 'secret.bak', 'secret.old', 'secret.json.bak', 'secret.json.old', '.my-secret.json', 'Secrets'],
  ])('%s is one', (path) => expect(secretByName(path, '')).not.toBeNull());

  it.each([
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.dist',
    '.env.local.example',
    '.env-example',
    'example.env',
    'id_rsa.pub',
    'id_ed25519.pub',
    'id_ed25519_sk.pub',
    'id_helpers.ts',
    'environment.ts',
    'keys.md',
    'src/credentials.ts',
    'src/secret-values.ts',
    'secrets/index.ts',
    'tokens.json',
    'monkey.ts',
    '.docker/Dockerfile',
    'pem.go',
  ])('%s may be part of any change', (path) => expect(secretByName(path, '')).toBeNull());

  it.each(['.npmrc', '.netrc'])('%s without a token may be, with one it may not', (name) => {
    expect(
      secretByName(name, `registry=https://r.example\nsave-exact=true\n//r/:_authToken=\${NPM_TOKEN}\n`),
    ).toBeNull();
    expect(secretByName(name, textFor(name))).not.toBeNull();
    expect(secretByName(name, null), 'unreadable').not.toBeNull();
  });

  it.each(secretFolders.filter(({ only }) => only === undefined))('what lies in $name is a login', ({ name }) => {
    expect(secretByName(`home/${name}/x`, '')).toBe('in a folder of logins');
    expect(looksSecret(`${name}/x`)).toBe(true);
  });
  it('and so is what lies in .config/gcloud', () => expect(secretByName('.config/gcloud/x', '')).not.toBeNull());
  it.each(secretFolders)('nothing in $name is read in an environment', ({ name }) =>
    expect(isSecretPath(`/srv/${name}/x`)).toBe(true),
  );

  const wider: readonly (readonly [string, boolean, boolean])[] = [
    ['passwords.txt', true, true],
    ['tokens', true, true],
    ['a.asc', true, true],
    ['a.gpg', true, true],
    ['db-password-hints.md', true, false],
    ['id_rsa.pub', false, true],
    ['identity', false, true],
    ['.envrc', false, true],
    ['shadow-', false, true],
    ['sudoers', false, true],
    ['.bash_history', false, true],
    ['environ', false, true],
  ];
  it.each(wider)('%s is no matter of a change; of a copy: %s, of a machine: %s', (name, copies, hosts) => {
    expect([secretByName(name, ''), looksSecret(name), isSecretPath(`/srv/${name}`)]).toEqual([null, copies, hosts]);
  });
  it('has a line here for each row that is wider', () => {
    for (const row of secretNames.filter(({ only }) => only !== undefined))
      expect(
        wider.some(([name]) => row.name.test(name)),
        row.what,
      ).toBe(true);
  });
});
