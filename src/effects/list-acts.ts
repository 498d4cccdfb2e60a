// What an agent did with its tools, as a receipt lists it.
import type { Happening } from '../domain/run/turn.ts';

export type Act = {
  readonly tool: string;
  readonly what: string;
  readonly exit: number | null;
  readonly ok: boolean | null;
};

/** Further ones are counted, not listed. */
const mostActs = 1_000;

/** Taken in one by one: the happenings themselves need not be kept. */
export class ActList {
  readonly #acts = new Map<string, Act>();
  readonly #paths: string[] = [];

  take(happening: Happening): void {
    if (happening.kind === 'tool_started')
      this.#acts.set(happening.id, { tool: happening.tool, what: happening.what, exit: null, ok: null });
    if (happening.kind !== 'tool_ended') return;
    const act = this.#acts.get(happening.id);
    if (act !== undefined) this.#acts.set(happening.id, { ...act, exit: happening.exit, ok: happening.ok });
    if (happening.ok) this.#paths.push(...happening.paths);
  }

  /** Those it says it changed. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  told(): { readonly commands: readonly Act[]; readonly tools: number } {
    return { commands: [...this.#acts.values()].slice(0, mostActs), tools: this.#acts.size };
  }
}
