// Forges and pull requests in the person's file.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConfig } from './create-config.ts';

function fresh(text: string) {
  const home = mkdtempSync(join(tmpdir(), 'config-'));
  const file = join(home, 'config.yaml');
  writeFileSync(file, text);
  mkdirSync(join(home, 'shop', '.git'), { recursive: true });
  return { config: createConfig({ file, home }) };
}

it('forges and pull requests are read as they are written, and a token itself has no place in the file', async () => {
  const { config } = fresh(`workspaces:
  shop: { path: ~/shop, pull_request: { draft: true, labels: [a], reviewers: [ada, acme/core], co_author: A <a@b.c> } }
forges:
  git.example.org:3000: { kind: gitea, api: https://git.example.org:3000/api/v1, token_env: SHOP_TOKEN, webhook_secret_env: SHOP_HOOK }
  gitlab.example.org: { token_file: ~/.token }
`);
  const read = await config.read();
  if (!read.ok) throw new Error(read.failure.message);
  expect(read.value.forges).toEqual({
    'git.example.org:3000': {
      ...{ kind: 'gitea', api: 'https://git.example.org:3000/api/v1' },
      ...{ token_env: 'SHOP_TOKEN', webhook_secret_env: 'SHOP_HOOK' },
    },
    'gitlab.example.org': { token_file: '~/.token' },
  });
  expect(read.value.workspaces.shop?.pull_request).toEqual({
    ...{ draft: true, labels: ['a'], reviewers: ['ada', 'acme/core'], co_author: 'A <a@b.c>' },
  });
  for (const [wrong, says] of [
    ['x: { token: abc }', 'unknown key "token"'],
    ['x: { kind: svn }', 'one of github, gitlab, gitea, bare'],
    ['x: { api: "https://me:secret@host/api" }', 'an address like'],
    ['x: { api: "ftp://host" }', 'an address like'],
    ['x: { token_env: "$TOKEN" }', 'the name of a variable'],
    ['x: { webhook_secret_env: "s e c r e t" }', 'the name of a variable'],
    ['x: { webhook_secret: abc }', 'unknown key "webhook_secret"'],
  ] as const) {
    const failed = await fresh(`forges:\n  ${wrong}\n`).config.read();
    expect(failed, wrong).toMatchObject({
      failure: {
        error_code: says.startsWith('unknown') ? 'UNKNOWN_KEY' : 'CONFIG_INVALID',
        message: expect.stringContaining(says),
      },
    });
  }
  const author = await fresh('workspaces:\n  shop: { path: ~/shop, pull_request: { co_author: Ada } }\n').config.read();
  expect(author).toMatchObject({ failure: { message: expect.stringContaining('"Name <address>"') } });
});
