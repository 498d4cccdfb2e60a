// The port's suites on the real keeper process, over its socket.
import { keeperSuite } from './keeper.suite.ts';
import { openKeeperRoom } from './keeper-room.ts';
import { keeperScreensSuite } from './keeper-screens.suite.ts';

keeperSuite('process', () => openKeeperRoom());
keeperScreensSuite('process', () => openKeeperRoom());
