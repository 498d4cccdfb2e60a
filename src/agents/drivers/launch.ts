// Starts an agent's program under its run's id, once: located, confined, with the environment it may see.
import { execFile } from 'node:child_process';
import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Program, ProgramIo, View } from '../../domain/run/program.ts';
import type { AgentSpec, AgentState, Capabilities, Live } from '../../ports/agent.ts';
import type { Keeper } from '../../ports/keeper.ts';
import type { EditHook, TellsEdits } from '../edits/edit-hook.ts';
import type { Environment } from './plain/profile.ts';

/** What there is to know of a program before it runs. */
export type Launchable = {
  readonly name: string;
  readonly hint: string;
  readonly capabilities: Pick<Capabilities, 'fork'>;
  readonly dropEnv: RegExp;
  /** None: it is not asked, for nobody knows what it would do. */
  readonly versionArgs: readonly string[];
  readonly reads?: readonly string[];
  locate(env: Environment): Promise<string | null>;
  args(spec: AgentSpec): readonly string[];
  env(env: Environment, there: readonly string[], spec: AgentSpec): Environment;
  state(env: Environment): readonly AgentState[];
  /** How it is made to tell its edits while it works; absent: it cannot be. */
  readonly tellsEdits?: TellsEdits;
  /** Milliseconds that must pass before it may start; `views`: where what it finds in its state really is. */
  wait?(spec: AgentSpec, views: readonly View[]): Promise<number>;
};

/** `more`: limits that go with the way it is driven. */
export type Way = { readonly io: ProgramIo } & Pick<Program, 'outputLimit' | 'keepBytes' | 'bookmarks'>;

export async function launch(profile: Launchable, keeper: Keeper, spec: AgentSpec, way: Way): Promise<Result<Live>> {
  const live = liveOf(spec);
  if (await keeper.find(spec.runId)) return ok(live);
  const { name, hint } = profile;
  if (spec.fork && !profile.capabilities.fork)
    return fail('ENGINE_ERROR', `${name} cannot go on from a copy of a conversation this way`, { agent: name });
  const path = await profile.locate(spec.env);
  if (path === null) return fail('ENGINE_ERROR', `${name} is not installed here`, { agent: name, hint });
  const state = profile.state(spec.env);
  const hook = spec.edits === undefined ? undefined : await profile.tellsEdits?.(spec.edits, spec);
  const program = withHook(programOf(profile, path, spec, way, await thoseThere(state.map(({ at }) => at))), hook);
  const confined = await spec.confine(program, state, [...(profile.reads ?? []), ...(hook?.reads ?? [])]);
  if (!confined.ok) return confined;
  const { views = [], ...inside } = confined.value;
  await keeper.ensure(spec.runId, later(inside, (await profile.wait?.(spec, views)) ?? 0));
  return ok(live);
}

export async function findProgramOf(profile: Launchable, env: Environment, how: { readonly version?: true } = {}) {
  const path = await profile.locate(env);
  const { versionArgs } = profile;
  const isAsked = path !== null && versionArgs.length > 0 && how.version === true;
  const version = isAsked ? await askVersion(path, versionArgs, env) : null;
  return { found: path !== null, path, version, hint: profile.hint };
}

/** A process that waits can be ended like any other, and nobody waits for it. Outside of what confines it: that goes by the program's name. */
function later(program: Program, waitMs: number): Program {
  if (waitMs === 0) return program;
  const words = ['/bin/sh', '-c', 'sleep "$1"; shift; exec "$@"', 'wait', String(Math.ceil(waitMs / 1000))];
  return { ...program, argv: [...words, ...program.argv] };
}

async function thoseThere(paths: readonly string[]): Promise<readonly string[]> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const there = await Promise.all(paths.map(isThere));
  return paths.filter((_path, index) => there[index]);
}

function programOf(profile: Launchable, path: string, spec: AgentSpec, way: Way, there: readonly string[]): Program {
  const kept = Object.entries(spec.env).filter(([name]) => !profile.dropEnv.test(name));
  return {
    argv: [path, ...profile.args(spec)],
    cwd: spec.cwd,
    env: { ...profile.env(spec.env, there, spec), ...Object.fromEntries(kept) },
    deadlineMs: spec.deadlineMs,
    ...(spec.quietMs === null ? {} : { quietMs: spec.quietMs }),
    ...way,
  };
}

const withHook = (program: Program, { args = [], env = {} }: Partial<EditHook> = {}): Program => ({
  ...program,
  argv: [...program.argv, ...args],
  env: { ...program.env, ...env },
});

// What finds a started program again.

export const liveOf = (spec: AgentSpec): Live => ({
  runId: spec.runId,
  usageBefore: spec.usageBefore,
  once: spec.once,
  promptFile: spec.promptFile,
  folder: spec.folder,
  cwd: spec.cwd,
  permissions: spec.permissions,
  mode: spec.mode,
  resume: spec.resume,
  fork: spec.fork,
  model: spec.model,
  effort: spec.effort,
  ...(spec.mcp && { mcp: spec.mcp }),
});

// Looks a program up on a PATH, as a shell would.

/** The first executable file of this name, or at this absolute path; relative entries of PATH are not looked at. */
export async function findProgram(name: string, env: Environment): Promise<string | null> {
  if (isAbsolute(name)) return (await isExecutable(name)) ? name : null;
  for (const folder of (env.PATH ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return null;
}

/** Most folders of a PATH do not have it, and whoever states a task asks for every agent: looked for in place, a trip through the threads takes ten times as long. */
async function isExecutable(path: string): Promise<boolean> {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// What a program says its version is.

/** Gemini takes three seconds on a machine that does nothing else. */
const patience = 30_000;

/** The first line of its answer; null where it fails or gives none in time. */
export function askVersion(path: string, args: readonly string[], env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(
      path,
      args,
      { env, timeout: patience, killSignal: 'SIGKILL', maxBuffer: 1 << 20 },
      (error, stdout, stderr) => {
        // Some say it on stderr.
        resolve(error ? null : firstLine(stdout) || firstLine(stderr));
      },
    );
    child.stdin?.end();
  });
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
