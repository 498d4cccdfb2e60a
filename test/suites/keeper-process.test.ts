// The port's suite on the real keeper process, over its socket.

import { keeperSuite } from './keeper.suite.ts';
import { openKeeperRoom } from './keeper-room.ts';

keeperSuite('process', () => openKeeperRoom());
