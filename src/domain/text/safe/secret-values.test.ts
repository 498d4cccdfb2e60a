import { describe, expect, it } from 'vitest';
import { secretsOfEnvironment, secretValues, withhold } from './redact.ts';
import { looksSecret } from './secret-names.ts';

describe('a file that looks like holding secrets', () => {
  it.each([
    '.env',
    'app/.env.local',
    '.env.production',
    'deploy/id_ed25519',
    'a.pem',
    'config/credentials.json',
    '.npmrc',
    'mycredentialx.txt',
    'mysecretplan.txt',
    'theserviceaccount.txt',
    'my_service_account.py',
    'THE_PASSWORDS.txt',
  ])('is one by its name: %s', (path) => expect(looksSecret(path)).toBe(true));
  it.each(['.env.example', '.env.sample', 'settings.yml', 'src/environment.ts'])('is none: %s', (path) =>
    expect(looksSecret(path)).toBe(false),
  );
});

describe('values of secrets', () => {
  it('are what is named so, what is random, passwords in addresses, lines of keys; and no plain setting', () => {
    const text = [
      'NODE_ENV=development',
      'PORT=3000',
      'export API_TOKEN="hunter2hunter2"',
      "DB_PASSWORD='p#ss word1' # old",
      'DATABASE_URL=postgres://shop:s3cretpw@db.example.com/shop',
      'SOME_ID=9f8a7b6c5d4e3f2a1b0c9d8e',
      'HOME_PAGE=https://example.com/a/very/long/path/1',
      '"private_key": "abc123def456",',
      'PASSWORD=changeme',
      `${'A'.repeat(30)}b1+/${'C'.repeat(30)}=`,
    ].join('\n');
    expect([...secretValues(text)].sort()).toEqual(
      [
        'hunter2hunter2',
        'p#ss word1',
        's3cretpw',
        '9f8a7b6c5d4e3f2a1b0c9d8e',
        'abc123def456',
        `${'A'.repeat(30)}b1+/${'C'.repeat(30)}=`,
      ].sort(),
    );
  });

  it.each([
    ['  export  DB_PASSWORD = abcdefgh , ', ['abcdefgh']],
    ["'DB_PASSWORD': 'abcdefgh',", ['abcdefgh']],
    ['DB_PASSWORD=`abc#defgh` # old', ['abc#defgh']],
    ['DB_PASSWORD=abcdefgh  # old', ['abcdefgh']],
    ['DB_PASSWORD=abc#defgh', ['abc#defgh']],
    ['KEY=abcdefgh', ['abcdefgh']],
    ['KEYS=abcdefgh\nXKEY=abcdefgh', []],
    ['stripe_key=abcdefgh', ['abcdefgh']],
    ['DB_PASSWORD=abcdef', ['abcdef']],
    ['DB_PASSWORD=abcde', []],
    ['A_TOKEN=abcdef\nB_TOKEN=abcdefgh\nC_TOKEN=abcdef', ['abcdefgh', 'abcdef']],
    ['SITE=redis://:abcdefg@host', ['abcdefg']],
    ['SITE=a://b:abcdefg@c,d://e:hijklmn@f', ['abcdefg', 'hijklmn']],
    [`  ${'A'.repeat(40)} `, ['A'.repeat(40)]],
    ['A'.repeat(39), []],
    [`${'A'.repeat(40)}!`, []],
    [`!${'A'.repeat(40)}`, []],
    ['no assignment', []],
  ])('of %j are %j', (text, values) => expect(secretValues(text)).toEqual(values));

  it.each([
    'undefined',
    'changeme',
    'LOCALHOST',
    'development',
    'production',
    'example',
    'your-own',
    'your_own',
    '<yours>',
    `\${YOURS}`,
    '12345678',
  ])('are not %s, which stands in the place of one', (value) => {
    expect(secretValues(`DB_PASSWORD=${value}`)).toEqual([]);
    expect(secretValues(`DB_PASSWORD=zz${value}`)).toEqual([`zz${value}`]);
    if (!value.startsWith('your')) expect(secretValues(`DB_PASSWORD=${value}zz`)).toEqual([`${value}zz`]);
  });

  it('withheld from nothing leave a value as it is', () => {
    const told = { a: [1] };
    expect(withhold(told, [])).toBe(told);
  });

  it('are taken out of texts wherever they stand, also as JSON or an address writes them', () => {
    const secrets = ['p"ss/word', 'abc'];
    const told = {
      tail: 'got p"ss/word',
      deep: [{ why: '{"a":"p\\"ss/word"}', at: 'x?y=p%22ss%2Fword' }],
      n: 1,
      no: null,
    };
    expect(withhold(told, secrets)).toEqual({
      tail: 'got [redacted]',
      deep: [{ why: '{"a":"[redacted]"}', at: 'x?y=[redacted]' }],
      n: 1,
      no: null,
    });
  });
});

describe('secrets withheld, however they are written', () => {
  const secret = 'dR4wn+9f8a/7b6c=5e';
  const lines = (text: string) => text.replace(/.{20}/g, '$&\n');
  it.each([
    ['broken over lines', 'a dR4wn+9f8a\n  /7b6c=5e b', 'a [redacted] b'],
    ['as base64', `a ${btoa(secret)} b`, 'a [redacted] b'],
    ['as base64 of more than itself', lines(btoa(`user:${secret}`)), 'dXNlcj[redacted]='],
    ['as hexadecimal digits', Buffer.from(secret).toString('hex'), '[redacted]'],
    ['twice, one after the other', `${secret}${secret}`, '[redacted][redacted]'],
    ['with a colour in it', 'dR4wn+\x1b[1m9f8a/7b6c=5e', '[redacted]'],
  ])('%s', (_name, text, told) => expect(withhold({ text }, [secret])).toEqual({ text: told }));

  it('where one begins within another, as one', () => {
    expect(withhold('a one-two-three-four b', ['one-two-three', 'three-four', 'two-three'])).toBe('a [redacted] b');
  });
});

describe('secrets of an environment', () => {
  it.each([
    [{ OPENAI_API_KEY: 'drawn-9f8a7b6c' }, [], ['drawn-9f8a7b6c']],
    [{ ALERT: 'drawn-9f8a7b6c' }, ['ALERT'], ['drawn-9f8a7b6c']],
    [{ ALERT: 'drawn-9f8a7b6c' }, [], []],
    [{ DATABASE_URL: 'postgres://shop:s3cretpw9@db/shop' }, [], ['s3cretpw9']],
    [{ STRIPE_KEY: '9f8a7b6c5d4e3f2a1b0c9d8e' }, [], ['9f8a7b6c5d4e3f2a1b0c9d8e']],
    [{ HOME: '/home/ada', PATH: '/usr/bin', LANG: 'C.UTF-8', PWD: '/home/ada/shop' }, [], []],
    // A word of a program, or of what it speaks: hidden, nothing could be read any more.
    [{ APP_SECRET: 'control_request', DB_PASSWORD: 'message', API_TOKEN: '12345678' }, [], []],
    [{ GOOGLE_CREDENTIALS: '/home/ada/keys/google.json' }, [], []],
  ])('of %j, named %j, are %j', (env, named, secrets) =>
    expect(secretsOfEnvironment(env, named).map(({ value }) => value)).toEqual(secrets),
  );
});
