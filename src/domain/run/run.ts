// A run: one piece of lasting work by a program that the keeper holds.
import type { EditTests, TestChoice } from '../edit/edit.ts';
import type { Failure } from '../error.ts';
import type { GateDefinition, GatePlan } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { TaskId, ThingId } from '../ids.ts';
import type { Hub, Work } from '../place/hub.ts';
import type { Screenshot, Shot } from '../place/screenshot.ts';
import type { Asks } from '../session/ask.ts';
import type { Role } from '../task/settings/settings.ts';
import type { Thing } from '../thing.ts';
import type { Ending } from './ending.ts';
import type { Launch } from './launch.ts';
import type { Looked, Lookup, Values } from './lookup.ts';
import type { Once, Wrote } from './once.ts';
import type { Limit } from './spent.ts';
import type { Turn } from './turn.ts';

/** A turn of a task's agent. */
export type AgentPurpose = {
  readonly kind: 'agent';
  readonly role: Role;
  readonly agent: string;
  readonly mode: 'analysis' | 'write';
  readonly prompt: string;
  /** Resume this conversation of the agent's. */
  readonly resume: string | null;
  /** In a fork of it, for it went on elsewhere; an agent that cannot fork begins afresh. Absent: in itself. */
  readonly fork?: true;
  readonly copy: string;
  readonly hub: Hub;
  /** What it may use; beyond it it is interrupted, where the agent tells in time. Absent: as much as it wants. */
  readonly budget?: Limit;
  /** It takes over: all that differs from this tree is told with the prompt. */
  readonly changesSince?: string;
  /** The command of the tests, to see whether they are run between edits; absent: nobody looks. */
  readonly tests?: readonly string[];
  /** How tests are run at once after an edit; absent: they are not. */
  readonly edits?: EditTests;
  /** Chosen by a person for this turn; absent: as configured. */
  readonly model?: string;
  /** Told before the prompt where no conversation is gone on with: what was answered in others; absent: nothing. */
  readonly carried?: string;
  /** Put where the prompt names them, once and as they are; absent: nothing is. */
  readonly values?: Values;
  /** It is handed guides for this, or where nothing is named for what its project is made with; absent: none. */
  readonly techStack?: readonly string[];
};

/** From one tree to another. */
export type LinesWanted = {
  readonly hub: Hub;
  readonly from: string;
  readonly to: string;
  readonly plan: Pick<GatePlan, 'tests' | 'guarded'>;
};

