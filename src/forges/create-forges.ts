// The port `Forges`: the forge of a remote, with the person's login.
import { Failed, fail, failed, ok, type Result } from '../domain/error.ts';
import type { Config, ForgeEntry } from '../ports/config.ts';
import type { Files } from '../ports/files.ts';
import type { Forge, ForgeKind, Forges } from '../ports/forge.ts';
import type { Clock, Person } from '../ports/system.ts';
import { createBareForge } from './bare.ts';
import { createClient, type Memory } from './client.ts';
import { findToken } from './find-token.ts';
import { gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { type Place, placeOf } from './remote-place.ts';
import { createRestForge, type Dialect } from './rest-forge.ts';

export type ForgesPorts = {
  readonly config: Pick<Config, 'read' | 'expand'>;
  readonly person: Pick<Person, 'env'>;
  readonly files: Pick<Files, 'path' | 'read' | 'write'>;
  readonly clock: Pick<Clock, 'now' | 'ticks' | 'wait'>;
};

type Spoken = {
  readonly speak: (repository: string) => Dialect;
  readonly headers: (token: string) => Readonly<Record<string, string>>;
  readonly always: Readonly<Record<string, string>>;
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const spoken: Readonly<Record<Exclude<ForgeKind, 'bare'>, Spoken>> = {
  github: {
    speak: github,
    headers: bearer,
    always: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  },
  gitlab: { speak: gitlab, headers: (token) => ({ 'private-token': token }), always: {} },
  gitea: { speak: gitea, headers: (token) => ({ authorization: `token ${token}` }), always: {} },
};

export function createForges(ports: ForgesPorts): Forges {
  const memories = new Map<string, Memory>();
  const configured = async (): Promise<Result<Readonly<Record<string, ForgeEntry>>>> => {
    const read = await ports.config.read();
    return read.ok ? ok(read.value.forges ?? {}) : read;
  };
  const lookUp = async (remote: string | null) => {
    const entries = await configured();
    return remote === null ? null : placeOf(remote, entries.ok ? entries.value : {});
  };
  return {
    kindOf: async (remote) => (remote === null ? 'none' : ((await lookUp(remote))?.kind ?? 'bare')),
    hostOf: async (remote) => {
      const place = await lookUp(remote);
      return place === null || place.kind === 'bare' ? null : place.host;
    },
    of: async (remote) => {
      const entries = await configured();
      if (!entries.ok) return entries;
      const place = remote === null ? null : placeOf(remote, entries.value);
      return atTheDoor(async () => (place === null ? createBareForge(ports.files) : open(ports, place, memories)));
    },
  };
}

async function open(ports: ForgesPorts, place: Place, memories: Map<string, Memory>): Promise<Forge> {
  const { kind, host, repository, api } = place;
  if (kind === 'bare') return createBareForge(ports.files);
  if (!/^[^/]+(\/[^/]+)+$/.test(repository) || repository.split('/').some((part) => /^\.{1,2}$/.test(part)))
    throw failed('UNSUPPORTED', `The remote's address names no repository of an owner at ${host}: "${repository}".`, {
      host,
    });
  const { speak, headers, always } = spoken[kind];
  const dialect = speak(repository);
  const token = await findToken(place, { env: ports.person.env(), expand: ports.config.expand });
  // What one login may see is not remembered for another.
  const login = `${api} ${token ?? ''}`;
  const memory = memories.get(login) ?? new Map();
  memories.set(login, memory);
  const connect = () =>
    createClient({
      memory,
      forge: dialect.title,
      api,
      token,
      clock: ports.clock,
      env: ports.person.env(),
      headers: { ...always, ...(token === null ? {} : headers(token)) },
    });
  return createRestForge({ dialect, host, repository, hasToken: token !== null, connect, clock: ports.clock });
}

async function atTheDoor(act: () => Promise<Forge>): Promise<Result<Forge>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Failed) return { ok: false, failure: error.failure };
    return fail('INTERNAL', `No forge could be opened: ${error instanceof Error ? error.name : 'a bug'}.`);
  }
}
