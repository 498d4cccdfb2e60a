// What one agent is, as data and two pure functions: how it is started, and how its lines are read.
import type { AgentEvent, TurnOutcome, Usage } from '../../../domain/run/turn.ts';
import type { AgentSpec, AgentState, Capabilities, Live } from '../../../ports/agent.ts';
import type { TellsEdits } from '../../edits/edit-hook.ts';
import type { Json } from '../../json.ts';

export type Environment = Readonly<Record<string, string>>;
export type UsageBefore = Live['usageBefore'];

/** Read-only facts about the end, for programs that say why only there. */
export type AtTheEnd = { readonly stderr: string; readonly endedAt: number };

/** What became of it by one line more. */
export type Folded<State> = { readonly state: State; readonly events: readonly AgentEvent[] };

/** A fold over a program's lines. Pure: the same lines give the same events. */
export type Fold<State> = {
  begin(before: UsageBefore): State;
  read(state: State, line: Json): Folded<State>;
  /** What the turn cost so far; null where the program never said. */
  usage(state: State): Usage | null;
  /** What the program itself says its turn came to; null when it never did. */
  verdict(state: State, end: AtTheEnd): TurnOutcome | null;
};

export type PlainProfile<State> = {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly passEnv: readonly string[];
  /** Names that would make the program believe it runs inside another agent. */
  readonly dropEnv: RegExp;
  /** How a person installs it. */
  readonly hint: string;
  /** The program's file on this machine; null: not installed. */
  locate(env: Environment): Promise<string | null>;
  readonly versionArgs: readonly string[];
  /** argv after the program's file. The prompt is on stdin, never here. */
  args(spec: AgentSpec): readonly string[];
  /** Added to the environment where the person has not set it. `there`: those of its state folders that exist. */
  env(env: Environment, there: readonly string[], spec?: AgentSpec): Environment;
  /** Where the agent keeps what is its own: login, settings, conversations. */
  state(env: Environment): readonly AgentState[];
  /** Files and folders, besides the program's own, that it must find wherever it runs. */
  readonly reads?: readonly string[];
  readonly tellsEdits?: TellsEdits;
  readonly fold: Fold<State>;
};

/** What a process that takes its prompt and nothing else can do at the most; each profile says where it differs. */
export const onePerTurn: Capabilities = {
  resume: true,
  fork: true,
  steer: false,
  readOnly: 'mode',
  permissions: false,
  usage: 'turn',
  money: false,
  limitTime: false,
  context: false,
  turnEnd: 'protocol',
  hooks: false,
  images: false,
};
