import { expect, test } from 'vitest';
import { draft, forgeSuite } from './forge.suite.ts';
import { forgeApiSuite } from './forge-api.suite.ts';
import { openApiRoom } from './forge-room.ts';

forgeSuite('github', () => openApiRoom('github'));
forgeApiSuite('github');

test('where there are no drafts it is opened as ready, and that is said', async () => {
  const room = await openApiRoom('github', { drafts: false });
  const opened = await room.forge.open(draft({ draft: true }));
  expect(opened).toMatchObject({ value: { notes: [expect.stringContaining('no drafts')] } });
  expect(room.fake.hub.pulls).toMatchObject([{ draft: false }]);
  await room.close();
});

test('a team is asked as a team, and a body that is too long is cut', async () => {
  const room = await openApiRoom('github');
  const opened = await room.forge.open(draft({ reviewers: ['acme/core'], body: 'x'.repeat(100_000) }));
  expect(opened).toMatchObject({ value: { notes: [] } });
  expect(room.fake.hub.pulls).toMatchObject([{ reviewers: ['/core'] }]);
  expect(room.fake.hub.pulls[0]?.body).toMatch(/cut here/);
  await room.close();
});
