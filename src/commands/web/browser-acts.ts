// What is done in a browser without a request: judged as it comes, and what is refused is on record as any other refusal is.
import type { Failure } from '../../domain/error.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { type RefusedAct, recordRefusal } from '../shared/refusals.ts';
import { type BrowserAct, whyNot } from '../shared/rights.ts';

/** What they are called on record. */
const names = { bring: 'upload.bring', type: 'session.type' } as const satisfies Readonly<
  Record<BrowserAct, RefusedAct>
>;

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'bell'> & { readonly config: Pick<CommandPorts['config'], 'read'> };

/** Why not, as things stand now; null: they may. `session`: the name of the one that is typed into; null: what it is about has no name. */
export type JudgeBrowser = (act: BrowserAct, session: string | null) => Promise<Failure | null>;

type Visitor = { readonly asker: Asker; readonly channel: 'web' | 'http' };

export function judgeBrowser(ports: Ports, { asker: person, channel }: Visitor): JudgeBrowser {
  const peer: Peer = { person, channel, pid: null, cwd: '/', env: null };
  return async (act, session) => {
    const failure = await whyNot(ports, act, person);
    if (failure !== null && isRefusal(failure)) await recordRefusal(ports, names[act], { session }, peer);
    return failure;
  };
}

/** Where the configuration cannot be read nobody is refused for who they are. */
const isRefusal = ({ error_code: code }: Failure): boolean => code === 'NOT_ALLOWED' || code === 'UNAUTHORIZED';
