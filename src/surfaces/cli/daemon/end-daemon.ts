// Ends the daemon, and with `all` what it runs, for whoever goes on without it: its process has gone when this says so.
import type { Reply } from '../../../contract/protocol.ts';
import type { Down } from '../../../contract/service.ts';
import { toReply } from '../../../contract/to-reply.ts';
import * as local from '../local.ts';
import type { Console } from '../terminal/console.ts';
import type { Ask } from './ask.ts';

const goneMs = 25_000;
/** A daemon that dies over it has not said what became of what it ran: the next one is asked. */
const mostTries = 3;

/** null: none is there, and nobody listens. A refusal where that is not known. */
export async function findDaemon(console: Console, ask: Ask): Promise<Reply<{ readonly pid: number }> | null> {
  const daemon = await ask('service.ping', {});
  if (daemon.ok || daemon.error_code !== 'DAEMON_UNREACHABLE' || daemon.details?.stopped !== undefined) return daemon;
  return (await local.awaitDown(console, goneMs)) ? null : daemon;
}

/** null: as `findDaemon`. */
export async function endDaemon(console: Console, ask: Ask, all: boolean): Promise<Reply<Down> | null> {
  for (let tries = 1; ; tries += 1) {
    const daemon = await findDaemon(console, ask);
    if (daemon === null || !daemon.ok) return daemon;
    const down = await ask('service.down', { all });
    if (!down.ok && down.details?.sent === true && tries < mostTries) continue;
    if (!down.ok || (await local.awaitGone(daemon.data.pid, goneMs))) return down;
    return toReply({
      error_code: 'DAEMON_UNREACHABLE',
      message: `The daemon (process ${daemon.data.pid}) does not end.`,
    });
  }
}
