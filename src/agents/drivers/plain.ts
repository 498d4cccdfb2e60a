// The plain driver: one process per turn, the prompt on stdin, JSON lines on stdout.
import { access } from 'node:fs/promises';
import { type Failure, fail, failed, ok, type Result } from '../../domain/error.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Happening } from '../../domain/run/turn.ts';
import type { Agent, AgentSpec, Live } from '../../ports/agent.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';
import { parseRecord } from '../json.ts';
import { askVersion } from './ask-version.ts';
import { judge } from './judge.ts';
import { liveOf } from './live-of.ts';
import type { Environment, Fold, PlainProfile } from './profile.ts';
import { readTail } from './read-tail.ts';
import { splitLines } from './split-lines.ts';

/** Bytes that one turn may write before it is ended as `over_budget`. */
const outputLimit = 512 * 1024 * 1024;

export function createPlainAgent<State>(profile: PlainProfile<State>): Agent {
  return {
    name: profile.name,
    driver: 'plain',
    capabilities: profile.capabilities,
    passEnv: profile.passEnv,
    find: (env) => find(profile, env),
    start: (keeper, spec) => start(profile, keeper, spec),
    events: (keeper, live, signal) => events(profile.fold, keeper, live, signal),
    prompt: async () => ({ kind: 'not_taken', why: `${profile.name} takes one prompt a process this way` }),
    interrupt: (keeper, live) => keeper.end(live.runId, 'cancelled'),
    answer: async () => 'gone',
    end: (keeper, live) => keeper.end(live.runId, 'cancelled'),
  };
}

async function find<State>(profile: PlainProfile<State>, env: Environment) {
  const path = await profile.locate(env);
  const version = path === null ? null : await askVersion(path, profile.versionArgs, env);
  return { found: path !== null, path, version, hint: profile.hint };
}

async function start<State>(profile: PlainProfile<State>, keeper: Keeper, spec: AgentSpec): Promise<Result<Live>> {
  const live = liveOf(spec);
  if (await keeper.find(spec.runId)) return ok(live);
  const path = await profile.locate(spec.env);
  if (path === null) return { ok: false, failure: missing(profile) };
  const state = profile.state(spec.env);
  const program = programOf(profile, path, spec, await thoseThere(state));
  const confined = await spec.confine(program, state, profile.reads ?? []);
  if (!confined.ok) return confined;
  await keeper.ensure(spec.runId, confined.value);
  return ok(live);
}

const missing = <State>({ name, hint }: PlainProfile<State>): Failure =>
  fail('ENGINE_ERROR', `${name} is not installed here`, { agent: name, hint }).failure;

async function thoseThere(paths: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_path, index) => there[index]);
}

function programOf<State>(
  profile: PlainProfile<State>,
  path: string,
  spec: AgentSpec,
  there: readonly string[],
): Program {
  const kept = Object.entries(spec.env).filter(([name]) => !profile.dropEnv.test(name));
  return {
    argv: [path, ...profile.args(spec)],
    cwd: spec.cwd,
    env: { ...profile.env(spec.env, there), ...Object.fromEntries(kept) },
    io: { kind: 'pipe', stdin: spec.promptFile === null ? 'empty' : { file: spec.promptFile } },
    deadlineMs: spec.deadlineMs,
    ...(spec.quietMs === null ? {} : { quietMs: spec.quietMs }),
    outputLimit,
  };
}

async function* events<State>(
  fold: Fold<State>,
  keeper: Keeper,
  live: Live,
  signal: AbortSignal,
): AsyncGenerator<Happening> {
  let state = fold.begin(live.usageBefore);
  let began = false;
  for await (const line of splitLines(keeper.attach(live.runId, 0, signal))) {
    if (signal.aborted) return;
    if (line.trim() === '') continue;
    const record = parseRecord(line);
    if (record === null) {
      yield { kind: 'unknown', raw: line };
      continue;
    }
    const read = fold.read(state, record);
    state = read.state;
    began ||= read.happenings.some((happening) => happening.kind === 'started');
    yield* read.happenings;
  }
  if (signal.aborted) return;
  yield* atTheEnd(fold, state, began, await keeper.find(live.runId));
}

async function* atTheEnd<State>(
  fold: Fold<State>,
  state: State,
  began: boolean,
  kept: Kept | null,
): AsyncGenerator<Happening> {
  if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the output of ${kept.runId} stopped while it lives`);
  const ending = kept?.ending ?? { kind: 'lost' };
  const stderr = await readTail(kept?.files.error ?? null);
  const usage = fold.usage(state);
  if (usage) yield { kind: 'usage', usage };
  const said = fold.verdict(state, { stderr, endedAt: kept?.endedAt ?? 0 });
  const outcome = judge({ said, began, stderr }, ending);
  if (outcome.kind === 'limited') yield { kind: 'limited', until: outcome.until, message: outcome.message };
  yield { kind: 'turn_ended', outcome };
  yield { kind: 'ended', ending };
}
