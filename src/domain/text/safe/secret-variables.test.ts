import { describe, expect, it } from 'vitest';
import { isShouted, looksRandom, secretVariable, speaksOfSecret } from './secret-variables.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('a variable, by its name', () => {
  it.each(
    words(`password PGPASSWORD passwd mypasswd ssh_passphrase secret client_secret credential_json api_key apikey apiKey
      auth_token token tokenx passcode my_passcode_1 access_key access--key accesskey private_key privatekey access_key_id db_pwd db_pwd_1
      mypwd mypwd_1 password_at_home tokens_x db.password AWS_ACCESS_KEY TOKENS X_KEY X_AUTH X_SALT X_DSN X_PAT DB_PASS`),
  )('%s holds a secret for certain', (name) => expect(secretVariable(name)).toBe('certain'));

  it.each(
    words(`signing encryption decryption master account service deploy ssh shared hmac session auth client app application
      stripe license webhook admin root server cookie jwt aes rsa`),
  )('%s_key opens something', (word) => {
    expect([secretVariable(`${word}_key`), secretVariable(`my_${word}_key`)]).toEqual(['certain', 'certain']);
    expect([secretVariable(`zz${word}_key`), secretVariable(`${word}_key_auth`)]).toEqual(['likely', 'likely']);
  });

  it.each(
    words(`public primary foreign unique partition sort composite storage cache lookup index row map query group order object
      queue job arrow hot shortcut modifier idempotency dedupe state config setting settings option i18n translation message
      label field column record entry item node route parent data pub test any no press last first next json dict hash path
      host known`),
  )('%s_key opens nothing', (word) => {
    expect([secretVariable(`${word}_key`), secretVariable(`my_${word}_key`)]).toEqual([null, null]);
    expect([secretVariable(`zz${word}_key`), secretVariable(`${word}_key_auth`)]).toEqual(['likely', 'likely']);
  });

  it.each(
    words(`count counts limit limits length size type types name names path paths file files url uri endpoint expiry expires
      expired expiration expiry ttl at env usage used budget index field input label hint placeholder policy rule rules
      required strength reset valid enabled manager provider service store format header prefix pattern regex error kind
      class status found out lost`),
  )('what ends in _%s tells of a secret and is none', (word) => {
    expect([secretVariable(`password_${word}`), secretVariable(`TOKEN_${word.toUpperCase()}`)]).toEqual([null, null]);
    expect(secretVariable(`password_${word}_zz`)).toBe('certain');
  });

  it.each(
    words(
      'tokens my_secrets passwords credentials api_keys x_key x_auth x_salt x_dsn x_pat auth pass dbpass xaccess_key',
    ),
  )('%s is likely to', (name) => expect(secretVariable(name)).toBe('likely'));

  it.each(
    words(`compass bypass surpass overpass trespass askpass passing xauth authx x_keyed x_authx xpasscode passcodes pwd oldpwd
      db_mypwd x_pwdx mypwdx access_keyx tokenizer tokenisation password.x home xkey keys`),
  )('%s says nothing of one', (name) => expect(secretVariable(name)).toBeNull());

  it.each(
    words(
      'password_file access_key_path my_access_key_path passcode db_pwd STRIPE_KEY stripe_key tokens xtokenizer_secret tokenizerx_secret',
    ),
  )('%s speaks of one', (name) => expect(speaksOfSecret(name)).toBe(true));
  it.each(
    words('tokenizer tokenizers_path fast_tokenizer tokenizer_secret fast_tokenizers_secret row_key x_salt home'),
  )('%s does not', (name) => expect(speaksOfSecret(name)).toBe(false));

  it('is shouted where it has letters, all of them large', () => {
    expect(['A', 'A_1', 'Ab', 'a', '1', '_'].map(isShouted)).toEqual([true, true, false, false, false, false]);
  });
});

describe('a value looks drawn by chance', () => {
  const drawn = 'a1b2c3d4e5f6a7b8c9d0';

  it('where letters and digits are mixed, and long', () => {
    expect([looksRandom(drawn), looksRandom(drawn.slice(1)), looksRandom(drawn.slice(4), 16)]).toEqual([
      ...[true, false, true],
    ]);
    expect(looksRandom(`${drawn}+/=_.~-`)).toBe(true);
  });
  it.each([
    ...['a'.repeat(20), '1'.repeat(20), `${drawn}!`, `!${drawn}`, `${drawn} ${drawn}`, `/${drawn}`, `./${drawn}`],
    ...[`${drawn}//x`, `${drawn}.json`, `${drawn}.ts`, ''],
  ])('and %s does not', (value) => expect(looksRandom(value)).toBe(false));
  it('also with a dot before its end', () => expect(looksRandom(`a.json.${drawn}`)).toBe(true));
});
