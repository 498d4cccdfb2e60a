// What a person's file may say of agents, roles and servers of tools.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConfig } from './create-config.ts';

async function read(text: string) {
  const home = mkdtempSync(join(tmpdir(), 'config-'));
  mkdirSync(join(home, 'shop', '.git'), { recursive: true });
  const file = join(home, 'config.yaml');
  writeFileSync(file, text);
  return createConfig({ file, home }).read();
}

it('roles, a review and servers of tools are read as they are written', async () => {
  const given = await read(`
workspaces:
  shop:
    path: ~/shop
    review: on
    mcp: [tickets]
    roles:
      develop: { model: big, prompt: No comments., allow: ["Bash(npm *)"], context: 30% }
      review: { model: { codex: small }, network: model }
mcp:
  servers:
    tickets: { command: tickets, args: [serve], env: [TICKETS_KEY], reads: [~/tickets] }
    docs: { url: "https://docs.example.com/mcp" }
`);
  expect(given).toMatchObject({
    ok: true,
    value: {
      mcp: {
        tickets: { command: 'tickets', args: ['serve'], env: ['TICKETS_KEY'] },
        docs: { url: 'https://docs.example.com/mcp' },
      },
      workspaces: {
        shop: {
          ...{ review: 'on', mcp: ['tickets'] },
          roles: { develop: { model: 'big', context: '30%' }, review: { model: { codex: 'small' }, network: 'model' } },
        },
      },
    },
  });
});

it.each([
  ['workspaces: { shop: { path: ~/shop, roles: { develp: {} } } }', 'the nearest known one is "develop"'],
  ['workspaces: { shop: { path: ~/shop, roles: { develop: { modle: x } } } }', 'the nearest known one is "model"'],
  ['workspaces: { shop: { path: ~/shop, roles: { develop: { context: 140% } } } }', 'a part like 40%'],
  ['workspaces: { shop: { path: ~/shop, review: maybe } }', 'one of on, off'],
  ['mcp: { servers: { a: { comand: x } } }', '"command"'],
  ['mcp: { servers: { a: { url: "ftp://x" } } }', 'an address like https://'],
  ['mcp: { servers: { a: { command: x, env: ["A=b"] } } }', 'names of variables'],
  ['mcp: { server: {} }', 'the nearest known one is "servers"'],
])('%s is refused with what was expected', async (text, words) => {
  const given = await read(text);
  expect(given.ok).toBe(false);
  expect(given.ok ? '' : given.failure.message).toContain(words);
});
