import { expect, test } from 'vitest';
import { draft, forgeSuite } from './forge.suite.ts';
import { forgeApiSuite } from './forge-api.suite.ts';
import { forgeReviewSuite } from './forge-review.suite.ts';
import { openApiRoom, remote } from './forge-room.ts';

forgeSuite('github', () => openApiRoom('github'));
forgeApiSuite('github');
forgeReviewSuite('github');

test('where there are no drafts it is opened as ready, and that is said', async () => {
  const room = await openApiRoom('github', { drafts: false });
  const opened = await room.forge.open(draft({ draft: true }));
  expect(opened).toMatchObject({ value: { notes: [expect.stringContaining('no drafts')] } });
  expect(room.fake.hub.pulls).toMatchObject([{ draft: false }]);
  await room.close();
});

test('a team is asked as a team, and a body that is too long is cut', async () => {
  const room = await openApiRoom('github');
  const opened = await room.forge.open(draft({ reviewers: ['acme/core'], body: `~~~\n${'x'.repeat(100_000)}` }));
  expect(opened).toMatchObject({ value: { notes: [] } });
  expect(room.fake.hub.pulls).toMatchObject([{ reviewers: ['/core'] }]);
  expect(room.fake.hub.pulls[0]?.body).toMatch(/x\n~~~\n\n\(cut here/);
  await room.close();
});

test("the person's proxy is used, but not to this machine", async () => {
  const room = await openApiRoom('github');
  const proxy = new URL(room.fake.api.url).origin;
  const env = { FORGE_TOKEN: room.fake.hub.token, http_proxy: proxy };
  const entry = { kind: 'github', api: 'http://code.invalid/api/v3', token_env: 'FORGE_TOKEN' } as const;
  const through = await room.forges({ entry, env }).of(remote);
  expect(through.ok && (await through.value.login())).toEqual({ ok: true, value: 'ada' });
  expect(room.fake.api.calls.map(({ headers }) => headers.host)).toEqual(['code.invalid']);
  const dead = { FORGE_TOKEN: room.fake.hub.token, http_proxy: 'http://127.0.0.1:9' };
  const here = await room.forges({ env: dead }).of(remote);
  expect(here.ok && (await here.value.login())).toEqual({ ok: true, value: 'ada' });
  await room.close();
});
