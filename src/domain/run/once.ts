// A run by itself: one turn of an agent in a person's folder, outside of any task.
import type { RunId } from '../ids.ts';
import { permissionsToStart } from '../permission/permissions-to-start.ts';
import type { McpServer } from '../task/settings/settings.ts';
import type { CarriedOver } from './carry-over.ts';
import type { Limit } from './spent.ts';
import type { UsageBefore } from './turn.ts';

export type Once = {
  readonly kind: 'once';
  /** The person's own name for it; of several the newest is meant. */
  readonly name: string | null;
  readonly agent: string;
  readonly driver: 'plain' | 'native' | 'acp' | null;
  readonly mode: 'analysis' | 'write';
  readonly permissions: 'read-only' | 'ask' | 'auto' | 'bypass';
  /** Patterns as for sessions; absent: none. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly prompt: string;
  /** The agent's own conversation that goes on, and the run it was last used in. */
  readonly resume: string | null;
  readonly resumed: RunId | null;
  /** In a fork of it: the conversation stays as it is. */
  readonly fork?: true;
  /** What others answered, told before the prompt; absent: nothing. */
  readonly carried?: CarriedOver;
  /** What it may use; beyond it it is interrupted, where the agent tells in time. Absent: as much as it wants. */
  readonly budget?: Limit;
  readonly usageBefore: UsageBefore;
  /** Absolute, links resolved. */
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly model: string | null;
  readonly effort: string | null;
  readonly turns: number;
  readonly stallMs: number | null;
  readonly passEnv: readonly string[];
  /** Servers of tools that it is given; absent: none. */
  readonly mcp?: readonly McpServer[];
  readonly by: string;
};

/** All that its agent is told, byte by byte where nothing is carried over. */
export const promptOfOnce = ({ prompt, carried }: Pick<Once, 'prompt' | 'carried'>): string =>
  carried === undefined ? prompt : `${carried.text}\n\n${prompt}`;

/** What its agent is started with. */
export const permissionsOfOnce = ({ mode, permissions, deny = [] }: Once): Once['permissions'] =>
  mode === 'analysis' ? 'read-only' : permissionsToStart(permissions, deny);

/** A read-only run after which its folder was not as before. */
export type Wrote = {
  /** All that differs, relative to the repository. */
  readonly paths: readonly string[];
  /** Those the run itself said it changed: they are as before again. The others may be anybody's and stay. */
  readonly undone: readonly string[];
  /** Everything that differed, as a patch; absolute. */
  readonly patch: string;
};

/** Between SIGTERM and SIGKILL: who asks for an end of a run by itself waits for it. */
export const onceGraceMs = 2_000;
/** Answers beyond it stand whole in `runs/ID/answer.md`, their beginning in the row. */
export const answerLimit = 64 * 1024;

/** Of the top folder of a checkout: git is told there what to run and where to go. */
export const configFile = '.git/config';
