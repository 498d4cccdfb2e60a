// What is done in a browser without a request: judged as it comes, and what is refused is on record as any other refusal is.
import type { Failure } from '../../domain/error.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { type RefusedAct, recordRefusal } from '../shared/authorize.ts';
import { type BrowserAct, whyNot } from '../shared/rights.ts';

/** What they are called on record. */
const names = { bring: 'upload.bring', type: 'session.type' } as const satisfies Readonly<
  Record<BrowserAct, RefusedAct>
>;

type Ports = Pick<CommandPorts, 'store' | 'clock'> & { readonly config: Pick<CommandPorts['config'], 'read'> };

/** Why not, as things stand now; null: they may. `session`: the name of the one that is typed into; null: what it is about has no name. */
export type JudgeBrowser = (act: BrowserAct, session: string | null) => Promise<Failure | null>;

/** What one visit was refused and is on record. */
export type Refused = Set<string>;

type Visitor = { readonly asker: Asker; readonly channel: 'web' | 'http'; readonly refused: Refused };

/** Keys come by the hundred: what is refused is on record once for each visit, act and thing, and again where it was allowed in between. */
export function judgeBrowser(ports: Ports, { asker: person, channel, refused }: Visitor): JudgeBrowser {
  const peer: Peer = { person, channel, pid: null, cwd: '/', env: null };
  return async (act, session) => {
    const failure = await whyNot(ports, act, person);
    const thing = `${act} ${session}`;
    if (failure === null) refused.delete(thing);
    else if (isRefusal(failure) && !refused.has(thing)) {
      refused.add(thing);
      await recordRefusal(ports, names[act], { session }, peer).catch((error: unknown) => {
        refused.delete(thing);
        throw error;
      });
    }
    return failure;
  };
}

/** Where the configuration cannot be read nobody is refused for who they are. */
const isRefusal = ({ error_code: code }: Failure): boolean => code === 'NOT_ALLOWED' || code === 'UNAUTHORIZED';
