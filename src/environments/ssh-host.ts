// Another machine, by the system's ssh and the person's own settings for it: no prompts, one shared connection a host, nothing forwarded.
import { setTimeout as pause } from 'node:timers/promises';
import { fail, ok, type Result } from '../domain/error.ts';
import { tidy } from '../domain/text/safe/strip-control.ts';
import { type Host, type HostRun, type Limits, type Programs, usualLimits } from './host.ts';
import { runPrograms, type Setting } from './run-programs.ts';
import type { SharedConnection } from './shared-connection.ts';

export type SshPlace = {
  readonly userHost: string;
  /** Absolute, `~` or `~/…`. */
  readonly path: string;
  readonly connection: SharedConnection;
};

/** Written to stderr around the programs, so that ssh's own failures can be told from theirs. */
const began = 'drover-look-began';
const noFolder = 'drover-look-no-folder';
const ended = 'drover-look-ended';

const waits = [500, 1_500];
/** Trying again would say the same. */
const final =
  /host key verification failed|permission denied|remote host identification|could not resolve hostname|bad configuration|no such identity/i;

export function sshHost(place: SshPlace, setting: Setting): Host {
  // Looked for once and after a failure: each look for it is a process, and without it a program makes a connection of its own.
  let isOpen = false;
  return {
    async exec(programs, limits = {}) {
      for (const wait of [...waits, null]) {
        if (!isOpen) await place.connection.open(setting);
        const ran = await once(place, setting, programs, { ...usualLimits, ...limits });
        isOpen = ran.ok;
        if (ran.ok || wait === null || ran.failure.details?.final === true || setting.signal.aborted) return ran;
        await pause(wait, undefined, { signal: setting.signal }).catch(() => {});
      }
      return fail('SSH_UNREACHABLE', `${place.userHost} did not answer.`);
    },
  };
}

/** `details.final`: trying again is no use. */
async function once(place: SshPlace, setting: Setting, programs: Programs, limits: Limits): Promise<Result<HostRun>> {
  const argv = [
    ...sshArgv,
    ...place.connection.options,
    '--',
    place.userHost,
    scriptOf(place.path, programs, limits.timeoutMs),
  ];
  const ran = await runPrograms([argv], limits, setting);
  const { said, mark } = readMarks(ran.error);
  if (mark === 'no-folder')
    return fail('PATH_NOT_FOUND', `${place.userHost} has no folder ${place.path}.`, { final: true });
  // What ended because of its time or its size did begin.
  if (mark === 'ended' || (mark === 'began' && ran.exit === null && !setting.signal.aborted))
    return ok({ ...ran, error: said });
  const why = tidy(said).trim().split('\n').filter(Boolean).at(-1) ?? 'it did not answer in time';
  const cut = mark === 'began' ? 'was cut off' : 'cannot be reached';
  return fail('SSH_UNREACHABLE', `${place.userHost} ${cut}: ${why}.`, { final: final.test(said) });
}

/** Words for every ssh. */
export const sshArgv: readonly string[] = [
  'ssh',
  '-T',
  ...['BatchMode=yes', 'ConnectTimeout=10', 'ServerAliveInterval=5', 'ServerAliveCountMax=3'].flatMap(option),
  ...['ForwardAgent=no', 'ForwardX11=no', 'ClearAllForwardings=yes', 'PermitLocalCommand=no'].flatMap(option),
];

function option(text: string): string[] {
  return ['-o', text];
}

/** One word for the shell there, whichever it is. */
function scriptOf(path: string, programs: Programs, timeoutMs: number): string {
  const pipe = programs.map((argv) => `$limit ${argv.map(quote).join(' ')}`).join(' | ');
  const say = (word: string) => `echo ${word} >&2`;
  const script = [
    'export LC_ALL=C PAGER=cat',
    // Nobody there is told when the connection is gone.
    `limit=; command -v timeout >/dev/null && limit='timeout -k 1 ${Math.ceil(timeoutMs / 1_000) + 1}'`,
    `cd ${quoteFolder(path)} 2>/dev/null || { ${say(noFolder)}; exit 0; }`,
    say(began),
    `{ ${pipe}; } </dev/null`,
    's=$?',
    say(ended),
    'exit $s',
  ].join('\n');
  return `exec sh -c ${quote(script)}`;
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

function quoteFolder(path: string): string {
  if (path === '~') return '--';
  return path.startsWith('~/') ? `-- ~/${quote(path.slice(2))}` : `-- ${quote(path)}`;
}

function readMarks(error: string) {
  const lines = error.split('\n');
  const has = (word: string) => lines.includes(word);
  const said = lines.filter((line) => ![began, noFolder, ended].includes(line)).join('\n');
  const mark = has(noFolder) ? 'no-folder' : has(ended) ? 'ended' : has(began) ? 'began' : null;
  return { said, mark } as const;
}
