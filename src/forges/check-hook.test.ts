import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ForgeEntry } from '../ports/config.ts';
import { checkHook } from './check-hook.ts';

const env = { HUB: 'one secret', LAB: 'another secret', TEA: 'a third', EMPTY: '' };
const configured: Readonly<Record<string, ForgeEntry>> = {
  'github.com': { webhook_secret_env: 'HUB' },
  'gitlab.example.org': { webhook_secret_env: 'LAB' },
  'git.example.org:3000': { kind: 'gitea', webhook_secret_env: 'TEA' },
};
const check = (headers: Record<string, string>, body: unknown, forges = configured) =>
  checkHook(
    { config: { read: async () => ({ ok: true, value: { forges } }) as never }, person: { env: () => env } },
    { headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) },
  );
const hmac = (secret: string, body: unknown) => createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');

const onHub = { action: 'opened', repository: { full_name: 'Acme/Shop' } };
const onLab = {
  object_kind: 'note',
  project: { path_with_namespace: 'acme/group/shop' },
  repository: { name: 'shop' },
};

describe('what a forge tells', () => {
  it.each([
    ['GitHub', { 'x-hub-signature-256': `sha256=${hmac(env.HUB, onHub)}` }, onHub, 'git@github.com:acme/shop.git'],
    ['Gitea', { 'x-gitea-signature': hmac(env.TEA, onHub) }, onHub, 'https://git.example.org:3000/acme/shop'],
    ['Forgejo', { 'x-forgejo-signature': hmac(env.TEA, onHub) }, onHub, 'https://git.example.org:3000/acme/shop'],
    ['GitLab', { 'x-gitlab-token': env.LAB }, onLab, 'https://gitlab.example.org/acme/group/shop.git'],
  ])('is taken from %s with its signature, for that repository alone', async (_, headers, body, remote) => {
    const told = await check(headers as Record<string, string>, body);
    if (!told.ok) throw new Error(told.failure.message);
    expect(told.value.isOf(remote)).toBe(true);
    expect(told.value.isOf(remote.replace('shop', 'shop2'))).toBe(false);
    expect(told.value.isOf(remote.replace('acme', 'other'))).toBe(false);
    for (const other of ['/a/path', 'https://bitbucket.example/acme/shop', 'git@gitlab.com:acme/shop.git'])
      expect(told.value.isOf(other), other).toBe(false);
  });

  it('of one forge says nothing about a repository of the same name on another', async () => {
    const told = await check({ 'x-gitea-signature': hmac(env.TEA, onHub) }, onHub);
    expect(told.ok && told.value.isOf('https://github.com/acme/shop')).toBe(false);
  });

  it.each([
    ['nothing signs it', {}],
    ['the secret is another one', { 'x-hub-signature-256': `sha256=${hmac('other', onHub)}` }],
    ['something else was signed', { 'x-hub-signature-256': `sha256=${hmac(env.HUB, { ...onHub, action: 'closed' })}` }],
    ['the signature is cut', { 'x-hub-signature-256': `sha256=${hmac(env.HUB, onHub).slice(0, 32)}` }],
    ['it is empty', { 'x-hub-signature-256': '', 'x-gitea-signature': '', 'x-gitlab-token': '' }],
    ['it is signed as another forge would', { 'x-gitea-signature': hmac(env.HUB, onHub) }],
    ['the secret itself is shown where one signs', { 'x-gitlab-token': env.HUB, 'x-hub-signature-256': env.HUB }],
  ])('is refused where %s', async (_, headers) => {
    expect(await check(headers as Record<string, string>, onHub)).toMatchObject({
      failure: { error_code: 'UNAUTHORIZED' },
    });
  });

  it('is refused where no secret is configured, or the variable is empty', async () => {
    const headers = { 'x-hub-signature-256': `sha256=${hmac('', onHub)}`, 'x-gitlab-token': '' };
    for (const entry of [
      {},
      { webhook_secret_env: 'EMPTY' },
      { webhook_secret_env: 'ABSENT' },
      { kind: 'bare' } as const,
    ])
      expect(await check(headers, onHub, { 'github.com': entry, 'gitlab.com': entry })).toMatchObject({
        failure: { error_code: 'UNAUTHORIZED' },
      });
  });

  it.each(['no JSON', 'null', '[]', '{}', { repository: { full_name: 7 } }, { repository: { full_name: 'shop' } }])(
    'is no use where it names no repository: %j',
    async (body) => {
      expect(await check({ 'x-gitlab-token': env.LAB }, body)).toMatchObject({ failure: { error_code: 'USAGE' } });
    },
  );
});
