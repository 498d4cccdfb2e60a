// The port `Environments`: one look at a place, here or by ssh, out of allowed programs only.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failed, fail, failed, ok, type Result } from '../domain/error.ts';
import { instant } from '../domain/ids.ts';
import { stripControl, tidy } from '../domain/text/safe/strip-control.ts';
import type { EnvironmentRequest, Environments, Look, Ran, Site } from '../ports/environment.ts';
import type { Clock } from '../ports/system.ts';
import { findLogs, listFiles } from './find-logs.ts';
import { findModules } from './find-modules.ts';
import { type Host, type Programs, usualLimits } from './host.ts';
import { namesToPass, refuseOtherNames } from './other-names.ts';
import { findOwnProcesses, narrowListing } from './own-processes.ts';
import { type Allowed, judgeCommand } from './policy/judge.ts';
import { createResolve, type Resolve, realPaths } from './resolve-paths.ts';
import { runPrograms, type Setting } from './run-programs.ts';
import { type SharedConnection, shareConnection } from './shared-connection.ts';
import { sshArgv, sshHost } from './ssh-host.ts';

type EnvironmentsOptions = {
  readonly clock: Clock;
  /** The person's. */
  readonly env: () => Readonly<Record<string, string>>;
  /** 0700, for the sockets of shared connections; made by who calls. */
  readonly folder: string;
};

const wholeMs = 120_000;
/** Of a unix socket, less what ssh adds while it makes one. */
const longestSocket = 90;

export function createEnvironments({ clock, env, folder }: EnvironmentsOptions): Environments {
  /** By host. */
  const shared = new Map<string, SharedConnection>();
  const setting = (cwd: string, signal: AbortSignal) => ({ cwd, env: { ...env(), LC_ALL: 'C', PAGER: 'cat' }, signal });

  function hostOf({ user_host, path }: Site, signal: AbortSignal): Host {
    if (user_host === null) return localHost(setting(path, signal));
    return sshHost({ userHost: user_host, path, connection: connectionTo(user_host) }, setting(folder, signal));
  }

  function connectionTo(userHost: string): SharedConnection {
    const known = shared.get(userHost);
    if (known !== undefined) return known;
    const socket = join(folder, createHash('sha256').update(userHost).digest('hex').slice(0, 16));
    const made = shareConnection(sshArgv, userHost, socket.length <= longestSocket ? socket : null);
    shared.set(userHost, made);
    return made;
  }

  return {
    async look(site, asked, signal) {
      const judged = judgeAll(asked.commands);
      if (!judged.ok) return judged;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]);
      try {
        return ok(await lookAt(hostOf(site, limit), site, asked, judged.value, clock));
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        return { ok: false, failure: error.failure };
      }
    },
    async close() {
      const last = setting(folder, AbortSignal.timeout(5_000));
      await Promise.all([...shared.values()].map((connection) => connection.close(last)));
      shared.clear();
    },
  };
}

type Judged = { readonly command: string; readonly programs: readonly Allowed[] };

/** All or nothing. */
function judgeAll(commands: readonly string[]): Result<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const command of commands) {
    const one = judgeCommand(command);
    if (!one.ok) return fail('COMMAND_DENIED', `\`${command}\`: ${one.failure.message} Nothing was run.`);
    judged.push({ command, programs: one.value });
  }
  return ok(judged);
}

async function lookAt(
  host: Host,
  site: Site,
  asked: EnvironmentRequest,
  judged: readonly Judged[],
  clock: Clock,
): Promise<Look> {
  const [root = '', ...allowed] = await realPaths(host, ['.', ...site.allow_paths]);
  const resolve = createResolve(host, [root, ...allowed], root);
  // Before anything that was asked for runs, all of it is known to be allowed.
  const ready: Judged[] = [];
  for (const each of judged)
    ready.push({ ...each, programs: await hold(host, each.programs, resolve, [root, ...allowed]) });
  const [there, files, uptime, disk] = await Promise.all([
    clockOf(host, clock),
    listFiles(host, '.'),
    say(host, ['uptime']),
    say(host, ['df', '-h', '--', '.']),
  ]);
  const modules = await findModules(host, site, root, files);
  const logs = await findLogs({ host, site, there, resolve, files, roots: [root, ...allowed] }, modules, asked.since);
  const ran: Ran[] = [];
  let own: ReturnType<typeof findOwnProcesses> | null = null;
  const pids = modules.flatMap(({ processes }) => processes.map(({ pid }) => pid));
  const ownOnce = () => {
    own ??= findOwnProcesses(host, site, root, pids);
    return own;
  };
  for (const { command, programs } of ready) {
    const argvs = programs.map(({ argv }) => argv);
    ran.push(await run(host, command, await narrowListing(host, argvs, ownOnce)));
  }
  const seen = modules.map(({ containers: _containers, ...module }) => module);
  return { at: clock.now(), root, modules: seen, logs, uptime, disk, ran };
}

/** With every path where it really leads. */
async function hold(
  host: Host,
  programs: readonly Allowed[],
  resolve: Resolve,
  roots: readonly string[],
): Promise<readonly Allowed[]> {
  const held: Allowed[] = [];
  for (const { argv, paths } of programs) {
    const resolved = await resolve(
      paths.map((at) => argv[at] ?? ''),
      'operand',
    );
    const at = new Map(paths.map((place, index) => [place, resolved[index] ?? '']));
    const passed = onlyNames.has(argv[0] ?? '') ? [] : await passBy(host, argv, resolved, roots);
    const [program = '', ...rest] = argv.map((word, place) => at.get(place) ?? word);
    held.push({ argv: [program, ...passed, ...rest], paths: paths.map((place) => place + passed.length) });
  }
  return held;
}

/** What these tell of a file is not what is in it. */
const onlyNames: ReadonlySet<string> = new Set(['ls', 'stat', 'du', 'df']);

async function passBy(
  host: Host,
  argv: readonly string[],
  resolved: readonly string[],
  roots: readonly string[],
): Promise<readonly string[]> {
  await refuseOtherNames(host, resolved, roots);
  const recursive = argv.some((word) => word === '-r' || word === '--recursive');
  return recursive && resolved.length > 0 ? namesToPass(host, resolved, roots) : [];
}

async function run(host: Host, command: string, programs: Programs): Promise<Ran> {
  const ran = await host.exec(programs);
  if (!ran.ok) throw failed(ran.failure.error_code, ran.failure.message);
  const { exit, output, error, cut } = ran.value;
  return { command, exit, output: tidy(output), error: tidy(error), cut };
}

async function say(host: Host, argv: readonly string[]): Promise<string> {
  const ran = await host.exec([argv], { timeoutMs: 10_000 });
  return ran.ok && ran.value.exit === 0 ? stripControl(ran.value.output).trim() : '';
}

async function clockOf(host: Host, clock: Clock) {
  const [, seconds, sign, hours, minutes] = /^(\d+) ([+-])(\d\d)(\d\d)/.exec(await say(host, ['date', '+%s %z'])) ?? [];
  if (seconds === undefined) return { now: clock.now(), offset: 0 };
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return { now: instant(Number(seconds) * 1_000), offset };
}

// This machine.

function localHost(setting: Setting): Host {
  return {
    async exec(programs, limits = {}) {
      const found = await stat(setting.cwd).catch(() => null);
      if (found?.isDirectory() !== true) return fail('PATH_NOT_FOUND', `${setting.cwd} is no folder.`);
      return ok(await runPrograms(programs, { ...usualLimits, ...limits }, setting));
    },
  };
}
