// Which logs tell how a place does: the one that is named, the unit's journal, the containers', else the usual files.
import type { LogLook, Mark } from '../domain/environment/finding.ts';
import type { EnvironmentRequest, Site } from '../ports/environment.ts';
import type { FoundModule } from './find-modules.ts';
import type { Host } from './host.ts';
import { whyOtherNames } from './other-names.ts';
import { type Log, readFileLog, readStreamLog, type There, unreadableLog } from './read-log.ts';
import type { Resolve } from './resolve-paths.ts';

export type Around = {
  readonly host: Host;
  readonly site: Site;
  readonly there: There;
  readonly resolve: Resolve;
  /** Resolved. */
  readonly roots: readonly string[];
  /** What is in the place's folder. */
  readonly files: readonly string[];
};

export async function findLogs(
  around: Around,
  modules: readonly FoundModule[],
  since: EnvironmentRequest['since'],
): Promise<readonly LogLook[]> {
  const { site, host } = around;
  if (site.log !== null) return [await readFile(around, { module: null, where: site.log }, since)];
  const units = modules.filter(({ source }) => source === 'unit');
  if (units.length > 0 && (await hasJournal(host)))
    return Promise.all(units.map(({ name }) => readJournal(around, name, since)));
  const contained = modules.flatMap(({ name, containers }) => containers.map((id) => ({ name, id })));
  if (contained.length > 0) return Promise.all(contained.map(({ name, id }) => readContainer(around, name, id, since)));
  const found = await usualFiles(
    around,
    modules.map(({ name }) => name),
  );
  return Promise.all(
    found.flatMap((where, index) => {
      const module = modules[index]?.name ?? null;
      return where === null ? [] : [readFile(around, { module, where }, since)];
    }),
  );
}

function markOf(since: EnvironmentRequest['since'], where: string): Mark | null {
  if (since === null) return null;
  if (typeof since === 'number') return { kind: 'time', at: since };
  // A log that was not known before is new: all of it counts.
  return since.get(where) ?? null;
}

async function readFile(
  around: Around,
  { module, where }: Pick<Log, 'module' | 'where'>,
  since: EnvironmentRequest['since'],
) {
  const path = (await around.resolve([where], 'log')).at(0) ?? where;
  // The one that the person named is known; what is found in the folder may be a second name of anything.
  const log = { module, source: 'file', where: path } as const;
  const refused = where === around.site.log ? null : await whyOtherNames(around.host, path, around.roots);
  if (refused !== null) return unreadableLog(log, around.there, refused);
  return readFileLog(around.host, log, around.there, markOf(since, path));
}

async function hasJournal(host: Host): Promise<boolean> {
  const ran = await host.exec([['journalctl', '--no-pager', '-q', '-n', '1']], { timeoutMs: 10_000 });
  return ran.ok && ran.value.exit === 0;
}

const lines = '5000';

function readJournal({ host, there }: Around, unit: string, since: EnvironmentRequest['since']): Promise<LogLook> {
  const log = { module: unit, source: 'journal', where: `journal of ${unit}` } as const;
  return readStreamLog(host, log, there, markOf(since, log.where), (from) => [
    ...['journalctl', '--no-pager', '-q', '-o', 'short-iso', '-u', unit],
    ...(from === null ? ['-n', lines] : [`--since=@${from}`]),
  ]);
}

function readContainer(
  { host, there }: Around,
  module: string,
  id: string,
  since: EnvironmentRequest['since'],
): Promise<LogLook> {
  const log = { module, source: 'container', where: `container of ${module}` } as const;
  return readStreamLog(host, log, there, markOf(since, log.where), (from) => [
    ...['docker', 'logs', '--timestamps'],
    ...(from === null ? ['--tail', lines] : ['--since', from]),
    id,
  ]);
}

/** Newest first; empty where there is no such folder. */
export async function listFiles(host: Host, folder: string): Promise<readonly string[]> {
  const ran = await host.exec([['ls', '-1at', '--', folder]]);
  return ran.ok && ran.value.exit === 0 ? ran.value.output.split('\n').filter(Boolean) : [];
}

const folders = ['logs', 'log'];

/** Of a module by its name; else the newest of all. */
async function usualFiles({ host, files }: Around, names: readonly string[]): Promise<readonly (string | null)[]> {
  const nested = folders
    .filter((folder) => files.includes(folder))
    .map(async (folder) => {
      const found = await listFiles(host, folder);
      return found.map((file) => `${folder}/${file}`);
    });
  const logs = [...(await Promise.all(nested)).flat(), ...files].filter((file) => file.endsWith('.log'));
  return names.map(
    (name) =>
      logs.find((file) => [file, ...folders.map((folder) => file.replace(`${folder}/`, ''))].includes(`${name}.log`)) ??
      logs[0] ??
      null,
  );
}
