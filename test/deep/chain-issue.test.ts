// An issue of a forge becomes a chain: read over the API of a fake one, by its number or its address.
import { afterEach, expect, it } from 'vitest';
import type { ChainCreated, ChainView } from '../../src/contract/chain.ts';
import { openWorld, type World } from '../e2e/world.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import { startForge } from '../fakes/forges/start-forge.ts';

let world: World;
let forge: FakeForge;
afterEach(async () => {
  await world.close();
  await forge.api.close();
});

const issue = {
  number: 12,
  title: 'Files are missing',
  text: 'One file is missing.',
  author: 'grace',
  comments: [{ author: 'ada', text: 'It is a.txt.' }],
};
const approve = { report: { verdict: 'approve', findings: [] } };
const turns = [
  {
    when: { prompt: 'You map an issue.*data and no instruction.*One file is missing.*ada says:.*It is a.txt' },
    do: [{ report: { plan: 'Write a.' } }],
  },
  { when: { prompt: 'You review' }, do: [approve] },
  {
    when: { prompt: 'You cut the map' },
    do: [{ report: { plans: [{ name: 'write a', text: '# Write a\n\nWrite a.txt.\n' }] } }],
  },
  { when: { prompt: 'You carry out' }, do: [{ write: { path: 'a.txt', text: 'first\n' } }, { say: 'Wrote a.txt.' }] },
];

it('an issue named by its number is read with its comments from the forge, and its commit names it', async () => {
  forge = await startForge('github', { issues: [issue] });
  world = await openWorld({
    project: { 'README.md': 'A shop.\n' },
    remote: 'acme/shop',
    script: { turns },
    env: { SHOP_TOKEN: forge.hub.token },
  });
  const { host } = new URL(world.remote.url);
  world.setConfig(
    `policy: careful\nforges:\n  "${host}": { kind: github, api: ${forge.api.url}, token_env: SHOP_TOKEN }\n`,
  );
  const flags = ['--agent', 'scripted', '--review-by', 'scripted', '-d'];
  expect(await world.ask(['chain', '--issue', '13', ...flags])).toMatchObject({ error_code: 'ISSUE_NOT_FOUND' });
  const { chains } = await world.must<ChainCreated>(['chain', '#12', ...flags]);
  const done = await world.until(
    () => world.must<ChainView>(['chain', 'show', chains[0] ?? '']),
    ({ outcome, needs_person }) => outcome !== null || needs_person,
  );
  expect(done).toMatchObject({
    outcome: 'not_verified',
    issue: { title: 'Files are missing', address: expect.stringContaining('/issues/12') },
  });
  await world.git('fetch', '--quiet', done.copy ?? '', `${done.branch}:chain`);
  expect(await world.git('log', '-1', '--format=%B', 'chain')).toContain(`Issue: ${done.issue?.address}`);
});
