// kill -9 at every moment of the engine's way on the store that everybody has; every fifth is tried by each `npm test`.
import { join } from 'node:path';
import { killsSuite } from '../suites/engine-kills.suite.ts';

killsSuite('a sqlite file with the embedded queue', 1, (path) => ({ path: join(path, 'drover.db') }));
