// Linux: bubblewrap. Own process, user, ipc and host-name space; a file system of what is named. Ends with the keeper that holds it.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../domain/error.ts';
import { isWithin } from '../domain/place/within.ts';
import type { Confined, Program } from '../domain/run/program.ts';
import type { Confinement, Sandbox } from '../ports/sandbox.ts';
import { ClosedToOthers } from './closed-to-others.ts';
import { findFile, findOnPath, findTools } from './find-tools.ts';
import { wordsOf } from './gateway/words.ts';
import { type KernelFile, kernelFiles } from './kernel-files.ts';
import { isVisible, layMounts, type Mount } from './mount.ts';
import { namePaths } from './name-paths.ts';
import type { Place } from './place.ts';
import { systemMounts } from './system-mounts.ts';
import { findManagers } from './tool-managers.ts';

type Probe = Awaited<ReturnType<Sandbox['probe']>>;

const patience = 20_000;

/** Variables that name folders or sockets of the person's; inside, what they name is not there. */
const leading = [
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  'SSH_AUTH_SOCK',
];

export function bubblewrap(place: Place): Sandbox {
  const closed = new ClosedToOthers();
  let proven: Probe | null = null;
  const probe = async (): Promise<Probe> => {
    const found = proven ?? (await tryOut(place, closed));
    if (found.works) proven = found;
    return found;
  };
  return {
    name: 'bubblewrap',
    probe,
    async confine(program, confinement) {
      const { works, why } = await probe();
      return works ? wrap(place, closed, program, confinement) : fail('SANDBOX_MISSING', why);
    },
  };
}

/** Failures: those of `namePaths`; `PATH_NOT_FOUND` where the program is not there, `UNSUPPORTED` where its folder is not to be seen inside. */
function wrap(place: Place, closed: ClosedToOthers, program: Program, confinement: Confinement): Result<Confined> {
  const named = namePaths(place, confinement);
  if (!named.ok) return named;
  const file = findFile(program);
  const [name = ''] = program.argv;
  if (file === null) return fail('PATH_NOT_FOUND', `There is no program ${name} to be started.`, { program: name });
  const managers = findManagers(place, program.env);
  const mounts = layMounts([
    ...systemMounts(place, closed),
    ...findTools(place, program, file, named.value, managers.folders),
    ...(typeof confinement.network === 'object' ? gatewayMounts(place) : []),
    ...named.value,
  ]);
  if (program.cwd !== '/' && !isVisible(program.cwd, mounts))
    return fail('UNSUPPORTED', `${program.cwd} cannot be seen inside the sandbox.`, { cwd: program.cwd });
  const walls = {
    mounts,
    kernel: kernelFiles(),
    network: confinement.network === 'all' ? ('all' as const) : ('none' as const),
    newSession: program.io.kind === 'pipe',
    cwd: program.cwd,
    asRoot: isRoot(),
  };
  const through = throughGateway(place, program, confinement.network);
  const argv = [...through.outside, shellOf(place) ?? '', ...bubblewrapArgv(walls), ...through.inside, ...program.argv];
  const env = { ...managers.env, ...program.env, HOME: confinement.home, TMPDIR: '/tmp' };
  const seen = { ...program, argv, env: withoutLeads(env, (path) => isVisible(path, mounts)) };
  return ok(confinement.views === undefined ? seen : { ...seen, views: confinement.views });
}

function withoutLeads(env: Record<string, string>, visible: (path: string) => boolean): Record<string, string> {
  const dead = leading.filter((name) => env[name] !== undefined && !visible(env[name] ?? ''));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dead.includes(name)));
}

const isRoot = (): boolean => process.getuid?.() === 0;

const shellOf = (place: Place): string | null => findOnPath('bwrap', place.path);

async function tryOut(place: Place, closed: ClosedToOthers): Promise<Probe> {
  const shell = shellOf(place);
  if (process.platform !== 'linux') return { works: false, why: 'bubblewrap is for Linux only.' };
  if (shell === null)
    return {
      works: false,
      why: 'bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap).',
    };
  const walls = {
    mounts: layMounts(systemMounts(place, closed)),
    kernel: kernelFiles(),
    network: 'none' as const,
    newSession: true,
    cwd: '/',
    asRoot: isRoot(),
  };
  try {
    await promisify(execFile)(shell, [...bubblewrapArgv(walls), '/bin/true'], { timeout: patience, env: {} });
    return { works: true, why: `${shell} works.` };
  } catch (error) {
    return { works: false, why: `bubblewrap does not work here: ${said(error)}. ${hint}` };
  }
}

const hint =
  'User namespaces may be switched off (kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, or a container without the right).';

const said = (error: unknown): string =>
  error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr).trim() : String(error);

// The words by which bubblewrap is told what to show.

type Walls = {
  /** By `layMounts`. */
  readonly mounts: readonly Mount[];
  /** Laid over the process file system. */
  readonly kernel: readonly KernelFile[];
  readonly network: 'all' | 'none';
  /** An own session, so that nothing can be typed into a terminal outside; not for a program that needs its terminal. */
  readonly newSession: boolean;
  readonly cwd: string;
  /** Root's programs get one capability of their own user space back: without it none of them could open a sandbox of its own, as agents do. */
  readonly asRoot: boolean;
};

/** Everything but the program's own argv. Pure. */
function bubblewrapArgv(walls: Walls): string[] {
  const ofDevices = (mount: Mount) => mount.path !== '/dev' && isWithin(mount.path, '/dev');
  return [
    ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(walls.network === 'none' ? ['--unshare-net'] : []),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    ...(walls.asRoot ? ['--cap-add', 'CAP_SETFCAP'] : []),
    ...(walls.newSession ? ['--new-session'] : []),
    ...walls.mounts.filter((mount) => !ofDevices(mount)).flatMap((mount) => words(mount)),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Laid before it they would lie under it: a project may stand in the memory that is /dev/shm.
    ...walls.mounts.filter((mount) => ofDevices(mount)).flatMap((mount) => words(mount)),
    ...walls.kernel.flatMap((file) => words(file)),
    ...['--remount-ro', '/', '--chdir', walls.cwd, '--'],
  ];
}

/** A device of another file system cannot be opened where it is laid: neither read nor written. */
function words(mount: Mount | KernelFile): string[] {
  const { path } = mount;
  switch (mount.kind) {
    case 'view':
      return ['--bind', mount.from, path];
    case 'hidden':
      return ['--tmpfs', path];
    case 'blank':
      return ['--ro-bind', '/dev/null', path];
    case 'readable':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
  }
}

// The words round the sandbox and in it, where a program may speak with named hosts alone.

type Words = { readonly outside: readonly string[]; readonly inside: readonly string[] };

/** Nothing, where the network is open or shut. */
function throughGateway(place: Place, program: Program, network: Confinement['network']): Words {
  if (typeof network === 'string') return { outside: [], inside: [] };
  const { env } = program;
  const upstream = env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy || null;
  const words = wordsOf({ hosts: network.hosts, upstream });
  const end = (role: string) => [place.node, place.gateway, role, words, '--'];
  return { outside: end('outside'), inside: end('inside') };
}

const gatewayMounts = ({ gateway }: Place): readonly Mount[] => [{ kind: 'readable', path: dirname(gateway) }];
