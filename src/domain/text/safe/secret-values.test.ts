import { describe, expect, it } from 'vitest';
import { secretValues, withhold } from './redact.ts';
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
