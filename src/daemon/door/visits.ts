// Browsers that are signed in, as the door knows them.
import type { Asker, CommandPorts } from '../../commands/ports.ts';
import { judgeBrowser } from '../../commands/web/browser-acts.ts';
import { endWebSession } from '../../commands/web/sessions.ts';
import { enterWeb, findWebCaller } from '../../commands/web/sign-in.ts';
import { toReply } from '../../contract/to-reply.ts';
import { Failed } from '../../domain/error.ts';
import { instant } from '../../domain/ids.ts';
import type { Config } from '../../ports/config.ts';
import type { HttpDispatch, Visit } from '../../surfaces/http/guard.ts';
import type { WebAccess } from '../../surfaces/http/sign-in.ts';

type Ports = Pick<CommandPorts, 'store' | 'bell' | 'clock' | 'ids' | 'sha256'> & {
  readonly config: Pick<Config, 'read'>;
};

export type Visits = {
  readonly access: WebAccess;
  /** Ends what is open for these: streams and terminals. */
  hangUp(sessions: readonly string[]): void;
};

export function createVisits(ports: Ports, dispatchAs: (asker: Asker) => HttpDispatch): Visits {
  /** By session: fires when nothing of it may be open any more. */
  const living = new Map<string, AbortController>();
  const programs: Asker = { kind: 'unknown', why: 'it has the token of programs' };
  const hangUp = (sessions: readonly string[]): void => {
    for (const session of sessions) living.get(session)?.abort(new Error('it was signed out'));
  };
  /** What is open when its time is over ends with it. */
  const livingOf = (session: string, until: number): AbortController => {
    const known = living.get(session);
    if (known !== undefined) return known;
    const end = new AbortController();
    living.set(session, end);
    const withdraw = ports.clock.at(instant(until + 1), () => hangUp([session]));
    end.signal.addEventListener('abort', () => {
      withdraw();
      living.delete(session);
    });
    return end;
  };
  const access: WebAccess = {
    async find(cookie, key): Promise<Visit | null> {
      const found = await findWebCaller(ports, cookie, key);
      if (found === null) return null;
      const { session, asker, name, person, until } = found;
      const visitor = { name, person, until };
      const { signal } = livingOf(session, until);
      const mayNot = judgeBrowser(ports, { asker, channel: 'web' });
      return { session, visitor, dispatch: dispatchAs(asker), mayNot, ended: signal };
    },
    program: judgeBrowser(ports, { asker: programs, channel: 'http' }),
    async enter(link, userAgent) {
      try {
        const { cookie, name, key, until } = await enterWeb(ports, link, userAgent);
        return { cookie, entered: { name, key, until } };
      } catch (error) {
        if (error instanceof Failed) return toReply(error.failure);
        throw error;
      }
    },
    async leave(session) {
      await endWebSession(ports, session);
      hangUp([session]);
    },
  };
  return { access, hangUp };
}
