import { forgeSuite } from './forge.suite.ts';
import { forgeApiSuite } from './forge-api.suite.ts';
import { openApiRoom } from './forge-room.ts';

forgeSuite('github', () => openApiRoom('github'));
forgeApiSuite('github');
