// What an agent is in a terminal: how it is started so, how its screen and its hooks are read, with which keys it is spoken to.
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import type { Screen } from '../../../domain/screen/screen.ts';
import type { AgentSpec, Capabilities } from '../../../ports/agent.ts';
import type { Json } from '../../json.ts';
import type { Launchable } from '../launch.ts';
import type { Environment } from '../plain/profile.ts';
import type { HookWord, Spool } from './hooks.ts';
import type { ScreenReading } from './screen/read.ts';

/** argv, environment and files of one start; `reads`: what it must find inside a sandbox. */
export type Prepared = {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly reads?: readonly string[];
  /** The person's own variables that must not reach it this time. */
  readonly without?: readonly string[];
};

export type TerminalProfile = Omit<Launchable, 'args' | 'env'> & {
  readonly capabilities: Capabilities;
  readonly passEnv: readonly string[];
  /** Writes its hooks and settings into the run's own folder. Safe to repeat. */
  prepare(spec: AgentSpec, spool: Spool): Promise<Prepared>;
  /** Pure. */
  read(screen: Screen): ScreenReading;
  /** Pure: one event of its hooks. */
  hear(event: Json): readonly HookWord[];
  /** What its screen says of a turn that no hook told the end of; null: nothing. */
  outcome(screen: Screen): TurnOutcome | null;
  /** Its screen shows while it works. */
  readonly tellsBusy: boolean;
  /** How long after Enter neither hook nor screen may show work, on a machine that has much else to do; a usual time when absent. */
  readonly beginMs?: number;
  /** Each of its permission dialogs has a hook too, which tells more and is the question that is asked. */
  readonly asksByHook?: true;
  /** How long the screen must stand still between text and Enter: some take an Enter that comes too soon for a line break. 0 where it may follow at once. */
  readonly calmMs: number;
  readonly interrupt: string;
  /** The words that make it leave when its input line is empty; null: Ctrl-C alone. */
  readonly farewell: string | null;
  /** Nothing of its screen is known: what it echoes is looked for at the cursor, and typing is the caller's risk. */
  readonly stranger?: true;
};
