import type { Result } from '../domain/error.ts';
import type { Confined, Program, View } from '../domain/run/program.ts';

/** What a program may touch. Paths are absolute. */
export type Confinement = {
  readonly writable: readonly string[];
  /** Visible, not writable (the hub's `objects`, dependency caches, an agent's settings). */
  readonly readable: readonly string[];
  /** `hosts`: these alone (`host`, `*.host`, either with `:port`), through a proxy that the environment inside names; ports of this machine as they are. */
  readonly network: 'all' | 'none' | { readonly hosts: readonly string[] };
  /** The folder that becomes HOME inside: an own one, writable. */
  readonly home: string;
  /** What appears elsewhere than where it is, writable: the folder `from` at `at`. Where there is no sandbox they are not heeded. */
  readonly views?: readonly View[];
};

/**
 * An operating-system sandbox. Inside: own process space, no state of Drover but what is named, no sockets of Drover, no person's home
 * (keys, credentials, histories) but what is named; system programs readable.
 */
export interface Sandbox {
  readonly name: 'bubblewrap' | 'seatbelt' | 'none';
  /** Whether it works on this machine, tried, not guessed; `why` says what is missing and how to get it. */
  probe(): Promise<{ readonly works: boolean; readonly why: string }>;
  /** The same program inside. Fails with `SANDBOX_MISSING` where it does not work. */
  confine(program: Program, confinement: Confinement): Promise<Result<Confined>>;
}

/** Chooses by setting: `required` fails with `SANDBOX_MISSING` where there is none; `auto` falls back to `none`, which says so. */
export interface Sandboxes {
  choose(setting: 'auto' | 'required' | 'off'): Promise<Result<Sandbox>>;
}
