// At which port the page stands: the one that browsers know, or another for as long as that is taken. A sign-in holds at the port at which it was made: whoever listens there afterwards is sent cookie and key by the page that is still open.
import { Failed } from '../../domain/error.ts';
import type { Files } from '../../ports/files.ts';
import type { Log } from '../../ports/system.ts';
import type { ServedHttp } from '../../surfaces/http/serve-http.ts';

type Ports = { readonly files: Pick<Files, 'read' | 'write'>; readonly log: Pick<Log, 'warn'> };
type Serve = (port: number) => Promise<ServedHttp>;

/** Two lines: the port that browsers know, and the one where the page stood last, where that is another. */
const file = 'web.port';
/** Where nothing is configured and nobody else listens. */
const usualPort = 4777;
const anyFree = 0;

/** `endSessions`: those of browsers that signed in where the page does not stand any more. */
export function createStand({ files, log }: Ports, endSessions: () => Promise<unknown>) {
  let taken: number | null = null;
  const known = async (): Promise<readonly number[]> =>
    Buffer.from((await files.read(file)) ?? [])
      .toString('utf8')
      .split('\n', 2)
      .map(Number)
      .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536);
  const serveFirst = async (ports: readonly number[], serve: Serve): Promise<ServedHttp | null> => {
    for (const port of ports) {
      const served = await serve(port).catch(unlessBusy);
      if (served !== null) return served;
    }
    return null;
  };
  return {
    /** The known port, while another program has it. */
    taken: (): number | null => taken,
    isKnown: async (): Promise<boolean> => (await known()).length > 0,
    /** At the one that is configured, and at no other: it is known from now on. Throws what `serve` throws. */
    async takeConfigured(serve: Serve, port: number): Promise<ServedHttp> {
      const last = (await known()).at(-1) ?? port;
      const served = await serve(port).catch(async (error: unknown) => {
        if (isBusy(error)) await endSessions();
        throw error;
      });
      if (last !== port) await endSessions();
      await files.write(file, linesOf(port, port));
      return served;
    },
    /** null: the page stands nowhere, for others have the ports that are known. `anywhere`: then at any that is free. */
    async take(serve: Serve, anywhere: boolean): Promise<ServedHttp | null> {
      const before = await known();
      const [home = usualPort] = before;
      const served = await serveFirst([...new Set([home, ...before]), ...(anywhere ? [anyFree] : [])], serve);
      taken = before.length > 0 && served?.port !== home ? home : null;
      if (taken !== null) log.warn('another program has the port of the page', { port: taken });
      if (before.length > 0 && served?.port !== before.at(-1)) await endSessions();
      if (served !== null) await files.write(file, linesOf(taken ?? served.port, served.port));
      return served;
    },
  };
}

const linesOf = (home: number, last: number): string => [...new Set([home, last])].map((port) => `${port}\n`).join('');

const isBusy = (error: unknown): boolean => error instanceof Failed && error.failure.error_code === 'PORT_BUSY';

function unlessBusy(error: unknown): null {
  if (isBusy(error)) return null;
  throw error;
}
