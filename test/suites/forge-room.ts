// A forge with an API as a room for suites: the fake behind it, and the port opened as the program opens it.
import { instant } from '../../src/domain/ids.ts';
import { createForges } from '../../src/forges/create-forges.ts';
import type { ForgeEntry, PersonConfig } from '../../src/ports/config.ts';
import type { Forge, Forges } from '../../src/ports/forge.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import type { Hub } from '../fakes/forges/hub.ts';
import { type ForgeName, startForge } from '../fakes/forges/start-forge.ts';
import type { ForgeRoom } from './forge.suite.ts';

export type ApiRoom = ForgeRoom & {
  readonly fake: FakeForge;
  /** How long was waited, in milliseconds, each time. */
  readonly waits: readonly number[];
  forges(change?: { entry?: ForgeEntry | null; env?: Record<string, string> }): Forges;
};

/** It stands still. */
export const roomTime = instant(Date.UTC(2026, 0, 2));

export const remote = 'git@code.test:acme/shop.git';

export async function openApiRoom(name: ForgeName, change: Partial<Hub> = {}): Promise<ApiRoom> {
  const fake = await startForge(name, change);
  const waits: number[] = [];
  const own: ForgeEntry = { kind: name, api: fake.api.url, token_env: 'FORGE_TOKEN' };
  const forges: ApiRoom['forges'] = ({ entry = own, env = { FORGE_TOKEN: fake.hub.token } } = {}) =>
    createForges({
      config: {
        expand: (path) => path,
        read: async () => ({
          ok: true,
          value: { ...nothing, ...(entry === null ? {} : { forges: { 'code.test': entry } }) },
        }),
      },
      person: { env: () => env },
      files: { path: (...parts) => parts.join('/'), read: async () => null, write: async (path) => path },
      clock: {
        now: () => roomTime,
        ticks: () => performance.now(),
        wait: async (ms) => void waits.push(ms),
      },
    });
  const make = async (): Promise<Forge> => {
    const opened = await forges().of(remote);
    if (!opened.ok) throw new Error(opened.failure.message);
    return opened.value;
  };
  const forge = await make();
  return {
    ...{ forge, fake, waits, forges },
    again: make,
    count: async () => fake.hub.pulls.length,
    shown: async ({ number }) => {
      const found = fake.hub.pulls.find((each) => each.number === number);
      return `${found?.title}\n${found?.body}`;
    },
    close: fake.api.close,
  };
}

const nothing: PersonConfig = {
  ...{ workspaces: {}, environments: {}, agents: {}, policy: 'normal', sandbox: 'auto', store: 'sqlite' },
  limits: { attempts: 7, fix_rounds: 2, concurrency: 'auto', tasks: 'auto' },
  file: { path: '', exists: false },
};
