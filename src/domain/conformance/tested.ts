// What Drover's own suite saw of the agents, and what can be seen of a program without asking a model; plain JSON.

/** One ability of an agent through a driver, as the suite saw it. */
export type Cell =
  | { readonly seen: 'works' }
  /** It cannot, and what asks for it is told so. */
  | { readonly seen: 'refused'; readonly why: string }
  | { readonly seen: 'fails'; readonly why: string };

/** How a program presents itself. */
export type Facts = {
  /** As it says itself; null where it says none. */
  readonly version: string | null;
  /** The long flags of its help, sorted. */
  readonly flags: readonly string[];
  /** The form of its answer to the first words of its protocol, sorted; null where it gave none. */
  readonly handshake: readonly string[] | null;
  /** Why there is no handshake; '' where there is one. */
  readonly silence: string;
};

export type TestedProgram = Pick<Facts, 'flags' | 'handshake'> & {
  readonly package: string;
  readonly version: string;
};

export type TestedAgent = {
  /** By driver. `program`: the command behind it. */
  readonly drivers: Readonly<
    Record<string, { readonly program: string; readonly cells: Readonly<Record<string, Cell>> }>
  >;
};

export type Tested = {
  /** The day of the last run of the suite, `2026-11-21`. */
  readonly on: string;
  /** By command. */
  readonly programs: Readonly<Record<string, TestedProgram>>;
  readonly agents: Readonly<Record<string, TestedAgent>>;
};
