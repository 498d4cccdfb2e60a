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

const letters = 'aB3'.repeat(12);

it.each([
  ...['ghp_', 'gho_', 'github_pat_', 'glpat-', 'sk-', 'pk-', 'rk-', 'sk_live_', 'sk_test_', 'pk_test_', 'rk_live_'],
  ...['AIza', 'npm_', 'pypi-', 'xoxb-', 'xoxp-', 'xapp-', '12345678:AA'],
])('a key that begins with %s is hidden, and what only speaks of one is not', (prefix) => {
  expect(redact(`it was ${prefix}${letters.slice(0, 36)} here`)).toMatch(/^it was \[redacted\]\S* here$/);
  hidden(`it was ${prefix}${letters} here`, letters);
  expect(redact(`it was zz${prefix}${letters} here`)).toBe(`it was zz${prefix}${letters} here`);
  expect(redact(`it was ${prefix}x here`)).toBe(`it was ${prefix}x here`);
});

it.each([
  ['AKIAABCDEFGHIJKLMNOP', '[redacted]'],
  ['ASIAABCDEFGHIJKLMNOP', '[redacted]'],
  ['zAKIAABCDEFGHIJKLMNOP', 'zAKIAABCDEFGHIJKLMNOP'],
  ['AKIAABCDEFGHIJKLMNOPQ', 'AKIAABCDEFGHIJKLMNOPQ'],
  [`SG.${letters}.${letters}`, '[redacted]'],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', '[redacted]'],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.', '[redacted]'],
  ['bearer   abcdefgh.i', 'bearer   [redacted]'],
  ['bearer of news', 'bearer of news'],
  ['Authorization: Basic  dXNl', 'Authorization: Basic  [redacted]'],
  ['"authorization" : "digest abc", x', '"authorization" : "digest [redacted]", x'],
  ["authorization='token abc'", "authorization='token [redacted]'"],
  ['authorization=  bearer abc', 'authorization=  bearer [redacted]'],
  [`Authorization: Bearer \${TOKEN}`, `Authorization: Bearer \${TOKEN}`],
  ['authorization: token TOKEN', 'authorization: token TOKEN'],
  ['postgres+ssl://:pw@host', 'postgres+ssl://[redacted]@host'],
  ['http://host:80/x@y', 'http://host:80/x@y'],
  ['a -----BEGIN PRIVATE KEY-----\nabc\nd- b', 'a [redacted]- b'],
  ['-----BEGIN RSA PRIVATE KEY-----\nab\n-----END RSA PRIVATE KEY----- b', '[redacted] b'],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----\na\n-----END PGP PRIVATE KEY BLOCK----- b', '[redacted] b'],
  [
    '-----BEGIN PUBLIC KEY-----\nab\n-----END PUBLIC KEY-----',
    '-----BEGIN PUBLIC KEY-----\nab\n-----END PUBLIC KEY-----',
  ],
  [`${'A'.repeat(20)} \t\n${'B'.repeat(20)}\n-----END RSA PRIVATE KEY-----`, '[redacted]-----'],
])('%j becomes %j', (text, shown) => expect(redact(text)).toBe(shown));

it.each([
  ...[
    'password := "abcxyz"',
    "password => 'abcxyz'",
    'password:"abcxyz"',
    'password="abcxyz"',
    '"password" : "abcxyz"',
  ],
  ...['password = abcxyz', 'password: abcxyz', 'PASSWORD=abcxyz;', '\\"password\\":\\"abcxyz\\"'],
])('the value of %j is hidden, and nothing else', (text) => {
  expect(redact(text)).toBe(text.replace('abcxyz', '[redacted]'));
});
it.each([
  'password == "abcxyz"',
  'password =~ "abcxyz"',
  'password::"abcxyz"',
  'password => abcxyz',
  'password "abcxyz"',
])('%j puts no value to a name', (text) => expect(redact(text)).toBe(text));
it('a value in which another name stands is hidden whole and once', () => {
  expect(redact('PASSWORD="a TOKEN=b c" TOKEN=d')).toBe('PASSWORD="[redacted]" TOKEN=[redacted]');
});

