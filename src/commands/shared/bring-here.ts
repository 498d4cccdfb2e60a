// What a person ends, tries again or takes while its host is dead for good comes here first, with all else that is bound to that host.
import { failed } from '../../domain/error.ts';
import type { HostId } from '../../domain/ids.ts';
import { deadAfterMs } from '../../domain/standstill/dead-host.ts';
import { silentMs } from '../../domain/standstill/find-standstills.ts';
import type { CommandPorts } from '../ports.ts';
import { unwrap } from './request.ts';

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'config' | 'host' | 'bringOver'>;

/** Nothing where that host is alive. `NOT_READY` where it is silent for less than `hosts.silence`: it may come back. */
export async function bringHere(ports: Ports, host: HostId, what: string): Promise<void> {
  if (host === ports.host) return;
  const found = (await ports.store.read((reads) => reads.hosts())).find(({ id }) => id === host);
  const quiet = found === undefined ? Number.POSITIVE_INFINITY : ports.clock.now() - found.seenAt;
  if (quiet <= silentMs) return;
  const needed = deadAfterMs(unwrap(await ports.config.read()).hosts);
  if (quiet < needed)
    throw failed(
      'NOT_READY',
      `${what} is bound to host ${host}, which has been silent for ${minutes(quiet)}; it can be taken over after ${minutes(needed)} of silence (hosts.silence).`,
      { about: what, host, hint: `Start Drover on ${host} again, or wait until then.` },
    );
  await ports.bringOver(host);
}

const minutes = (ms: number): string => `${Math.floor(ms / 60_000)} min`;
