// An agent of the protocol kind that lives in the test: what it did is a journal that is told again to whoever asks. It outlives daemons.
import { footprints } from '../../../src/agents/footprints.ts';
import { ok } from '../../../src/domain/error.ts';
import type { RunId } from '../../../src/domain/ids.ts';
import type { Ending } from '../../../src/domain/run/ending.ts';
import type { AgentEvent, TurnOutcome } from '../../../src/domain/run/turn.ts';
import type { AgentQuestion } from '../../../src/domain/session/agent-question.ts';
import type { Agent, AgentSpec, Agents, Capabilities, Delivery, Driver, Message } from '../../../src/ports/agent.ts';
import type { Kept } from '../../../src/ports/keeper.ts';

const abilities: Capabilities = {
  ...{ resume: true, fork: true, steer: true, readOnly: 'mode', permissions: true, usage: 'turn', money: true },
  ...{ limitTime: true, context: true, turnEnd: 'protocol', hooks: false, images: false },
};

export class Talk {
  readonly spec: AgentSpec;
  readonly journal: AgentEvent[] = [];
  /** What arrived, in order. */
  readonly taken: Message[] = [];
  readonly answers: { readonly asked: string; readonly choice: string; readonly note: string | null }[] = [];
  readonly interrupts: number[] = [];
  ending: Ending | null = null;
  /** Leaves when it is asked to. */
  polite = true;
  /** What becomes of a prompt before it arrives; `arrived`: it arrives, and nobody hears of it. */
  fate: (message: Message) => Delivery | 'hang' | 'arrived' | null = () => null;
  /** Whether a turn that began ends at once. */
  quick = true;
  readonly #open: string[] = [];
  #listeners = new Set<() => void>();
  readonly #leave: (ending: Ending) => void;

  constructor(spec: AgentSpec, leave: (ending: Ending) => void) {
    this.spec = spec;
    this.#leave = leave;
  }

  say(...events: readonly AgentEvent[]): void {
    this.journal.push(...events);
    for (const call of this.#listeners) call();
  }

  begin(message: string | null): void {
    this.say({ kind: 'turn_started', message }, { kind: 'standing', standing: { kind: 'busy' }, source: 'protocol' });
    if (this.quick) this.finish();
  }

  finish(outcome: TurnOutcome = { kind: 'answered', text: 'done' }): void {
    const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, money: 0.5 };
    this.say({ kind: 'usage', usage }, { kind: 'turn_ended', outcome });
    this.say({ kind: 'standing', standing: { kind: 'ready' }, source: 'protocol' });
  }

  asks(asked: AgentQuestion): void {
    this.#open.push(asked.id);
    this.say({ kind: 'permission_asked', asked });
  }

  forgets(id: string): void {
    this.#open.splice(this.#open.indexOf(id), 1);
    this.say({ kind: 'permission_closed', id });
  }

  leave(ending: Ending): void {
    if (this.ending !== null) return;
    this.ending = ending;
    this.say({ kind: 'turn_ended', outcome: { kind: 'crashed', message: 'it left' } }, { kind: 'ended', ending });
    this.#leave(ending);
  }

  async prompt(message: Message, signal: AbortSignal): Promise<Delivery> {
    const before = this.taken.find(({ id }) => id === message.id);
    if (before !== undefined) return { kind: 'delivered' };
    const fate = this.fate(message);
    if (fate === 'arrived') this.taken.push(message);
    if (fate === 'hang' || fate === 'arrived') {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      throw new Error('the daemon died');
    }
    if (fate !== null) return fate;
    this.taken.push(message);
    if (message.submit && !message.steer) this.begin(message.id);
    return { kind: 'delivered' };
  }

  answer(asked: string, choice: string, note: string | null): 'answered' | 'gone' {
    if (!this.#open.includes(asked)) return this.answers.some((each) => each.asked === asked) ? 'answered' : 'gone';
    this.answers.push({ asked, choice, note });
    this.forgets(asked);
    return 'answered';
  }

  async *events(signal: AbortSignal): AsyncGenerator<AgentEvent> {
    for (let at = 0; !signal.aborted; at += 1) {
      const next = this.journal[at] ?? (await this.#more(at, signal));
      if (next === null) return;
      yield next;
      if (next.kind === 'ended') return;
    }
  }

  #more(at: number, signal: AbortSignal): Promise<AgentEvent | null> {
    return new Promise((resolve) => {
      const look = () => {
        const next = this.journal[at] ?? null;
        if (next === null && !signal.aborted) return;
        this.#listeners.delete(look);
        signal.removeEventListener('abort', look);
        resolve(next);
      };
      this.#listeners.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }
}

export class Talkers implements Agents {
  readonly talks = new Map<RunId, Talk>();
  /** What it says at its start. */
  greeting: readonly AgentEvent[] = [
    { kind: 'started', conversation: 'c-1', model: null },
    { kind: 'standing', standing: { kind: 'ready' }, source: 'protocol' },
  ];
  readonly #ended: (run: RunId, ending: Ending) => void;

  constructor(ended: (run: RunId, ending: Ending) => void) {
    this.#ended = ended;
  }

  names = () => ['talker'];
  real = () => this.names();
  drivers = (): readonly Driver[] => ['native'];
  get = (name: string): Agent | null => (name === 'talker' ? this.#agent(name) : null);
  hosts = async () => null;
  priceOf = () => null;
  footprints = footprints;
  program = (argv0: string): Agent => this.#agent(argv0);

  of(run: string): Talk {
    const talk = this.talks.get(run as RunId);
    if (talk === undefined) throw new Error(`${run} was never started`);
    return talk;
  }

  kept(run: RunId): Kept | null {
    const talk = this.talks.get(run);
    if (talk === undefined) return null;
    return {
      ...{ runId: run, pid: 4242, startedAt: 1, ending: talk.ending, endedAt: talk.ending === null ? null : 2 },
      ...{ files: { output: '', error: null, input: '' }, outputBytes: 0, outputFrom: 0, inputSeq: 0, escaped: [] },
    };
  }

  #agent(name: string): Agent {
    return {
      ...{ name, driver: 'native', capabilities: abilities, passEnv: [] },
      find: async (_env, how) => ({
        ...{ found: true, path: `/bin/${name}`, hint: '' },
        version: how?.version === true ? '1' : null,
      }),
      start: async (_keeper, spec) => {
        if (!this.talks.has(spec.runId)) {
          const talk = new Talk(spec, (ending) => this.#ended(spec.runId, ending));
          this.talks.set(spec.runId, talk);
          talk.say(...this.greeting);
        }
        return ok(spec);
      },
      events: (_keeper, live, signal) => this.of(live.runId).events(signal),
      prompt: (_keeper, live, message, signal) => this.of(live.runId).prompt(message, signal),
      interrupt: async (_keeper, live) => void this.of(live.runId).interrupts.push(Date.now()),
      answer: async (_keeper, live, asked, choice, note) => this.of(live.runId).answer(asked, choice, note),
      end: async (_keeper, live) => {
        const talk = this.of(live.runId);
        if (talk.polite) talk.leave({ kind: 'exited', code: 0 });
      },
    };
  }
}
