import { describe, expect, it } from 'vitest';
import { placeOf } from './remote-place.ts';

const shown = (remote: string, configured = {}) => {
  const place = placeOf(remote, configured);
  return place === null ? null : [place.kind, place.host, place.repository, place.api];
};

describe('where a remote leads', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'github', 'github.com', 'acme/shop', 'https://api.github.com'],
    ['https://github.com/acme/shop', 'github', 'github.com', 'acme/shop', 'https://api.github.com'],
    ['https://GitHub.com/acme/shop.git/', 'github', 'github.com', 'acme/shop', 'https://api.github.com'],
    ['ssh://git@ssh.github.com:443/acme/shop.git', 'github', 'github.com', 'acme/shop', 'https://api.github.com'],
    ['git@gitlab.com:a/b/c/shop.git', 'gitlab', 'gitlab.com', 'a/b/c/shop', 'https://gitlab.com/api/v4'],
    [
      'https://me@gitlab.example.org:8443/a/shop.git',
      'gitlab',
      'gitlab.example.org:8443',
      'a/shop',
      'https://gitlab.example.org:8443/api/v4',
    ],
    [
      'ssh://git@gitlab.example.org:2222/a/shop.git',
      'gitlab',
      'gitlab.example.org',
      'a/shop',
      'https://gitlab.example.org/api/v4',
    ],
    ['https://codeberg.org/acme/shop.git', 'gitea', 'codeberg.org', 'acme/shop', 'https://codeberg.org/api/v1'],
    [
      'git@gitea.example.org:acme/shop.git',
      'gitea',
      'gitea.example.org',
      'acme/shop',
      'https://gitea.example.org/api/v1',
    ],
    ['http://127.0.0.1:3000/acme/shop.git', 'bare', '127.0.0.1:3000', 'acme/shop', 'http://127.0.0.1:3000/api'],
    ['https://git.example.org/acme/shop', 'bare', 'git.example.org', 'acme/shop', 'https://git.example.org/api'],
  ] as const)('%s', (remote, ...wanted) => {
    expect(shown(remote)).toEqual(wanted);
  });

  it.each(['/srv/git/shop.git', '../shop', 'file:///srv/git/shop.git', 'C:\\shop', 'shop', ''])(
    'a path is no place: %s',
    (remote) => {
      expect(placeOf(remote, {})).toBeNull();
    },
  );

  it('is what the configuration says of its host, with or without the port', () => {
    const entry = { kind: 'gitea', api: 'https://api.example.org/v1/' } as const;
    const wanted = ['gitea', 'git.example.org:3000', 'acme/shop', 'https://api.example.org/v1'];
    expect(shown('https://git.example.org:3000/acme/shop', { 'git.example.org:3000': entry })).toEqual(wanted);
    expect(shown('https://git.example.org:3000/acme/shop', { 'git.example.org': entry })).toEqual(wanted);
    expect(shown('work:acme/shop.git', { work: { kind: 'github', api: 'https://api.github.com' } })).toEqual([
      ...['github', 'work', 'acme/shop', 'https://api.github.com'],
    ]);
    expect(shown('https://github.com/acme/shop', { 'github.com': { kind: 'bare' } })?.[0]).toBe('bare');
    expect(shown('https://constructor/acme/shop')?.[0]).toBe('bare');
  });

  it('a login goes in the clear to this machine alone, unless it is configured so', () => {
    expect(shown('http://gitlab.example.org/a/shop')?.[3]).toBe('https://gitlab.example.org/api/v4');
    expect(shown('http://gitea.localhost/a/shop')?.[3]).toBe('https://gitea.localhost/api/v1');
    expect(shown('http://localhost:3000/a/shop', { 'localhost:3000': { kind: 'gitea' } })?.[3]).toBe(
      'http://localhost:3000/api/v1',
    );
    const api = 'http://gitlab.example.org/api/v4';
    expect(shown('http://gitlab.example.org/a/shop', { 'gitlab.example.org': { api } })?.[3]).toBe(api);
  });
});
