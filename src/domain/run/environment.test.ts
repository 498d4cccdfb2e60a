import { describe, expect, it } from 'vitest';
import { cleanEnvironment, freezeVariables, plainEnvironment, secretsNamed, withVariables } from './environment.ts';

const withheld = [
  ...[
    'SSH_AUTH_SOCK',
    'SSH_AGENT_PID',
    'SSH_ASKPASS',
    'GPG_AGENT_INFO',
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'GITLAB_PRIVATE_TOKEN',
  ],
  ...[
    'NPM_TOKEN',
    'NODE_AUTH_TOKEN',
    'npm_config_//registry.npmjs.org/:_authToken',
    'AWS_ACCESS_KEY_ID',
    'AWS_PROFILE',
  ],
  ...[
    'AWS_SECRET_ACCESS_KEY',
    'AZURE_CLIENT_SECRET',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'CLOUDSDK_CONFIG',
    'KUBECONFIG',
  ],
  ...[
    'DOCKER_HOST',
    'DOCKER_AUTH_CONFIG',
    'DATABASE_URL',
    'PGPASSWORD',
    'PGPASSFILE',
    'DB_PASSWORD',
    'MYSQL_PWD',
    'SIGNING_PASSPHRASE',
  ],
  ...[
    'GIT_ASKPASS',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_COUNT',
    'SUDO_ASKPASS',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
  ],
  ...[
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'PERL5OPT',
    'RUBYOPT',
    'PYTHONSTARTUP',
    'JAVA_TOOL_OPTIONS',
    'DBUS_SESSION_BUS_ADDRESS',
  ],
  ...[
    'XDG_RUNTIME_DIR',
    'DROVER_HOME',
    'DROVER_RUN',
    'DROVER_MARK',
    'HF_TOKEN',
    'SLACK_BOT_TOKEN',
    'STRIPE_API_KEY',
    'client_secret',
  ],
  ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
  // One of each family, with a name that speaks of nothing by itself.
  ...['SSH_HOST', 'GPG_TTY', 'AWS_REGION', 'AZURE_TENANT', 'GOOGLE_CLOUD', 'GCP_PROJECT', 'GCLOUD_ZONE', 'CLOUDSDK_X'],
  ...['GITHUB_ACTOR', 'GH_HOST', 'GITLAB_HOST', 'GITEA_HOST', 'NPM_HOST', 'NODE_AUTHOR', 'DOCKER_TLS', 'KUBE_HOST'],
  ...[
    'PGPASSX',
    'DATABASE_URL_RO',
    'DROVER_X',
    'GIT_DIR',
    'DBUS_X',
    'DYLD_INSERT_X',
    'MY_AUTH',
    'AUTH_ME',
    'ASKPASS_X',
  ],
];

it.each(withheld)('%s is withheld from an agent, and passes when it is named', (name) => {
  expect(cleanEnvironment({ [name]: 'x' }, [], [])).toEqual({});
  expect(cleanEnvironment({ [name]: 'x' }, [name], [])).toEqual({ [name]: 'x' });
});

const passing = [
  'PATH',
  'HOME',
  'LANG',
  'PWD',
  'OLDPWD',
  'TERM',
  'SHELL',
  'EDITOR',
  'JAVA_HOME',
  'VIRTUAL_ENV',
  'TOKENIZERS_PARALLELISM',
  ...['AUTHOR', 'MY_AWS_REGION', 'ENVIRONMENT', 'MY_ENV', 'LD_PRELOADED', 'NODE_OPTIONS_FILE', 'XDG_RUNTIME_DIRS'],
  ...['LD_AUDITED', 'BASH_ENVS', 'PERL5OPTS', 'RUBYOPTS', 'PYTHONSTARTUPS', 'JAVA_TOOL_OPTIONS_X', 'THESSH_X'],
];

it.each(passing)('%s passes', (name) => {
  expect(cleanEnvironment({ [name]: 'x' }, [], [])).toEqual({ [name]: 'x' });
});

it('an address with a password in it is withheld whatever its name, but for the proxy', () => {
  const env = {
    REDIS_URL: 'redis://:hush@db/0',
    MONGO: 'mongodb+srv://me:hush@db',
    HTTPS_PROXY: 'http://me:hush@proxy:3128',
  };
  expect(cleanEnvironment({ ...env, DOCS: 'https://docs.example/a:b@c' }, [], [])).toEqual({
    ...{ HTTPS_PROXY: env.HTTPS_PROXY, DOCS: 'https://docs.example/a:b@c' },
  });
});

