// What an agent that speaks the Agent Client Protocol is, as data: how it is started, and where it differs from the others.
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import type { Capabilities, Permissions } from '../../../ports/agent.ts';
import type { Json } from '../../json.ts';
import type { Launchable } from '../launch.ts';
import { onePerTurn } from '../plain/profile.ts';

/** An error as JSON-RPC carries it. */
export type RpcError = { readonly code: number; readonly message: string; readonly data: unknown };

/** Trouble with the service that is told beside the turn. `over`: no more is tried, and the turn's end is none. */
export type Fault = { readonly why: string; readonly status: number | null; readonly over: boolean };

export type AcpProfile = Launchable & {
  readonly capabilities: Capabilities;
  readonly passEnv: readonly string[];
  /** Its own mode for each of ours, set before the first prompt; an agent that does not offer it is not prompted. Absent: it has no modes. */
  readonly modes?: Readonly<Record<Permissions, string>>;
  /** Who is told which model: the protocol, or the program's argv. */
  readonly model: 'protocol' | 'argv';
  /** A loaded conversation has been told whole when this update was heard; until then what it says is the past. */
  readonly settledBy?: string;
  /** Messages of its own making that are no word of the model. */
  readonly aside?: RegExp;
  /** Beside a new conversation: settings of its own that the protocol has no word for. */
  meta?(permissions: Permissions): Json;
  /** Servers of tools are told in its argv, not by the protocol. */
  readonly servers?: 'argv';
  /** How a server of tools comes to its variables: `${NAME}` is filled in, or it has the agent's own. Absent: one that needs any is not given. */
  readonly variables?: 'filled' | 'inherited';
  /** The agent's own name of a tool, where it stands in an unusual place. */
  toolOf?(call: Json): string;
  fault?(update: Json): Fault | null;
  /** A piece of text that opens a message of its own making, whatever was being said. */
  readonly opens?: RegExp;
  /** What an end like that of an answer really was; null: it is one. */
  verdict?(answer: string, result: Json): TurnOutcome | null;
  /** What an error or a last word on stderr means, where it differs from the common reading; null: the common one. */
  judge?(error: RpcError): TurnOutcome | null;
  judgeEnd?(stderr: string): TurnOutcome | null;
  /** How long it may take to leave after its input was closed. */
  readonly graceMs: number;
};

/** What the protocol has words for; each profile says where it differs. */
export const overAcp: Capabilities = { ...onePerTurn, permissions: true, mcp: true };
