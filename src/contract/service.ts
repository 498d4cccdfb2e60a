// The daemon itself: what runs, whether it is well, the board, its end.
import * as v from 'valibot';
import { type NameKind, nameKinds } from './cli/name-kinds.ts';
import { type Declarations, type } from './command.ts';
import { absolutePath } from './fields.ts';
import type { QuestionView } from './question.ts';
import type { SessionLine, SessionView } from './session.ts';
import type { OverlapView, Spend, TaskSummary } from './task.ts';

export type { NameKind };
export type NameList = { readonly kind: NameKind; readonly names: readonly string[] };

export const ping = v.strictObject({});
export const boardInput = v.strictObject({});
export const names = v.strictObject({ kind: v.picklist(nameKinds) });
export const ps = v.strictObject({
  /** A session or run. */
  id: v.optional(v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(256, 'is too long'))),
  /** What ended too, and sessions of every repository. */
  all: v.optional(v.boolean(), false),
  /** Sessions of this folder's repository; absent: of all. */
  cwd: v.optional(absolutePath()),
  /** Lines of a table are wanted, where none is named: of a hundred sessions a third of the bytes. */
  brief: v.optional(v.boolean(), false),
});
export const doctor = v.strictObject({
  /** Mends what can be mended. */
  fix: v.optional(v.boolean(), false),
});
export const backup = v.strictObject({
  /** The file to write, which must not be there yet; absent: beside the copies that are made by themselves. */
  file: v.optional(absolutePath()),
});
export const down = v.strictObject({
  /** Ends agents too. */
  all: v.optional(v.boolean(), false),
});

export type Pong = { readonly version: string; readonly pid: number; readonly started_at: number };
/** What has not moved for its usual time though nothing known holds it up. */
export type Standstill = {
  /** A task, a session by its name, or a channel or webhook that reaches nobody. */
  readonly about: string;
  readonly since: number;
  readonly why: string;
  /** What a person can do. */
  readonly todo: string;
};
export type Board = {
  /** Of the last fact that is in it: who follows the journal from here misses nothing. Absent: of an earlier version. */
  readonly position?: number;
  /** Oldest first. */
  readonly questions: readonly QuestionView[];
  /** What needs a person first, then running, then the rest that has not ended, then a few that ended lately. */
  readonly tasks: readonly TaskSummary[];
  readonly standstills: readonly Standstill[];
  /** Tasks at work that touch the same lines; absent: none do. */
  readonly overlaps?: readonly OverlapView[];
  /** So many pairs of them are not compared yet, or git cannot compare them; absent: none. */
  readonly uncompared?: number;
  readonly spend: { readonly today: Spend };
};
export type RunView = {
  readonly id: string;
  readonly task: string;
  /** `agent`, `gate`, `setup`, `fetch`, `push`. */
  readonly role: string;
  readonly program: string;
  readonly state: 'running' | 'ended';
  /** How it ended, in words; '' while it runs. */
  readonly ending: string;
  readonly started_at: number | null;
  readonly ended_at: number | null;
};
export type Ps = {
  readonly sessions: readonly SessionView[];
  /** Brief: instead of `sessions`. */
  readonly lines?: readonly SessionLine[];
  /** Those of tasks. */
  readonly runs: readonly RunView[];
  /** Living sessions of other repositories, which are not shown. */
  readonly elsewhere: readonly string[];
  /** One was asked for. */
  readonly one?: true;
};
export type Check = {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'bad';
  readonly said: string;
  /** What to do; '' where nothing is. */
  readonly hint: string;
};
export type Backup = { readonly path: string; readonly schema: number; readonly bytes: number };
export type Doctor = { readonly checks: readonly Check[] };
export type Down = {
  /** With all: copies of tasks that are on record as made by Drover. */
  readonly copies?: readonly string[];
  /** Runs that went on (`all`: that were ended). */
  readonly runs: readonly string[];
  readonly ended: boolean;
};

export const commands = {
  'service.backup': { input: backup, reply: type<Backup>() },
  'service.board': { input: boardInput, reply: type<Board>() },
  'service.doctor': { input: doctor, reply: type<Doctor>() },
  'service.down': { input: down, reply: type<Down>() },
  'service.names': { input: names, reply: type<NameList>() },
  'service.ping': { input: ping, reply: type<Pong>() },
  'service.ps': { input: ps, reply: type<Ps>() },
} satisfies Declarations;