it.each([
  ['[redacted] already', 'x[redacted]'],
  ...['passed', 'failed', 'skipped', 'timeout', 'not_configured'].map((verdict) => [
    `**${verdict}**`,
    `x**${verdict}**`,
  ]),
  [`\${NAME}`, `x\${NAME}`],
  ['$(pass show x)', 'x$(pass show x)'],
  ['$NAME_1', '$NAME_1!'],
  ['$this->name', '$this-'],
  ['$given[0]', '$given(0'],
  ['%NAME%', '%NAME%x'],
  ['MY_NAME', 'MY_NAMEx'],
  ['MY_OTHER_NAME', 'xMY_OTHER_NAME'],
  ['name:', 'name:x'],
  ['******', '******x'],
  ['', '!!'],
  ['!', '1'],
])('a value that leads elsewhere stays, %j; %j is one', (elsewhere = '', one = '') => {
  expect(redact(`PASSWORD="${elsewhere}"`)).toBe(`PASSWORD="${elsewhere}"`);
  expect(redact(`PASSWORD="${one}"`)).toBe('PASSWORD="[redacted]"');
});

const words = (text: string) => text.trim().split(/\s+/);
const stays = (text: string) => expect(redact(text)).toBe(text);
const goes = (text: string) => expect(redact(text), text).toContain('[redacted]');

it.each(
  words(`string number boolean bool null undefined true false none nil any unknown never void str bytes int object required
    optional option missing readonly buffer uint8array record map set array list vec promise regexp date`),
)('in code the type %s stays, and no longer word', (type) => {
  for (const text of [`password: ${type}`, `password: [${type}`, `password: ((${type}`, `password: ${type}<x1`])
    stays(text);
  for (const text of [`password: zz${type}`, `password: ${type}zz`]) goes(text);
});

it.each(words('new await yield async typeof function not lambda import require'))('in code %s stays', (word) => {
  stays(`password: ${word} x1 y`);
  for (const text of [`password: zz${word}`, `password: ${word}zz`]) goes(text);
});

it.each(words('one(x1 a.one(x1 a?.b.one(x1 sha256(x1 md5(x1 base64(x1 base64url(x1 $one(x1 a.sha256(x1 one`x1'))(
  'in code the call %s stays',
  (call) => {
    stays(`password: ${call}`);
    goes(`password: 1${call}`);
  },
);

it.each(
  words(`process import.meta this self os env config cfg options opts args argv params props req request res response result
    input data body event ctx context state settings user session credentials secrets github steps inputs vars module
    exports document window globalThis crypto Math JSON Object String`),
)('in code what belongs to %s stays', (of) => {
  for (const text of [`password: ${of}.x1`, `password: ${of}?.x1`, `password: ${of}[x1`, `password: ${of}->x1`])
    stays(text);
  for (const text of [`password: zz${of}.x1`, `password: ${of}zz.x1`]) goes(text);
});

it.each(words('const let var val final static readonly private public protected type mut def fn'))(
  'in code what follows on %s stays, a number does not',
  (word) => {
    for (const text of [`${word} password = x1y2`, `a ${word}  password = x1y2`]) stays(text);
    for (const text of [`zz${word} password = x1y2`, `${word} password = 1x2y`, `${word} b password = x1y2`])
      goes(text);
  },
);

it('in code a number stays where it counts or where a place is named', () => {
  for (const text of ['{"password": 42}', 'TOKENS: 42', 'bin/password:3 bad', 'bin/password:34:56: bad']) stays(text);
  for (const text of ['{"password": 42a}', '{"password": a42}', 'password: 42', 'TOKENSX: 42', 'bin/password:3x bad'])
    goes(text);
  for (const text of ['bin/password: 3', 'bin.password:3 bad', 'bin/password:x3']) goes(text);
});

it.each(words('token tokens secret secrets password passwords passphrase pwd credential credentials key auth'))(
  'in code a name of the same kind stays: %s',
  (word) => {
    for (const text of [`password: my_${word}`, `password: ${word}`, `password: a?.my_${word}.b`]) stays(text);
    stays(`password: my${word[0]?.toUpperCase()}${word.slice(1)}`);
    for (const text of [`password: zz${word}`, `password: ${word}zz`]) goes(text);
    expect(redact(`password=${word}`) === `password=${word}`).toBe(word === 'password');
  },
);
it('in code a name with dots stays behind a tight sign, another name does not', () => {
  for (const text of ['password=one.two', 'client(password=password)']) stays(text);
  for (const text of ['password=one', 'PASSWORD=one.two', 'password=one.2', 'password=1.two']) goes(text);
});
