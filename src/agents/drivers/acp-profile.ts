// What an agent that speaks the Agent Client Protocol is, as data: how it is started, and where it differs from the others.
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { AgentSpec, Capabilities, Permissions } from '../../ports/agent.ts';
import type { Environment } from './profile.ts';

/** An error as JSON-RPC carries it. */
export type RpcError = { readonly code: number; readonly message: string; readonly data: unknown };

export type AcpProfile = {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly passEnv: readonly string[];
  /** Names that would make the program believe it runs inside another agent. */
  readonly dropEnv: RegExp;
  readonly hint: string;
  locate(env: Environment): Promise<string | null>;
  readonly versionArgs: readonly string[];
  /** argv after the program's file. */
  args(spec: AgentSpec): readonly string[];
  /** Added to the environment where the person has not set it. `there`: those of its state folders that exist. */
  env(env: Environment, there: readonly string[], spec: AgentSpec): Environment;
  state(env: Environment): readonly string[];
  readonly reads?: readonly string[];
  /** Its own mode for each of ours, set before the first prompt; an agent that does not offer it is not prompted. Absent: it has no modes. */
  readonly modes?: Readonly<Record<Permissions, string>>;
  /** Who is told which model: the protocol, or the program's argv. */
  readonly model: 'protocol' | 'argv';
  /** A loaded conversation has been told whole when this update was heard; until then what it says is the past. */
  readonly settledBy?: string;
  /** Messages of its own making that are no word of the model. */
  readonly aside?: RegExp;
  /** What an error or a last word on stderr means, where it differs from the common reading; null: the common one. */
  judge?(error: RpcError): TurnOutcome | null;
  judgeEnd?(stderr: string): TurnOutcome | null;
  /** How long it may take to leave after its input was closed. */
  readonly graceMs: number;
};
