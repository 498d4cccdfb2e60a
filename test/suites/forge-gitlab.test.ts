import { forgeSuite } from './forge.suite.ts';
import { forgeApiSuite } from './forge-api.suite.ts';
import { forgeReviewSuite } from './forge-review.suite.ts';
import { openApiRoom } from './forge-room.ts';

forgeSuite('gitlab', () => openApiRoom('gitlab'));
forgeApiSuite('gitlab');
forgeReviewSuite('gitlab');
