// What can be said about this machine without a daemon: programs, folders, the socket. Looks and tries; changes nothing but what it is told to mend.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findInstalled } from '../agents/find-installed.ts';
import { errors } from '../contract/errors/errors.ts';
import { whyNoStateFolder } from '../contract/places.ts';
import type { Check } from '../contract/service.ts';
import { pingDaemon } from './ping-daemon.ts';
import { type Fault, findFaults } from './repairs.ts';
import { sandboxHere } from './sandbox-here.ts';
import { tryProgram } from './try-program.ts';

export type DoctorOptions = {
  readonly stateFolder: string;
  readonly socket: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Mends what can be mended; else nothing is changed. */
  readonly fix?: boolean;
  /** This process's own where absent. */
  readonly uid?: number;
};

type Env = DoctorOptions['env'];

export async function doctor(options: DoctorOptions): Promise<readonly Check[]> {
  const { stateFolder, socket, env, fix = false, uid = process.getuid?.() } = options;
  const machine = await Promise.all([git(env), sandboxHere(env), ssh(env), agents(env)]);
  return [
    node(process.versions.node),
    ...(uid === 0 ? [root] : []),
    ...machine,
    ...(await state(stateFolder, uid, fix)),
    await disk(stateFolder),
    await daemon(socket),
  ];
}

const ok = (name: string, said: string): Check => ({ name, state: 'ok', said, hint: '' });
const note = (name: string, said: string, hint: string): Check => ({ name, state: 'note', said, hint });
const bad = (name: string, said: string, hint: string): Check => ({ name, state: 'bad', said, hint });

function node(version: string): Check {
  if (Number.parseInt(version, 10) >= 24) return ok('node', version);
  return bad('node', version, 'Drover needs Node.js 24 or newer');
}

async function git(env: Env): Promise<Check> {
  const { works, said } = await tryProgram(['git', '--version'], env);
  if (!works) return bad('git', said || 'not found', 'install git 2.39 or newer');
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(said)?.[0] ?? '0.0').split('.').map(Number);
  if (major > 2 || (major === 2 && minor >= 39)) return ok('git', said);
  return bad('git', said, 'install git 2.39 or newer');
}

async function ssh(env: Env): Promise<Check> {
  const { works, said } = await tryProgram(['ssh', '-V'], env);
  return works ? ok('ssh', said) : note('ssh', 'not found', 'install openssh-client to look at hosts');
}

async function agents(env: Env): Promise<Check> {
  const known = await findInstalled(env as Readonly<Record<string, string>>);
  const found = known.filter(({ version }) => version !== null);
  if (found.length > 0) return ok('agents', found.map(({ name, version }) => `${name} ${version}`).join(', '));
  const hints = known.map(({ hint }) => hint);
  return note('agents', 'none found', `${hints.join('\n  or ')}\n  or try \`drover demo\`, which needs none`);
}

const root = note(
  'user',
  'this is root: nothing of this machine is safe from an agent that gets out, and a sandbox holds root less well',
  'work as a user of your own, who may not become root without a password',
);

/** What belongs to somebody else is neither looked through nor mended. */
async function state(path: string, uid: number | undefined, fix: boolean): Promise<readonly Check[]> {
  const why = whyNoStateFolder(path, uid);
  if (why !== null) return [bad('state', why, errors.STATE_UNUSABLE.hint)];
  return [await folder(path), ...(await faults(path, fix))];
}

async function folder(path: string): Promise<Check> {
  const found = await stat(path).catch(() => null);
  if (found === null) return ok('state', `${path} is made when it is needed`);
  const writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return bad('state', `${path} cannot be written`, 'give it back to yourself, or move it with DROVER_HOME');
  return ok('state', path);
}

/** One line for each kind. */
async function faults(path: string, fix: boolean): Promise<readonly Check[]> {
  const found = await findFaults(path);
  if (fix) for (const fault of found) await fault.mend().catch(() => {});
  const left = fix ? await findFaults(path) : found;
  return [
    judge('private', ofKind(found, 'open'), ofKind(left, 'open'), ['only you can open it', 'open to others'], fix),
    judge('left over', ofKind(found, 'stale'), ofKind(left, 'stale'), ['nothing', 'nobody is there any more'], fix),
  ];
}

const ofKind = (all: readonly Fault[], kind: Fault['kind']) => all.filter((fault) => fault.kind === kind);

type Words = readonly [well: string, wrong: string];

function judge(
  name: string,
  found: readonly Fault[],
  left: readonly Fault[],
  [well, wrong]: Words,
  fix: boolean,
): Check {
  const mended = found.length - left.length;
  if (left.length === 0) return ok(name, mended > 0 ? `${well}; mended: ${mended}` : well);
  const named = left.slice(0, shown).map(({ path }) => path);
  const more = left.length > shown ? ` and ${left.length - shown} more` : '';
  const hint = fix ? 'it could not be mended: look whose it is' : '`drover doctor --fix` mends it';
  return bad(name, `${named.join(', ')}${more}: ${wrong}`, hint);
}

/** Paths in one line. */
const shown = 3;
const wantedBytes = 1024 ** 3;

async function disk(path: string): Promise<Check> {
  const free = await freeBytes(path);
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free >= wantedBytes ? ok('disk', said) : note('disk', said, 'copies of large repositories may not fit');
}

/** Of the nearest folder that is there. */
async function freeBytes(path: string): Promise<number> {
  const found = await statfs(path).catch(() => null);
  if (found !== null) return found.bavail * found.bsize;
  return dirname(path) === path ? 0 : await freeBytes(dirname(path));
}

async function daemon(socket: string): Promise<Check> {
  const hello = await pingDaemon(socket, 2000);
  if (hello === 'nobody') return ok('daemon', 'does not run; it is started when it is needed');
  if (hello !== 'silent') return ok('daemon', `runs (pid ${hello.pid}, version ${hello.version})`);
  return bad('daemon', `something listens on ${socket} and does not answer`, 'end it, then try again');
}