export type Purpose =
  | Once
  | AgentPurpose
  | Lookup
  | {
      readonly kind: 'gate';
      readonly definition: GateDefinition;
      readonly folder: string;
      /** Test files alone. */
      readonly only: readonly string[] | null;
      readonly dependencies: string | null;
      /** Test files beside whose tests some of ours must fail, each with a test of its own as a pattern for their names; absent: none. */
      readonly canary?: readonly { readonly path: string; readonly like: readonly string[] }[];
      /** It must tell which files of the checkout it reads that are neither tests nor shipped; absent: nobody asks. */
      readonly observed?: Pick<GatePlan, 'tests' | 'guarded'>;
      /** In another order than usual, where the runner can. */
      readonly turned?: true;
      /** Which lines of this change each test runs is told too; absent: nobody asks. */
      readonly lines?: LinesWanted;
      /** What is missing where test files cannot be loaded is told beside what this change brings; absent: nobody asks. */
      readonly missing?: LinesWanted;
      /** The change that its report of coverage is read for; absent: it measures none. */
      readonly measures?: LinesWanted;
    }
  /** The tests near an edit, in the copy while its agent's turn goes on; of the turn that is its parent. */
  | {
      readonly kind: 'edit';
      readonly turn: ThingId;
      /** Of hooks that wait for what it says. */
      readonly asks: readonly string[];
      readonly paths: readonly string[];
      readonly choice: Exclude<TestChoice, { kind: 'none' }>;
      readonly definition: GateDefinition;
      readonly copy: string;
      readonly hub: Hub;
      readonly dependencies: string | null;
    }
  /** A gate on what two tasks come to when they are put together; of the one that it was asked for. */
  | {
      readonly kind: 'trial';
      readonly other: TaskId;
      readonly works: readonly [Work, Work];
      readonly hub: Hub;
      /** This one, then those that are run after it in the same checkout. */
      readonly gates: readonly [GateDefinition, ...GateDefinition[]];
      readonly dependencies: string | null;
      readonly folders: readonly string[];
      /** The run that the trial began with; absent: this one. */
      readonly began?: ThingId;
    }
  | { readonly kind: 'hooks'; readonly hub: Hub; readonly folder: string; readonly dependencies: string | null }
  /** A person's own program that is told of an ended turn or session; what becomes of it changes nothing. */
  | {
      readonly kind: 'hook';
      readonly argv: readonly string[];
      readonly folder: string;
      readonly facts: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'setup'; readonly argv: readonly string[]; readonly folder: string }
  /** The copy's own program for a look; what tidies up after it before the copy is removed. */
  | {
      readonly kind: 'preview' | 'teardown';
      readonly argv: readonly string[];
      readonly folder: string;
      readonly hub: Hub;
      readonly dependencies: string | null;
    }
  /** A browser that looks at the copy's own program, which was started for a look. */
  | {
      readonly kind: 'screenshot';
      /** As its person names it, or a path. */
      readonly browser: string;
      readonly shot: Shot;
      readonly port: number;
      readonly hub: Hub;
      readonly copy: string;
      /** The commit that the copy began from. */
      readonly base: string;
    }
  | { readonly kind: 'fetch'; readonly hub: Hub }
  | {
      readonly kind: 'push';
      readonly hub: Hub;
      readonly commit: string;
      readonly branch: string;
      readonly protected: readonly string[];
      /** The remote has no such branch; it is refused where somebody makes it meanwhile. */
      readonly fresh?: boolean;
      /** Where it is known to go; anywhere else it does not. */
      readonly to?: string;
    }
  /** Deletes this task's branch on the remote, only while it is at `commit`. */
  | { readonly kind: 'unpush'; readonly hub: Hub; readonly commit: string; readonly branch: string };

export type RunSpec = {
  readonly purpose: Purpose;
  readonly deadlineMs: number;
  readonly sandbox: 'auto' | 'required' | 'off';
};

export type RunResult =
  /** `wrote`: of a read-only run by itself after which the folder differs. `answer`: the file with all of a long answer. `changed`: paths that differ from before it. */
  | {
      readonly kind: 'turn';
      readonly turn: Turn;
      readonly wrote?: Wrote;
      readonly answer?: string;
      readonly changed?: readonly string[];
    }
  | { readonly kind: 'gate'; readonly result: GateResult }
  | { readonly kind: 'looked'; readonly looked: Looked }
  | { readonly kind: 'screenshot'; readonly screenshot: Screenshot }
  | {
      readonly kind: 'plain';
      readonly ok: boolean;
      readonly why: string;
      readonly failure: Failure | null;
      readonly tail: string;
    }
  /** It was never started. */
  | { readonly kind: 'refused'; readonly failure: Failure };

export type RunState =
  | { readonly kind: 'requested' }
  | {
      readonly kind: 'running';
      readonly startedAt: number;
      readonly endAsked: boolean;
      /** Of an agent's run of a task; absent where an earlier version started it. */
      readonly hired?: Launch;
      /** The last words of a person's that were given to it or kept. */
      readonly said?: number;
      /** What its agent wants to know; absent where it never asked. */
      readonly asks?: Asks;
      /** It has used more than it may, since then; `asked`: it is told to stop. */
      readonly over?: { readonly at: number; readonly asked: boolean };
      /** The last edit for which tests were run, or could not be. */
      readonly edited?: number;
      /** It was told that there are edits for which none can be run. */
      readonly untried?: true;
    }
  | {
      readonly kind: 'ended';
      readonly startedAt: number | null;
      readonly endedAt: number;
      readonly ending: Ending | null;
      readonly result: RunResult;
      readonly said?: number;
      /** It had used more than it may. */
      readonly over?: true;
    };

export type Run = Thing<RunSpec, RunState, 'run'>;
