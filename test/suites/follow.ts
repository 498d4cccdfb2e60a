// Reads an agent's events beside a test, and waits for one of them.
import type { AgentEvent } from '../../src/domain/run/turn.ts';
import type { Agent, Live } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';

export type Kind = AgentEvent['kind'];
export type Of<K extends Kind> = Extract<AgentEvent, { kind: K }>;

export type Following = {
  readonly all: readonly AgentEvent[];
  /** The Nth of this kind, from 1; rejects when the events end without it. */
  nth<K extends Kind>(kind: K, n: number): Promise<Of<K>>;
  /** The first that fits. */
  seen<T extends AgentEvent>(what: string, fits: (event: AgentEvent) => event is T): Promise<T>;
  /** Resolves with everything when the events have ended. */
  done(): Promise<readonly AgentEvent[]>;
  /** As when a daemon dies: nobody reads any more. */
  leave(): Promise<void>;
};

export function follow(agent: Agent, keeper: Keeper, live: Live): Following {
  const all: AgentEvent[] = [];
  const left = new AbortController();
  let changed = Promise.withResolvers<void>();
  let over = false;
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const work = (async () => {
    for await (const event of agent.events(keeper, live, left.signal)) {
      all.push(event);
      tell();
    }
  })().finally(() => {
    over = true;
    tell();
  });
  work.catch(() => undefined);

  async function found<T>(what: string, look: () => T | undefined): Promise<T> {
    for (;;) {
      const one = look();
      if (one !== undefined) return one;
      if (over) throw new Error(`${what} never came; seen: ${JSON.stringify(all).slice(-2000)}`);
      await changed.promise;
    }
  }

  return {
    all,
    nth: (kind, n) =>
      found(`${kind} ${n}`, () => all.filter((each): each is Of<typeof kind> => each.kind === kind)[n - 1]),
    seen: (what, fits) => found(what, () => all.find(fits)),
    done: () => work.then(() => all),
    async leave() {
      left.abort();
      await work.catch(() => undefined);
    },
  };
}
