import type { Facts, Tested } from '../domain/conformance/tested.ts';

/** What Drover knows of agents' programs beyond driving them. */
export interface Conformance {
  /** What was seen of the versions that Drover is tested with. */
  readonly tested: Tested;
  /** The commands behind an agent, its own first; none for an agent that is unknown here. */
  programs(agent: string): readonly string[];
  /** Null where it is not on PATH. Starts nothing where its file tells its version. */
  version(program: string, env: Readonly<Record<string, string>>): Promise<string | null>;
  /**
   * How an installed program presents itself. Harmless: it is started with an empty home of its own, none of the person's logins, asked for its version,
   * its help and the first words of its protocol, and ended. No model is asked. Null where it is not on PATH.
   */
  look(program: string, env: Readonly<Record<string, string>>): Promise<Facts | null>;
}
