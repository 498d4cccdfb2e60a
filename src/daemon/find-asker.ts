// Who asks: as the kernel shows it, and the session whose secret they show.
import type { Asker } from '../commands/ports.ts';
import type { Store } from '../ports/store.ts';
import type { Identity } from './identify-caller.ts';

type Ports = { readonly store: Store; readonly sha256: (text: string) => string };

/** Who shows a secret is an agent, whatever else is known of them: persons have none. Another session's secret makes nobody that session. */
export async function findAsker({ store, sha256 }: Ports, who: Identity, secret: string | undefined): Promise<Asker> {
  if (secret === undefined) return who;
  const run = who.kind === 'agent' ? who.run : null;
  const credential = sha256(secret);
  const [session] = await store.read((reads) => reads.sessions({ credential, ended: false, limit: 1 }));
  if (session === undefined) return { kind: 'agent', why: 'it shows the secret of no living session', run };
  if (run !== null && run !== session.spec.run)
    return { kind: 'agent', why: 'it shows the secret of another session', run };
  return { kind: 'agent', why: `it is the agent of ${session.spec.name}`, run: session.spec.run, session };
}
