// Environments: places where the software runs; the registry.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, line, name, whole } from './fields.ts';

export const addEnvironment = v.strictObject({
  name: name(),
  /** A folder or `user@host:/path`. */
  connect: v.pipe(
    line(4096),
    v.check((value) => !value.startsWith('-'), 'must not start with a dash'),
  ),
  cwd: absolutePath(),
});
export const listEnvironments = v.strictObject({});
export const setEnvironment = v.strictObject({
  env: name(),
  key: line(),
  value: line(4096),
  /** By chat, where the person's policy asks for it. */
  pin: v.optional(line(64)),
});
export const showEnvironment = v.strictObject({ env: name() });
export const removeEnvironment = v.strictObject({ env: name() });

const command = v.pipe(v.string(), v.maxLength(4096, 'is too long'));
export const probeEnvironment = v.strictObject({
  env: name(),
  /** Programs with their arguments, as one would write them; joined by pipes at most. */
  command: v.optional(v.pipe(v.array(command), v.maxLength(20, 'are at most 20')), []),
  /** What is seen is what later looks are compared with, also where there is such a look already. */
  baseline: v.optional(v.boolean(), false),
});
const mark = v.variant('kind', [
  v.strictObject({ kind: v.literal('offset'), inode: line(40), bytes: whole(0) }),
  v.strictObject({ kind: v.literal('time'), at: v.pipe(v.number(), v.integer()) }),
]);
export const verifyEnvironment = v.strictObject({
  env: name(),
  /** When it was deployed: a time, or how long ago (`30m`). */
  since: v.optional(line(64)),
  /** Another environment, whose errors must not be there either. */
  against: v.optional(name()),
  /** Of an earlier reply: only what came after it counts. */
  marks: v.optional(v.record(line(4096), mark)),
});

export type FindingView = { readonly text: string; readonly count: number; readonly at: number | null };
export type LogView = {
  readonly module: string | null;
  readonly source: 'file' | 'journal' | 'container';
  readonly where: string;
  readonly lines: number;
  readonly coverage: 'whole' | 'cut' | 'rotated_away' | 'unreadable' | 'binary';
  /** '' where all is well. */
  readonly trouble: string;
};
export type ModuleView = {
  readonly name: string;
  readonly source: 'compose' | 'procfile' | 'unit' | 'folder';
  /** null: it cannot be told. */
  readonly running: boolean | null;
  readonly processes: readonly { readonly pid: number; readonly seconds: number; readonly command: string }[];
};
export type Probed = {
  readonly env: string;
  readonly tier: EnvironmentView['tier'];
  readonly at: number;
  readonly root: string;
  readonly uptime: string;
  readonly disk: string;
  readonly modules: readonly ModuleView[];
  readonly logs: readonly (LogView & { readonly tail: string; readonly findings: readonly FindingView[] })[];
  readonly commands: readonly {
    readonly command: string;
    /** null: ended by us, its time was over or it had said too much. */
    readonly exit: number | null;
    readonly output: string;
    readonly error: string;
    readonly cut: boolean;
  }[];
  /** What later looks are compared with; `made`: this one. */
  readonly baseline: { readonly at: number; readonly made: boolean };
};
export type Verified = {
  readonly env: string;
  readonly tier: EnvironmentView['tier'];
  readonly at: number;
  readonly baseline_at: number;
  readonly against: string | null;
  readonly verdict: 'resolved' | 'remaining' | 'new' | 'unknown';
  readonly resolved: boolean;
  /** One sentence. */
  readonly summary: string;
  readonly resolved_errors: readonly FindingView[];
  readonly remaining_errors: readonly FindingView[];
  readonly new_errors: readonly FindingView[];
  readonly logs: readonly LogView[];
  readonly modules: readonly ModuleView[];
  readonly marks: Readonly<
    Record<
      string,
      | { readonly kind: 'offset'; readonly inode: string; readonly bytes: number }
      | { readonly kind: 'time'; readonly at: number }
    >
  >;
};

export type EnvironmentView = {
  readonly name: string;
  /** As written. */
  readonly connect: string;
  readonly type: 'local' | 'ssh';
  readonly user_host: string | null;
  readonly path: string;
  readonly tier: 'prod' | 'staging' | 'local' | null;
};
export type EnvironmentList = { readonly environments: readonly EnvironmentView[] };
/** One as configured, and which workspaces it belongs to. */
export type EnvironmentDetail = EnvironmentView & {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly workspaces: readonly string[];
};
export type EnvironmentAdded = EnvironmentView;
export type EnvironmentChanged = { readonly name: string; readonly key: string; readonly value: string };
export type EnvironmentRemoved = { readonly name: string };

export const commands = {
  'env.add': { input: addEnvironment, reply: type<EnvironmentAdded>() },
  'env.list': { input: listEnvironments, reply: type<EnvironmentList>() },
  'env.probe': { input: probeEnvironment, reply: type<Probed>() },
  'env.remove': { input: removeEnvironment, reply: type<EnvironmentRemoved>() },
  'env.set': { input: setEnvironment, reply: type<EnvironmentChanged>() },
  'env.show': { input: showEnvironment, reply: type<EnvironmentDetail>() },
  'env.verify': { input: verifyEnvironment, reply: type<Verified>() },
} satisfies Declarations;
