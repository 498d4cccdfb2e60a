import { expect, test } from 'vitest';
import { draft, forgeSuite } from './forge.suite.ts';
import { forgeApiSuite } from './forge-api.suite.ts';
import { forgeReviewSuite } from './forge-review.suite.ts';
import { openApiRoom } from './forge-room.ts';

forgeSuite('gitea', () => openApiRoom('gitea'));
forgeApiSuite('gitea');
forgeReviewSuite('gitea');

test('a label that the repository does not know is said', async () => {
  const room = await openApiRoom('gitea');
  const opened = await room.forge.open(draft({ labels: ['Bug', 'unheard of'] }));
  expect(opened).toMatchObject({
    value: { notes: ['There is no label unheard of in this repository: it was not set.'] },
  });
  expect(room.fake.hub.pulls).toMatchObject([{ labels: ['bug'] }]);
  await room.close();
});
