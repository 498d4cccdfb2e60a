// The HTTP door, where a person wants it: with a token that is made once and never printed.
import type { Files } from '../ports/files.ts';
import type { Ids } from '../ports/system.ts';
import type { HeardHook } from '../surfaces/http/hooks.ts';
import type { HttpDispatch } from '../surfaces/http/routes.ts';
import type { ServedHttp } from '../surfaces/http/serve-http.ts';

type Ports = { readonly files: Files; readonly ids: Ids };

/** In the state folder, 0600. */
const tokenFile = 'http.token';

/** null where no port is wanted. */
export async function openDoor(
  ports: Ports,
  port: number | null,
  dispatch: HttpDispatch,
  hook: HeardHook,
): Promise<ServedHttp | null> {
  if (port === null) return null;
  const { serveHttp } = await import('../surfaces/http/serve-http.ts');
  return serveHttp({ port, token: await tokenOf(ports), dispatch, hook });
}

async function tokenOf({ files, ids }: Ports): Promise<string> {
  const kept = await files.read(tokenFile);
  const token = kept === null ? '' : Buffer.from(kept).toString('utf8').trim();
  if (/^[A-Za-z0-9_-]{32,}$/.test(token)) return token;
  const fresh = ids.secret();
  await files.write(tokenFile, `${fresh}\n`);
  return fresh;
}
