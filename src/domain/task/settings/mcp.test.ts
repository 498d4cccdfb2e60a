import { expect, it } from 'vitest';
import { needsOfServers, placeServers } from './mcp.ts';
import type { McpServer } from './settings.ts';

const servers: readonly McpServer[] = [
  { name: 'a', reach: { kind: 'program', argv: ['~/bin/a', '~/x'], env: ['KEY'], reads: ['~/data'] } },
  { name: 'b', reach: { kind: 'program', argv: ['npx', 'b'], env: [], reads: [] } },
  { name: 'c', reach: { kind: 'address', url: 'https://tools.test:8443/mcp' } },
];
const home = (path: string) => path.replace(/^~/, '/home/me');

it("servers of tools find their program and what they read in the person's home, and their variables", () => {
  const there = placeServers(servers, home);
  expect(there[0]?.reach).toEqual({
    ...{ kind: 'program', argv: ['/home/me/bin/a', '~/x'], env: ['KEY'], reads: ['/home/me/data'] },
  });
  const { env, reads } = needsOfServers(there);
  expect({ env, reads }).toEqual({ env: ['KEY'], reads: ['/home/me/data', '/home/me/bin/a'] });
});

it('an agent that may speak with its model alone may speak with them as well, and one that may with nobody may not', () => {
  const { within } = needsOfServers(servers);
  expect(within({ hosts: ['model.test'] })).toEqual({ hosts: ['model.test', 'tools.test:8443'] });
  expect(within('none')).toBe('none');
  expect(within('all')).toBe('all');
});
