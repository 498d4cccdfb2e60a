// What an agent may do with sessions: talk to all, start some with no more rights than its own, end and empty what is its own.
import { failed } from '../domain/error.ts';
import type { Session, SessionSpec } from '../domain/session/session.ts';
import type { Reads } from '../ports/store.ts';
import type { Asker, Peer } from './ports.ts';

type Wanted = Pick<SessionSpec, 'permissions' | 'sandbox' | 'args'> & { readonly known: boolean };

/** From the least on. */
const order = ['read-only', 'ask', 'auto', 'bypass'] as const;

/** Throws `UNAUTHORIZED` where an agent, or somebody who is not known, would start more than they are. */
export function refuseMoreRights({ person }: Peer, { permissions, sandbox, args, known }: Wanted): void {
  if (person.kind === 'person') return;
  const own = person.kind === 'agent' ? (person.session?.spec ?? null) : null;
  const most = own?.permissions ?? 'ask';
  if (order.indexOf(permissions) > order.indexOf(most))
    throw refused(`sessions it starts have the permissions ${most} at most`);
  if (own === null) return;
  if (own.sandbox && !sandbox) throw refused('it is in a sandbox, so what it starts must be too (`--sandbox`)');
  if (own.permissions !== 'bypass' && !known) throw refused('it may start agents that Drover knows only');
  if (own.permissions !== 'bypass' && args.length > 0)
    throw refused('words of its own for the program (after `--`) could give it more rights');
}

const refused = (why: string) => failed('UNAUTHORIZED', `Only a person may do this: ${why}.`);

/** Throws `UNAUTHORIZED` where an agent would act on a session that is neither its own nor started by it. */
export async function mustBeItsOwn(reads: Reads, { person }: Peer, session: Session, what: string): Promise<void> {
  if (person.kind !== 'agent') return;
  if (await descends(reads, session, person)) return;
  throw failed(
    'UNAUTHORIZED',
    `An agent may ${what} only itself and what it started; ${session.spec.name} is neither.`,
  );
}

async function descends(reads: Reads, session: Session, agent: Extract<Asker, { kind: 'agent' }>): Promise<boolean> {
  const own = agent.session?.id;
  for (let at: Session | null = session; own !== undefined && at !== null; ) {
    if (at.id === own) return true;
    const [, parent]: readonly (string | undefined)[] = /^session:(s\d+)$/.exec(at.spec.startedBy) ?? [];
    at = parent === undefined ? null : ((await reads.thing(parent as never)) as Session | null);
  }
  return false;
}
