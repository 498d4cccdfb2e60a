// `mcp`: this program as a server of tools, for as long as its client stays.
import { flushCompileCache } from 'node:module';
import { serveMcp } from '../../mcp/serve-stdio.ts';
import { startDaemon } from '../local.ts';
import type { Console } from '../terminal/console.ts';
import { createAsk } from './ask.ts';

/** A person may have started it, and still an agent asks: it shows no process, so that nothing is done that only a person may; and the session that it belongs to where it has one. */
export async function runMcp(console: Console): Promise<number> {
  const ask = createAsk(console, () => startDaemon(console));
  await serveMcp({
    cwd: console.cwd,
    stdin: process.stdin,
    stdout: process.stdout,
    // Many a client kills its servers, and what is killed keeps nothing of what it has compiled: the next start would compile it again.
    onReady: flushCompileCache,
    warn: (why) => void console.stderr.write(`${why}\n`),
    ask: (command, input, { signal, onEvent }) => ask(command, input, { signal, onEvent, forAgent: true }) as never,
  });
  return 0;
}
