// The real command line in a terminal, before a daemon that tells a made-up story: `node show.ts STORY`, with DROVER_HOME in a folder of the test's.
import { mkdirSync } from 'node:fs';
import { version } from '../../src/contract/version.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { openConsole } from '../../src/surfaces/cli/terminal/console.ts';
import { serveSocket } from '../../src/surfaces/socket/serve-socket.ts';
import { stories } from './stories.ts';
import { now } from './world.ts';

const here = openConsole(process);
const story = stories[process.argv[2] ?? ''];
if (story === undefined) throw new Error(`there is no story ${process.argv[2]}`);
mkdirSync(here.places.state, { recursive: true });
const log = { warn: () => undefined, bug: () => 'b1' };
const served = await serveSocket({ path: here.places.socket, version, dispatch: story.daemon, log });
const console = Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(here), now: { value: () => now } });
const code = await run(console as typeof here, story.argv);
await served.close();
process.exit(code);
