/** The person Drover works for: their environment (as their login shell has it), looked at afresh; never stored. */
export interface Person {
  env(): Readonly<Record<string, string>>;
  readonly home: string;
}
