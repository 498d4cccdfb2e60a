// The port `Keeper` over the socket. A keeper of an older protocol keeps its runs until they end: they are found there.
import { KEEPER_PROTOCOL } from '../../contract/keeper/protocol.ts';
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';
import type { Clock } from '../../ports/system.ts';
import { keeperSocket, olderProtocols } from '../server/lock.ts';
import { OneKeeper } from './keeper.ts';

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
  /** Asked where the run lives. When its keeper has gone the ending is on record, and our own tells it. */
  const ask = async <T>(runId: RunId, work: (keeper: OneKeeper) => Promise<T>): Promise<T> => {
    const elder = eldest(runId);
    if (elder === null) return work(own);
    return work(elder).catch((error: unknown) => (isUnreachable(error) ? work(own) : Promise.reject(error)));
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
    ensure: (runId, program) => ask(runId, (keeper) => keeper.ensure(runId, program)),
    write: (runId, inputSeq, bytes) => ask(runId, (keeper) => keeper.write(runId, inputSeq, bytes)),
    closeInput: (runId) => ask(runId, (keeper) => keeper.closeInput(runId)),
    resize: (runId, columns, rows) => ask(runId, (keeper) => keeper.resize(runId, columns, rows)),
    end: (runId, reason) => ask(runId, (keeper) => keeper.end(runId, reason)),
    find: (runId) => ask(runId, (keeper) => keeper.find(runId)),
    ticket: (runId, right) => ask(runId, (keeper) => keeper.ticket(runId, right)),
    screen: (runId, history) => ask(runId, (keeper) => keeper.screen(runId, history)),
    activity: (runId) => ask(runId, (keeper) => keeper.activity(runId)),
    strays: (end, of) => own.strays(end, of),
    attach: (runId, from, signal) => attach([eldest(runId), own], runId, from, signal),
    screens: (runId, signal) => screens([eldest(runId), own], runId, signal),
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

const isUnreachable = (error: unknown): boolean =>
  error instanceof Failed && error.failure.error_code === 'KEEPER_UNREACHABLE';

type Where = readonly [elder: OneKeeper | null, own: OneKeeper];

async function* attach(
  [elder, own]: Where,
  runId: RunId,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = from;
  try {
    for await (const part of (elder ?? own).follow(runId, from, signal)) {
      at = part.at + part.bytes.length;
      yield part.bytes;
    }
  } catch (error) {
    if (elder === null || !isUnreachable(error)) throw error;
    yield* own.attach(runId, at, signal);
  }
}

async function* screens([elder, own]: Where, runId: RunId, signal: AbortSignal): AsyncGenerator<Screen> {
  try {
    yield* (elder ?? own).screens(runId, signal);
  } catch (error) {
    if (elder === null || !isUnreachable(error)) throw error;
    yield* own.screens(runId, signal);
  }
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
