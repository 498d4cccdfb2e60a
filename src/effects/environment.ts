// A read-only look at an environment, and what was asked of it besides. Looking twice is looking again.
import { newestErrors } from '../domain/environment/find-errors.ts';
import type { LogLook } from '../domain/environment/finding.ts';
import { judgeSince } from '../domain/environment/judge-since.ts';
import type { AskedOfIt, EnvironmentLook } from '../domain/environment/look.ts';
import { fail, type Result } from '../domain/error.ts';
import type { Instant, TaskId } from '../domain/ids.ts';
import { tail } from '../domain/text/safe/tail.ts';
import type { EffectContext, EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { EnvironmentRequest, Look, Ran } from '../ports/environment.ts';
import type { Files } from '../ports/files.ts';

const tailBytes = 2_000;
const mostSaid = 3_000;
const mostErrors = 10;

export const lookAtEnvironment: EffectFunction<'look-at-environment'> = async (
  ports,
  { env, commands, keep },
  context,
) => {
  const reached = await reachEnvironment(ports, env, { commands, since: null }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const { look, connect } = reached.value;
  if (keep) await keepBaseline(ports.files, context.thing.task, env, { at: look.at, connect, logs: look.logs });
  return { kind: 'done', output: { look: inShort(look), asked: look.ran.map(said) } };
};

const inShort = ({ at, modules, logs }: Look): Extract<EnvironmentLook, { kind: 'seen' }> => ({
  kind: 'seen',
  at,
  modules: modules.map(({ name, running }) => ({ name, running })),
  logs: logs.map(({ where, coverage, trouble }) => ({ where, coverage, trouble })),
  errors: newestErrors(
    logs.flatMap(({ findings }) => findings),
    mostErrors,
  ),
  tail: tail(logs[0]?.tail ?? '', tailBytes),
});

/** The end of it, as of a log. */
function said({ command, exit, output, error, cut }: Ran): AskedOfIt {
  const text = [output, error].filter((part) => part.trim() !== '').join('\n');
  const ending = exit === 0 && !cut ? '' : `\n(${cut ? 'only its beginning was read' : `exit ${exit ?? 'by us'}`})`;
  return { command, said: `${text.slice(0, mostSaid).trimEnd()}${ending}` };
}

// How far the logs of an environment are written now.

export const markEnvironment: EffectFunction<'mark-environment'> = async (ports, { env }, context) => {
  const reached = await reachEnvironment(ports, env, { commands: [], since: context.now }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const marks = reached.value.look.logs.flatMap(({ where, mark }) => (mark === null ? [] : [[where, mark] as const]));
  return { kind: 'done', output: { marks: Object.fromEntries(marks) } };
};

// What became of the errors that were there before the work, by what was logged since the deployment.

export const verifyEnvironment: EffectFunction<'verify-environment'> = async (
  ports,
  { env, against, since, marks },
  context,
) => {
  const { task } = context.thing;
  const own = await baselineOf(ports.files, task, env);
  const other = against === null ? null : await baselineOf(ports.files, task, against);
  if (own === null || (against !== null && other === null))
    return failed(
      `${own === null ? env : against} could not be looked at before the work: there is nothing to compare with.`,
    );
  const from = marks === null ? since : new Map(Object.entries(marks));
  const reached = await reachEnvironment(ports, env, { commands: [], since: from }, context);
  if (!reached.ok) return { kind: 'failed', failure: reached.failure };
  const { look, connect } = reached.value;
  if (connect !== own.connect)
    return failed(`${env} is another place than the one that was looked at before the work.`);
  const { verdict, summary, silent, ...kinds } = judgeSince(own.logs, other?.logs ?? [], look.logs);
  return {
    kind: 'done',
    output: {
      env,
      against,
      at: look.at,
      verdict,
      summary,
      silent,
      resolved: newestErrors(kinds.resolved, mostErrors),
      remaining: newestErrors(kinds.remaining, mostErrors),
      new: newestErrors(kinds.new, mostErrors),
    },
  };
};

const failed = (message: string) => ({ kind: 'failed', failure: { error_code: 'PATH_NOT_FOUND', message } }) as const;

// One look at a registered environment in the time of one effect. An entry that is gone, or a place that is too slow, is a failure and no empty look.

const limitMs = 45_000;

type Reached = { readonly look: Look /** As written in the configuration. */; readonly connect: string };

async function reachEnvironment(
  { config, environments }: Pick<EffectPorts, 'config' | 'environments'>,
  name: string,
  asked: EnvironmentRequest,
  { signal }: Pick<EffectContext, 'signal'>,
): Promise<Result<Reached>> {
  const read = await config.read();
  if (!read.ok) return read;
  const entry = Object.hasOwn(read.value.environments, name) ? read.value.environments[name] : undefined;
  if (entry === undefined) return fail('ENVIRONMENT_NOT_FOUND', `${name} is not registered any more.`);
  const limit = AbortSignal.timeout(limitMs);
  const look = await environments.look(config.siteOf(name, entry), asked, AbortSignal.any([signal, limit]));
  signal.throwIfAborted();
  // What was cut off in the middle is not all there is.
  if (limit.aborted) return fail('SSH_UNREACHABLE', `${name} did not answer in ${limitMs / 1_000} seconds.`);
  return look.ok ? { ok: true, value: { look: look.value, connect: entry.connect } } : look;
}

// The looks before the work, one an environment of a task: what those after its deployment are compared with.

type TaskBaseline = {
  readonly at: Instant;
  /** As written then: another place has no baseline. */
  readonly connect: string;
  readonly logs: readonly LogLook[];
};

const pathOf = (task: TaskId, env: string): string => `probes/${task}/${env}.json`;

async function keepBaseline(files: Files, task: TaskId, env: string, baseline: TaskBaseline): Promise<void> {
  await files.write(pathOf(task, env), JSON.stringify({ version: 1, ...baseline }, null, 2));
}

/** null: there is none. */
async function baselineOf(files: Files, task: TaskId, env: string): Promise<TaskBaseline | null> {
  const bytes = await files.read(pathOf(task, env));
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as TaskBaseline);
}
