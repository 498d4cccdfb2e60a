import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

const hidden = (text: string, secret: string) => expect(redact(text)).not.toContain(secret);

it('CM-63 values after TOKEN=, PASSWORD: and in JSON are hidden, names stay', () => {
  expect(redact('TOKEN=x1y2 next')).toBe('TOKEN=[redacted] next');
  expect(redact('PASSWORD: hunter2\nok')).toBe('PASSWORD: [redacted]\nok');
  expect(redact('{"api_key": "abc def", "n": 1}')).toBe('{"api_key": "[redacted]", "n": 1}');
  expect(redact('"{\\"token\\":\\"abc\\"}"')).toBe('"{\\"token\\":\\"[redacted]\\"}"');
  expect(redact("db_password='a b c';")).toBe("db_password='[redacted]';");
});

it('CM-63 Bearer headers, credentials in addresses and common key formats are hidden', () => {
  hidden('Authorization: Bearer abc.def-ghi', 'abc.def');
  hidden('authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz');
  hidden('clone https://user:pa55@host/x.git', 'pa55');
  expect(redact('postgres://u:p4ss@db:5432/x')).toBe('postgres://[redacted]@db:5432/x');
  for (const secret of [
    `ghp_${'a1'.repeat(18)}`,
    `sk-ant-${'k'.repeat(30)}`,
    `AKIA${'Q'.repeat(16)}`,
    `xoxb-${'1'.repeat(20)}`,
  ])
    hidden(`it was ${secret} here`, secret);
});

it('private keys are hidden, also when their beginning was cut away', () => {
  const body = `${'A'.repeat(64)}\n${'B'.repeat(40)}\n`;
  hidden(`-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n${body}-----END RSA PRIVATE KEY-----`, 'BBBB');
  hidden(`${body}-----END RSA PRIVATE KEY-----`, 'AAAA');
});

it('ordinary text stays as it is', () => {
  const text =
    '- secrets: **passed** nothing found\nsrc/token.ts:3:4 expected 1 to be 2\nSyntaxError: Unexpected token } in JSON at position 4\nhttps://example.org/a?b=c';
  expect(redact(text)).toBe(text);
});

describe('WT-51 a name that says that it is secret hides its value', () => {
  it.each([
    ...['STRIPE_KEY', 'SIGNING_KEY', 'DB_PASS', 'PGPASSWORD', 'MYSQL_PWD', 'SENTRY_DSN', 'HTTP_AUTH', 'PASSWORD_SALT'],
    ...[
      'HF_TOKEN',
      'CLIENT_SECRET',
      'AWS_SECRET_ACCESS_KEY',
      'apiKey',
      'client-secret',
      'db.password',
      'encryptionKey',
    ],
  ])('%s, as variable, in JSON and in YAML', (name) => {
    const secret = 'Zq7hunterxy';
    for (const text of [
      `${name}=${secret}`,
      `export ${name}="${secret}"`,
      `error: ${name}=${secret} was refused`,
      `{"${name}": "${secret}", "n": 1}`,
      JSON.stringify(JSON.stringify({ [name]: secret })),
      `  ${name}: ${secret}`,
      `  '${name}' => '${secret}',`,
      `+${name} = ${secret}`,
    ]) {
      hidden(text, secret);
      expect(redact(text)).toContain(name);
    }
    expect(redact(`{"${name}": "${secret}", "n": 1}`)).toBe(`{"${name}": "[redacted]", "n": 1}`);
  });

  it('and one that is only likely to, what looks drawn by chance', () => {
    hidden('stripe_key: a1b2c3d4e5f6a7b8c9', 'a1b2c3d4');
    hidden('_auth=dXNlcjpwYXNzd29yZDE=', 'dXNlcjpw');
    expect(redact('row_key: name\ncolour_key: red')).toBe('row_key: name\ncolour_key: red');
  });
});

it.each([
  ...['PWD=/tmp/x', 'PUBLIC_KEY=abcdef0123456789', "const STORAGE_KEY = 'page.theme';", 'author: Bob', 'monkey: 3'],
  ...[
    'token_env: MY_TOKEN',
    'max_tokens: 4096',
    '{"input_tokens":5,"tokens":7}',
    'TOKEN=$GITHUB_TOKEN',
    ['token: $', '{{ secrets.X }}'].join(''),
  ],
  ...[
    'function f(token: string, apiKey?: string): void {',
    'const token = await getToken(env);',
    'let secret = response.token;',
  ],
  ...[
    'if (token === other) {',
    'token => token.value',
    'password: options.password,',
    'client(token=token)',
    'secret: SecretRef;',
  ],
  ...[
    'private readonly token: Token;',
    'Token::new(x)',
    'api_key = os.environ["API_KEY"]',
    'secret://vault/x',
    'bin/token:3:4 bad',
  ],
  ...[
    'passphrase: null',
    'self.password = password',
    'this.token = options.token',
    'const key = row.key;',
    'tokens: [',
    'PASSWORD: required',
  ],
])('WT-51 ordinary code stays: %s', (line) => expect(redact(line)).toBe(line));

it('WT-51 of a program of many thousand lines hardly one is changed', () => {
  const here = import.meta.dirname;
  const lines = globSync('../../../**/*.ts', { cwd: here })
    .filter((path) => !/test\.ts$|secret|redact/.test(path))
    .flatMap((path) => readFileSync(join(here, path), 'utf8').split('\n'));
  const changed = lines.filter((line) => redact(line) !== line);
  expect(lines.length).toBeGreaterThan(10_000);
  expect(changed.length, changed.join('\n')).toBeLessThan(lines.length / 5000);
});

it('WT-51 whatever a declaration is called, its expression stays', () => {
  const name = fc.constantFrom('token', 'apiKey', 'password', 'clientSecret', 'SIGNING_KEY', 'privateKey');
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const expression = fc.oneof(
    fc.tuple(word, word).map(([on, of]) => `${on}.${of}`),
    word.map((one) => `${one}()`),
    fc.tuple(word, word).map(([one, given]) => `await ${one}(${given})`),
    word.map((one) => `process.env.${one}`),
  );
  const kind = fc.constantFrom('const', 'let', 'var', 'export const');
  fc.assert(
    fc.property(kind, name, expression, (how, what, is) => {
      const line = `${how} ${what} = ${is};`;
      return redact(line) === line;
    }),
  );
});

it('never throws, and what is hidden stays hidden when it is done twice', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof redact(text) === 'string'));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{8,20}$/), (secret) => !redact(redact(`TOKEN=${secret}`)).includes(secret)),
  );
});

it('long hostile input is done in bounded time', () => {
  for (const piece of [
    'token',
    'a://',
    '-----BEGIN PRIVATE KEY-----',
    `${'A'.repeat(60)}\n`,
    '"token":"',
    'eyJ',
    'A_KEY=',
    'token: ',
    '.',
    'a='.repeat(3),
    '_'.repeat(200),
  ])
    expect(redact(piece.repeat(20_000)).length).toBeGreaterThan(0);
});
