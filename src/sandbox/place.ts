// What a sandbox must know of the machine and the person; passed in, never looked up.
export type Place = {
  /** The person's real home: hidden, but for what is named. */
  readonly home: string;
  /** Where in it agents keep logins and conversations: never opened, as keys are not. */
  readonly agentHomes: readonly string[];
  /** Drover's own state, sockets included: hidden, but for what is named. */
  readonly stateFolder: string;
  /** The Node that runs Drover; visible inside. */
  readonly node: string;
  /** The program that stands at both ends of a way out to named hosts alone. */
  readonly gateway: string;
  /** PATH on which the sandbox's own program is looked up. */
  readonly path: string;
};
