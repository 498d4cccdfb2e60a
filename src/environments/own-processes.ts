// Of a listing of processes only those of the place itself: who works in its folder, whose program lies there, who belongs to its unit or is one of its modules.
import type { Site } from '../ports/environment.ts';
import type { Host, Programs } from './host.ts';

type Pids = ReadonlySet<number>;

const patience = { timeoutMs: 10_000, bytes: 4 * 1024 * 1024 };

/** `root`: resolved; `known`: of its modules. Nothing where the host does not tell (no /proc). */
export async function findOwnProcesses(
  host: Host,
  { service }: Pick<Site, 'service'>,
  root: string,
  known: readonly number[],
): Promise<Pids> {
  const led = [root, root === '/' ? '/*' : `${literal(root)}/*`].flatMap((path, index) => [
    ...(index === 0 ? [] : ['-o']),
    ...['-lname', index === 0 ? literal(path) : path],
  ]);
  const links = ['find', '/proc', '-mindepth', '2', '-maxdepth', '2', '-regex', '/proc/[0-9]+/\\(cwd\\|exe\\)'];
  const [inside, unit] = await Promise.all([
    numbers(host, [...links, '(', ...led, ')', '-printf', '%h\\n'], /^\/proc\/(\d+)$/),
    service === null ? [] : ofUnit(host, service),
  ]);
  return new Set([...inside, ...unit, ...known]);
}

/** For a pattern of `find`. */
const literal = (path: string): string => path.replaceAll(/[\\*?[\]]/g, '\\$&');

async function ofUnit(host: Host, unit: string): Promise<readonly number[]> {
  const shown = await host.exec([['systemctl', 'show', '--property=ControlGroup', '--value', '--', unit]], patience);
  const group = shown.ok && shown.value.exit === 0 ? shown.value.output.trim() : '';
  return /^\/[^\0]+$/.test(group) ? numbers(host, ['cat', '--', `/sys/fs/cgroup${group}/cgroup.procs`]) : [];
}

/** Its exit is not looked at: processes end meanwhile. */
async function numbers(host: Host, argv: readonly string[], line = /^\s*(\d+)\s*$/): Promise<readonly number[]> {
  const ran = await host.exec([argv], patience);
  if (!ran.ok) return [];
  return ran.value.output.split('\n').flatMap((each) => {
    const [, pid] = line.exec(each) ?? [];
    return pid === undefined ? [] : [Number(pid)];
  });
}

/** The same listing, of those alone; other programs as they are. `argv` as it was judged. */
export async function narrowListing(host: Host, programs: Programs, own: () => Promise<Pids>): Promise<Programs> {
  const [first = [], ...rest] = programs;
  if (first[0] === 'ps') return [...(await narrowPs(host, first.slice(1), await own())), ...rest];
  if (first[0] === 'pgrep') return [...(await narrowPgrep(host, first.slice(1), await own())), ...rest];
  return programs;
}

const picks = /^(?:-[pCuU].+|--pid=.+)$/;
const everybody = /^-[eA]$/;

async function narrowPs(host: Host, words: readonly string[], own: Pids): Promise<Programs> {
  const picked = words.filter((word) => picks.test(word));
  const pids =
    picked.length === 0
      ? [...own]
      : (await numbers(host, ['ps', ...picked, '-o', 'pid='])).filter((pid) => own.has(pid));
  if (pids.length === 0) return [['true']];
  const shape = words
    .filter((word) => !picks.test(word) && !everybody.test(word))
    // Of the old words `a` and `x` choose processes, the others say how they are shown.
    .map((word) => (word.startsWith('-') ? word : word.replaceAll(/[ax]/g, '')))
    .filter((word) => word !== '');
  return [['ps', ...shape, '-p', pids.join(',')]];
}

async function narrowPgrep(host: Host, words: readonly string[], own: Pids): Promise<Programs> {
  const has = (flag: string) => words.includes(flag);
  const asked = words.filter((word) => !['-l', '-a', '-c', '-n', '-o'].includes(word));
  const found = (await numbers(host, ['pgrep', ...asked])).filter((pid) => own.has(pid));
  if (found.length === 0) return has('-c') ? [['echo', '0']] : [['false']];
  const pids = has('-n') || has('-o') ? await outermost(host, found, has('-n')) : found;
  const list = (columns: string) => ['ps', '-o', columns, '-p', pids.join(',')];
  if (has('-c')) return [list('pid='), ['wc', '-l']];
  return [list(has('-a') ? 'pid=,args=' : has('-l') ? 'pid=,comm=' : 'pid=')];
}

async function outermost(host: Host, pids: readonly number[], newest: boolean): Promise<readonly number[]> {
  const byStart = await numbers(host, ['ps', '-o', 'pid=', '--sort=start_time', '-p', pids.join(',')]);
  return byStart.length === 0 ? pids.slice(0, 1) : byStart.slice(...(newest ? [-1] : [0, 1]));
}
