// Looks through the journal for what is wanted elsewhere, and sends what is due. The journal is the only source, so what happened while the daemon was down is told too.
import type { Result } from '../../domain/error.ts';
import { fits } from '../../domain/fact/fits.ts';
import type { Instant } from '../../domain/ids.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Rings } from '../../ports/channel.ts';
import type { WebhookWords } from '../../ports/config.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock, Ids, Log } from '../../ports/system.ts';
import { keepRounds, longestMs, retryMs } from '../keep-rounds.ts';
import type { SecretPorts } from '../read-secret.ts';
import {
  addDelivery,
  type Delivery,
  dropOthers,
  endDelivery,
  forgetOldest,
  givenUpDeliveries,
  hasRoom,
  openCursor,
  positionOf,
  putCursor,
  putOff,
  tryAnew,
  waitingDeliveries,
  waitUntil,
} from './deliveries.ts';
import { postSigned } from './post.ts';
import { readSigningSecret } from './signing-secret.ts';

export type Hooks = Readonly<Record<string, WebhookWords>>;

export type SendingPorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly rings: Rings;
  readonly ids: Ids;
  readonly log: Log;
  /** null: they cannot be read now. */
  readonly hooks: () => Promise<Hooks | null>;
  readonly secrets: () => SecretPorts;
};

const pauseMs = 200;
const page = 500;

export function createSender(ports: SendingPorts) {
  const { store, clock, rings, log } = ports;
  let hooks: Hooks = {};
  /** By hook: up to where the journal was looked through. */
  const cursors = new Map<string, number>();
  const secretOf = (name: string, { secret_env: env, secret_file: file }: Partial<WebhookWords>) =>
    readSigningSecret(`secret of the webhook ${name}`, { env, file }, ports.secrets());

  /** What belongs to a hook that is configured no more goes with it. */
  async function take(now: Hooks): Promise<void> {
    const known = new Set(Object.keys(now));
    const same = known.size === cursors.size && [...known].every((name) => cursors.has(name));
    hooks = now;
    if (same) return;
    for (const name of [...cursors.keys()]) if (!known.has(name)) cursors.delete(name);
    await store.transact((tx) => dropOthers(tx, known));
    for (const name of known) cursors.set(name, await store.transact((tx) => openCursor(tx, name, clock.now())));
  }

  /** What it wants of what happened since, as far as there is room. False: not all of it. */
  async function look(name: string): Promise<boolean> {
    for (;;) {
      const after: number = cursors.get(name) ?? 0;
      const facts: readonly Fact[] = await store.read((reads) => reads.facts({ after, limit: page }));
      const last = facts.at(-1);
      if (last === undefined) return true;
      if (!(await store.read((reads) => hasRoom(reads, name)))) return false;
      const wanted = facts.filter(({ kind }) => fits(kind, hooks[name]?.kinds));
      if (wanted.length > 0 || facts.length === page)
        await store.transact(async (tx) => {
          const now = clock.now();
          for (const fact of wanted) await addDelivery(tx, name, fact, `msg_${ports.ids.uuid()}`, now);
          await forgetOldest(tx, name);
          await putCursor(tx, name, last.position, now);
        });
      cursors.set(name, last.position);
    }
  }

  /** When it is tried again; null: it is over. */
  async function sendOne(delivery: Delivery, secret: string, signal: AbortSignal): Promise<Instant | null> {
    const { url } = hooks[delivery.hook] ?? { url: '' };
    const posted = await postSigned({ ...delivery, url, secret }, clock.now(), signal);
    if (signal.aborted && posted.kind === 'failed') return null;
    return store.transact((tx) =>
      posted.kind === 'taken' ? endDelivery(tx, delivery) : putOff(tx, delivery, posted, clock.now()),
    );
  }

  /** One after another, those that were never refused first. Where one is not taken, the others wait with it. False: nothing can be signed. */
  async function sendTo(name: string, due: readonly Delivery[], signal: AbortSignal): Promise<boolean> {
    const secret = await secretOf(name, hooks[name] ?? {});
    if (!secret.ok) return false;
    const inOrder = due.toSorted(
      (one, other) => one.tries - other.tries || one.due - other.due || positionOf(one) - positionOf(other),
    );
    for (const [at, delivery] of inOrder.entries()) {
      const again = signal.aborted ? null : await sendOne(delivery, secret.value, signal);
      if (again === null) continue;
      await store.transact((tx) => waitUntil(tx, inOrder.slice(at + 1), again));
      break;
    }
    return true;
  }

  /** One round; returns after how long another is wanted. */
  async function sendAll(signal: AbortSignal): Promise<number> {
    const now = await ports.hooks();
    // A file that cannot be read changes nothing.
    if (now !== null) await take(now);
    const behind: string[] = [];
    for (const name of cursors.keys()) if (!(await look(name))) behind.push(name);
    if (cursors.size === 0) return longestMs;
    const waiting = await store.read(waitingDeliveries);
    const due = waiting.filter((each) => each.due <= clock.now());
    const byHook = Map.groupBy(due, ({ hook }) => hook);
    const tried = await Promise.all([...byHook].map(async ([name, each]) => [name, await sendTo(name, each, signal)]));
    const unsigned = new Set(tried.flatMap(([name, signed]) => (signed ? [] : [name])));
    for (const name of behind) if (await store.read((reads) => hasRoom(reads, name))) return 0;
    const next = (await store.read(waitingDeliveries)).find(({ hook }) => !unsigned.has(hook));
    const longest = unsigned.size > 0 ? retryMs * 12 : longestMs;
    return next === undefined ? longest : Math.max(0, Math.min(longest, next.due - clock.now()));
  }

  return {
    sendAll,
    /** Until the signal fires. */
    keepSent: (signal: AbortSignal): Promise<void> =>
      keepRounds({ clock, rings, log, round: sendAll, failing: 'webhooks could not be sent', pauseMs }, signal),
    /** By hook: what waits, what was given up, why. `anew`: what was given up is tried again. */
    async standing(anew: boolean): Promise<readonly HookStanding[]> {
      if (anew) await store.transact((tx) => tryAnew(tx, clock.now()));
      const configured = (await ports.hooks()) ?? {};
      const secrets = new Map<string, Result<string>>();
      for (const [name, words] of Object.entries(configured)) secrets.set(name, await secretOf(name, words));
      const [waiting, given] = await store.read(async (reads) => [
        await waitingDeliveries(reads),
        await givenUpDeliveries(reads),
      ]);
      return Object.entries(configured).map(([name, { url }]) => {
        const own = waiting.filter(({ hook, tries }) => hook === name && tries > 0);
        const lost = given.filter(({ hook }) => hook === name);
        const secret = secrets.get(name);
        const why =
          (secret?.ok === false ? secret.failure.message : null) ?? own.at(-1)?.why ?? lost.at(-1)?.why ?? null;
        const first = [...own, ...lost].map((each) => each.first ?? each.due).toSorted((one, other) => one - other)[0];
        return { name, host: new URL(url).host, waiting: own.length, givenUp: lost.length, why, since: first ?? null };
      });
    },
  };
}

/** `waiting`: those that were tried in vain. */
export type HookStanding = {
  readonly name: string;
  readonly host: string;
  readonly waiting: number;
  readonly givenUp: number;
  readonly why: string | null;
  /** When the first of them was tried first; null: none was. */
  readonly since: Instant | null;
};
