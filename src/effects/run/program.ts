// A program of a run's that is no agent: put into the sandbox, and what it left behind when it ended.
import { type Failure, ok, type Result } from '../../domain/error.ts';
import type { TaskId } from '../../domain/ids.ts';
import { variablesOf } from '../../domain/root.ts';
import { type Ending, hiddenBySandbox } from '../../domain/run/ending.ts';
import { nothingBesides, plainEnvironment, withVariables } from '../../domain/run/environment.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Run, RunResult, RunSpec } from '../../domain/run/run.ts';
import { redact } from '../../domain/text/safe/redact.ts';
import { saysDiskFull } from '../../domain/text/says-disk-full.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import type { Confinement } from '../../ports/sandbox.ts';

type Bare = { readonly argv: readonly string[]; readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** In the environment of its task. */
export const confine = async (
  ports: EffectPorts,
  run: Run,
  bare: Bare,
  touch: Omit<Confinement, 'home'>,
): Promise<Result<Program>> => confineIn(ports, run, await environmentOf(ports, run.task), bare, touch);

/** What a program is started and read by, wherever that is. */
export type ToRun = { readonly id: string; readonly spec: Pick<RunSpec, 'deadlineMs' | 'sandbox'> };

/** With a home of its own and nothing of the person's credentials. */
export async function confineIn(
  ports: Pick<EffectPorts, 'files' | 'sandboxes'>,
  run: ToRun,
  person: Readonly<Record<string, string>>,
  bare: Bare,
  touch: Omit<Confinement, 'home'>,
): Promise<Result<Program>> {
  const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
  if (!sandbox.ok) return sandbox;
  const home = await ports.files.makeFolder(`runs/${run.id}/home`);
  const env = { ...plainEnvironment(person), ...nothingBesides, ...bare.env, HOME: home, TMPDIR: home };
  const program: Program = {
    argv: bare.argv,
    cwd: bare.cwd,
    env,
    io: { kind: 'pipe', stdin: 'empty' },
    deadlineMs: run.spec.deadlineMs,
    outputLimit: 256 * 1024 * 1024,
  };
  return sandbox.value.confine(program, { ...touch, home });
}

/** The person's, with PATH and its like as the task froze them: whoever called last changes no gate. */
export async function environmentOf(
  { store, person }: EffectPorts,
  task: TaskId,
): Promise<Readonly<Record<string, string>>> {
  const root = await store.read((reads) => reads.root(task));
  return withVariables(person.env(), variablesOf(root));
}

export const sharedFolders = (dependencies: string | null): readonly string[] =>
  dependencies === null ? [] : [dependencies];

const tailBytes = 8 * 1024;

export async function tailOf({ files }: Pick<EffectPorts, 'files'>, kept: Kept | null): Promise<string> {
  if (kept === null) return '';
  const parts = [
    await files.tail(kept.files.output, tailBytes),
    kept.files.error === null ? null : await files.tail(kept.files.error, tailBytes),
  ];
  return redact(parts.filter((part) => part !== null && part !== '').join('\n')).slice(-tailBytes);
}

/** Larger output is read from its end; runners write a report at once, so it is then no report. */
export const outputBytes = 64 * 1024 * 1024;

/** What it wrote to its errors, the end of it where it is more than `most`; empty where nothing was kept. */
export const errorsOf = async (
  { files }: Pick<EffectPorts, 'files'>,
  kept: Kept | null,
  most = outputBytes,
): Promise<string> => (kept?.files.error == null ? null : await files.tail(kept.files.error, most)) ?? '';

/** As gates are told: how it ended, when it began and for how long it ran. */
export const endedHow = async ({ files }: Pick<EffectPorts, 'files'>, kept: Kept | null, ending: Ending) => ({
  exit: ending.kind === 'exited' ? ending.code : null,
  signal: ending.kind === 'signalled' ? ending.signal : null,
  ...(kept !== null && { startedAt: kept.startedAt }),
  durationMs: kept === null || kept.endedAt === null ? 0 : Math.max(0, kept.endedAt - kept.startedAt),
  outputHash: kept === null ? null : await files.hash(kept.files.output),
});

/** What the sandbox hid from it may be why it failed; the choice is that of its start. */
export async function hiddenFrom(
  { sandboxes }: Pick<EffectPorts, 'sandboxes'>,
  { spec }: { readonly spec: Pick<RunSpec, 'sandbox'> },
  ending: Ending,
): Promise<string> {
  const sandbox = await sandboxes.choose(spec.sandbox);
  return hiddenBySandbox(ending, sandbox.ok && sandbox.value.name !== 'none');
}

type Words = {
  readonly failed: string;
  readonly error_code: 'SETUP_FAILED' | 'HOOK_FAILED' | 'PREVIEW_FAILED';
  /** It ran as the person runs it. */
  readonly open?: true;
};

/** By its exit alone. */
export async function readExit(
  ports: EffectPorts,
  run: Run,
  kept: Kept | null,
  ending: Ending,
  { failed, error_code, open }: Words,
): Promise<Result<RunResult>> {
  const passed = ending.kind === 'exited' && ending.code === 0;
  const hidden = passed || open === true || ending.kind !== 'exited' ? '' : await hiddenFrom(ports, run, ending);
  const why = passed ? '' : `${sayEnding(ending)}${hidden}`;
  const tail = await tailOf(ports, kept);
  const failure: Failure = {
    error_code: saysDiskFull(tail) ? 'DISK_FULL' : error_code,
    message: `${failed}: ${why}`,
  };
  return ok({ kind: 'plain', ok: passed, why, failure: passed ? null : failure, tail });
}

export function sayEnding(ending: Ending): string {
  if (ending.kind === 'exited') return `exit ${ending.code}`;
  return ending.kind === 'not_started' ? ending.reason : ending.kind.replace('_', ' ');
}
