// The sockets of sessions in a sandbox: who comes through one is that session's agent and nobody else.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Asker } from '../commands/ports.ts';
import type { SessionId } from '../domain/session/ids.ts';
import type { Store } from '../ports/store.ts';
import type { SessionSockets } from '../ports/system.ts';

type Served = { close(): Promise<void> };

export type SessionSocketsOptions = {
  /** Of the socket; the same after every start of the daemon, for the sandbox shows its folder. */
  readonly pathOf: (session: SessionId) => Promise<string>;
  readonly serve: (path: string, session: SessionId) => Promise<Served>;
};

export function createSessionSockets({ pathOf, serve }: SessionSocketsOptions): SessionSockets & Served {
  const open = new Map<SessionId, Promise<{ readonly folder: string; readonly served: Served }>>();
  const begin = async (session: SessionId) => {
    const path = await pathOf(session);
    return { folder: dirname(path), served: await serve(path, session) };
  };
  return {
    async open(session) {
      const opening = open.get(session) ?? begin(session);
      open.set(session, opening);
      opening.catch(() => open.delete(session));
      return (await opening).folder;
    },
    async shut(session) {
      const opened = await open.get(session)?.catch(() => null);
      open.delete(session);
      if (opened == null) return;
      await opened.served.close();
      await rm(opened.folder, { recursive: true, force: true });
    },
    async close() {
      for (const opening of open.values()) await (await opening.catch(() => null))?.served.close();
    },
  };
}

/** The session as it is now; one that has ended is nobody any more. */
export async function whoIsAtDoor(store: Store, id: SessionId): Promise<Asker> {
  const session = await store.read((reads) => reads.thing(id));
  if (session === null || session.state.kind === 'ended')
    return { kind: 'agent', why: 'its session is over', run: session?.spec.run ?? null };
  return { kind: 'agent', why: `it is the agent of ${session.spec.name}`, run: session.spec.run, session };
}
