// Where a remote's address leads: host, path of the repository, and which forge answers there.
import type { ForgeEntry } from '../ports/config.ts';
import type { ForgeKind } from '../ports/forge.ts';

export type Place = {
  readonly kind: ForgeKind;
  /** With its port where it has one. */
  readonly host: string;
  /** `owner/name`, on GitLab with any number of groups. */
  readonly repository: string;
  readonly api: string;
  readonly entry: ForgeEntry | null;
};

type Address = {
  readonly web: boolean;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly path: string;
};

/** Hosts for git alone, that stand for another. */
const standIns: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
]);

/** null: a path, or an address that is no host's. */
export function placeOf(remote: string, configured: Readonly<Record<string, ForgeEntry>>): Place | null {
  const address = readAddress(remote);
  if (address === null) return null;
  const name = nameOf(address.host);
  const entry = entryOf(configured, address.host) ?? entryOf(configured, name) ?? null;
  const kind = entry?.kind ?? kindBy(name);
  const api = entry?.api ?? apiOf(kind, address);
  return {
    kind,
    host: address.host,
    repository: repositoryOf(kind, address.path),
    api: api.replace(/\/+$/, ''),
    entry,
  };
}

const entryOf = (configured: Readonly<Record<string, ForgeEntry>>, host: string): ForgeEntry | undefined =>
  Object.hasOwn(configured, host) ? configured[host] : undefined;

/** `scheme://user@host:port/path`, or ssh's `user@host:path`. A port of ssh is not the web's. */
export function readAddress(remote: string): Address | null {
  const url = /^(https?|ssh|git|git\+ssh|ssh\+git):\/\/(?:[^@/]*@)?([^/:@]+|\[[0-9a-f:]+\])(?::(\d+))?\/(.+)$/i.exec(
    remote,
  );
  if (url !== null) {
    const [, scheme = '', host = '', port, path = ''] = url;
    const web = /^https?$/i.test(scheme);
    const own = standIns.get(host.toLowerCase()) ?? host.toLowerCase();
    return {
      web,
      scheme: scheme.toLowerCase() === 'http' ? 'http' : 'https',
      host: web && port !== undefined ? `${own}:${port}` : own,
      path: bare(path),
    };
  }
  const short = /^(?:[^@/:\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(remote);
  if (short === null) return null;
  const host = (short[1] ?? '').toLowerCase();
  return { web: false, scheme: 'https', host: standIns.get(host) ?? host, path: bare(short[2] ?? '') };
}

const bare = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '');

const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** Of a configured host, in the words of the configuration or by its name. */
export const entryKind = (host: string, { kind }: ForgeEntry): ForgeKind => kind ?? kindBy(nameOf(host));

/** By the name alone; what is not known by name is configured, or a bare remote. */
function kindBy(name: string): ForgeKind {
  if (name === 'github.com') return 'github';
  if (name.includes('gitlab')) return 'gitlab';
  return name === 'codeberg.org' || /(^|[.-])(gitea|forgejo)([.-]|$)/.test(name) ? 'gitea' : 'bare';
}

/** Forges below a path of their host keep owner and name last. */
function repositoryOf(kind: ForgeKind, path: string): string {
  return kind === 'gitlab' ? path : path.split('/').slice(-2).join('/');
}

/** In the clear to this machine alone: elsewhere it must be configured. */
function apiOf(kind: ForgeKind, { scheme, host }: Address): string {
  if (host === 'github.com') return 'https://api.github.com';
  const open = scheme === 'http' && isLoopback(nameOf(host));
  const version = { github: 'v3', gitlab: 'v4', gitea: 'v1', bare: '' }[kind];
  return `${open ? 'http' : 'https'}://${host}/api/${version}`;
}

/** A name without its port. */
export const isLoopback = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127\./.test(name);
