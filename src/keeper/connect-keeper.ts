// The port `Keeper` over the socket. A keeper of an older protocol keeps its runs until they end: they are found there.
import { KEEPER_PROTOCOL } from '../contract/keeper.ts';
import type { RunId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keeper, Kept } from '../ports/keeper.ts';
import { OneKeeper } from './one-keeper.ts';
import { keeperSocket, olderProtocols } from './other-keepers.ts';

export type ConnectedKeeper = Keeper & {
  /** Of the keeper that answered last. */
  readonly version: string;
  readonly pid: number;
  /** Of all keepers, those that go with their last run too. */
  readonly pids: readonly number[];
  /** Resolves when a keeper answers. */
  reach(): Promise<unknown>;
  /** Ends the connection; the children live on. */
  close(): Promise<void>;
};

export type KeeperAddress = {
  /** As agreed on with `launchKeeper`. */
  readonly socket: string;
  readonly clock: Clock;
  /** How long a request looks for a keeper that has gone before it rejects; default 5000. */
  readonly reachMs?: number;
  /** For tests; this program's own where absent. */
  readonly protocol?: number;
};

/** An older keeper and what it held when it was found: it takes nothing new. */
type Elder = { readonly keeper: OneKeeper; readonly runs: ReadonlySet<RunId> };

/** Rejects with `Failed(KEEPER_UNREACHABLE)` where none answers. */
export async function connectKeeper(address: KeeperAddress): Promise<ConnectedKeeper> {
  const { socket, clock, reachMs = 5_000, protocol = KEEPER_PROTOCOL } = address;
  const own = new OneKeeper({ path: keeperSocket(socket, protocol), protocol, clock, reachMs });
  await own.reach();
  const found = olderProtocols(socket, protocol).map((number) => findElder(address, number));
  return join(
    own,
    (await Promise.all(found)).filter((elder) => elder !== null),
  );
}

/** null: nobody is there any more. */
async function findElder({ socket, clock }: KeeperAddress, protocol: number): Promise<Elder | null> {
  const keeper = new OneKeeper({ path: keeperSocket(socket, protocol), protocol, clock, reachMs: 0 });
  try {
    // The first protocol does not know the word; its runs are found all the same.
    await keeper.drain().catch(() => keeper.reach());
    const living = (await keeper.list()).filter(({ ending }) => ending === null);
    return { keeper, runs: new Set(living.map(({ runId }) => runId)) };
  } catch {
    await keeper.close();
    return null;
  }
}

function join(own: OneKeeper, elders: readonly Elder[]): ConnectedKeeper {
  const eldest = (runId: RunId) => elders.find(({ runs }) => runs.has(runId))?.keeper ?? null;
  /** Where the run lives. When its keeper has gone its ending is on record, and our own tells it. */
  const at = async (runId: RunId): Promise<OneKeeper> => {
    const elder = eldest(runId);
    return elder !== null && (await answers(elder)) ? elder : own;
  };
  const all = [own, ...elders.map(({ keeper }) => keeper)];
  return {
    get version() {
      return own.version;
    },
    get pid() {
      return own.pid;
    },
    get pids() {
      return all.map(({ pid }) => pid);
    },
    reach: () => own.reach(),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
    ensure: async (runId, program) => (await at(runId)).ensure(runId, program),
    write: async (runId, inputSeq, bytes) => (await at(runId)).write(runId, inputSeq, bytes),
    closeInput: async (runId) => (await at(runId)).closeInput(runId),
    resize: async (runId, columns, rows) => (await at(runId)).resize(runId, columns, rows),
    end: async (runId, reason) => (await at(runId)).end(runId, reason),
    find: async (runId) => (await at(runId)).find(runId),
    ticket: async (runId, right) => (await at(runId)).ticket(runId, right),
    screen: async (runId, history) => (await at(runId)).screen(runId, history),
    activity: async (runId) => (await at(runId)).activity(runId),
    attach: (runId, from, signal) => follow(at(runId), (keeper) => keeper.attach(runId, from, signal)),
    screens: (runId, signal) => follow(at(runId), (keeper) => keeper.screens(runId, signal)),
    list: async () => merge(await Promise.all(all.map((each) => each.list().catch(nothing(each === own))))),
    onEnding: (listener) => {
      const stops = all.map((each) => each.onEnding(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    forget: async (runId) => {
      await eldest(runId)
        ?.forget(runId)
        .catch(() => {});
      await own.forget(runId);
    },
  };
}

const answers = (keeper: OneKeeper): Promise<boolean> =>
  keeper.reach().then(
    () => true,
    () => false,
  );

async function* follow<T>(
  keeper: Promise<OneKeeper>,
  start: (keeper: OneKeeper) => AsyncIterable<T>,
): AsyncGenerator<T> {
  yield* start(await keeper);
}

/** An older keeper may have gone; without our own there is no list. */
const nothing =
  (own: boolean) =>
  (error: unknown): readonly Kept[] => {
    if (own) throw error;
    return [];
  };

/** Who holds it knows best: the older ones come last. */
const merge = (lists: readonly (readonly Kept[])[]): readonly Kept[] => [
  ...new Map(lists.flat().map((kept) => [kept.runId, kept])).values(),
];