it('what the configuration names as the place of a secret is withheld whatever its name, and passes when it is named', () => {
  const config = {
    workspaces: { shop: { path: '/shop', default_env: 'PATH' } },
    agents: { claude: { pass_env: ['NPM_HOST'] } },
    telegram: { token_env: 'BOT' },
    email: { host: 'mail', user: 'USER', password_env: 'MAIL' },
    forges: { 'git.test': { token_env: 'SHOP', webhook_secret_env: 'SHOP_HOOK' } },
    webhooks: { pager: { url: 'https://pager.test', secret_env: 'PAGER' } },
    triggers: { alert: { workspace: 'shop', webhook: { secret_env: 'ALERT' } } },
  };
  const secrets = secretsNamed(config);
  expect(secrets.toSorted()).toEqual(['ALERT', 'BOT', 'MAIL', 'PAGER', 'SHOP', 'SHOP_HOOK']);
  const env = Object.fromEntries([...secrets, 'PATH', 'USER'].map((name) => [name, 'x']));
  expect(cleanEnvironment(env, ['SHOP'], secrets)).toEqual({ PATH: 'x', USER: 'x', SHOP: 'x' });
});

it('gates, set-up and hooks see only what a program needs to run at all', () => {
  const env = {
    PATH: '/bin',
    LANG: 'C',
    HOME: '/home/me',
    EDITOR: 'vi',
    CI: '1',
    ANTHROPIC_API_KEY: 'x',
    LD_PRELOAD: 'x',
  };
  expect(plainEnvironment(env)).toEqual({ PATH: '/bin', LANG: 'C', CI: '1' });
});

it('WT-36 set-up and gates see the proxy and the certificates that lead out, which no task freezes', () => {
  const env = {
    ...{ HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'localhost', NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem' },
    ...{ SSL_CERT_FILE: '/etc/ssl/company.pem', PIP_CERT: '/etc/ssl/company.pem' },
  };
  expect(plainEnvironment({ ...env, MY_PROXY: 'x', SSL_CERT_FILE_KEY: 'x' })).toEqual(env);
  expect(freezeVariables(env)).toEqual({});
});

const named = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'JAVA_HOME', 'GOROOT', 'RUSTUP_HOME', 'PYENV_ROOT'];
const kept = [...named, 'NVM_DIR', 'VOLTA_HOME', 'CI'];
const seen = ['TERM', 'SHELL', 'USER', 'LOGNAME'];
const wayOut = [
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTP_PROXY', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'CARGO_HTTP_CAINFO'],
];
const neither = ['XHTTP_PROXY', 'HTTP_PROXY_X', 'SSL_CERT_X', 'EDITOR', 'HOME'];

it.each([
  ...kept.map((name) => [name, true, true] as const),
  ...seen.map((name) => [name, true, false] as const),
  ...wayOut.map((name) => [name, true, false] as const),
  ...neither.map((name) => [name, false, false] as const),
])('%s is seen by gates: %s, and frozen: %s', (name, isSeen, isFrozen) => {
  expect(plainEnvironment({ [name]: 'x' })).toEqual(isSeen ? { [name]: 'x' } : {});
  expect(freezeVariables({ [name]: 'x' })).toEqual(isFrozen ? { [name]: 'x' } : {});
});

describe('what a task froze', () => {
  const stated = { PATH: '/stated', HOME: '/home/me', NPM_TOKEN: 'secret', LANG: 'C', GOROOT: '/go' };

  it('WT-16 is PATH and what else leads to programs, and no secret', () => {
    expect(freezeVariables(stated)).toEqual({ PATH: '/stated', LANG: 'C', GOROOT: '/go' });
  });

  it('WT-16 holds whoever calls later, and everything else is as it is now', () => {
    const now = { PATH: '/later', EDITOR: 'vi', NVM_DIR: '/nvm' };
    expect(withVariables(now, freezeVariables(stated))).toEqual({
      ...{ PATH: '/stated', LANG: 'C', GOROOT: '/go', EDITOR: 'vi' },
    });
    expect(withVariables(now, undefined)).toEqual(now);
  });
});
