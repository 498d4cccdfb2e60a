// A look at the program of a copy: what starts it, and the ports that are the copy's alone.

export type Preview = {
  readonly argv: readonly string[];
  /** How many ports the copy is given. */
  readonly ports: number;
};

/** As its programs are told: `DROVER_PORT_1`, `DROVER_PORT_2` ... */
export const portVariables = (ports: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(ports.map((port, at) => [`DROVER_PORT_${at + 1}`, String(port)]));

/** Where it is looked at; null: it has no port. */
export const addressOf = (ports: readonly number[]): string | null =>
  ports[0] === undefined ? null : `http://localhost:${ports[0]}/`;
