// Which modules run at a place: who names them, and whether their processes are there.

import { basename } from 'node:path';
import { parse } from 'yaml';
import { isWithin } from '../domain/place/within.ts';
import { tidy } from '../domain/text/safe/strip-control.ts';
import type { SeenModule, SeenProcess, Site } from '../ports/environment.ts';
import type { Host } from './host.ts';

export type FoundModule = SeenModule & {
  /** Containers of it, by id. */
  readonly containers: readonly string[];
};

type Named = Pick<SeenModule, 'name' | 'source'>;

/** `files`: what is in the place's folder. */
export async function findModules(
  host: Host,
  site: Site,
  root: string,
  files: readonly string[],
): Promise<readonly FoundModule[]> {
  const named = await nameModules(host, site, root, files);
  const processes = await listProcesses(host);
  return Promise.all(named.map((module) => findModule(host, module, processes, root)));
}

async function nameModules(
  host: Host,
  { service }: Site,
  root: string,
  files: readonly string[],
): Promise<readonly Named[]> {
  const compose = await readFirst(host, composeNames, files);
  const services = compose === null ? [] : servicesOf(compose);
  if (services.length > 0) return services.map((name) => ({ name, source: 'compose' }));
  const procfile = await readFirst(host, ['Procfile'], files);
  const types = [...(procfile ?? '').matchAll(/^([A-Za-z0-9_-]+):[ \t]*\S/gm)].map(([, name = '']) => name);
  if (types.length > 0) return types.map((name) => ({ name, source: 'procfile' }));
  return service === null ? [{ name: basename(root), source: 'folder' }] : [{ name: service, source: 'unit' }];
}

/** In the order in which compose itself looks. */
const composeNames = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** The first of them that is there. */
async function readFirst(host: Host, names: readonly string[], there: readonly string[]): Promise<string | null> {
  const name = names.find((each) => there.includes(each));
  if (name === undefined) return null;
  const ran = await host.exec([['cat', '--', name]]);
  return ran.ok && ran.value.exit === 0 ? ran.value.output : null;
}

function servicesOf(text: string): readonly string[] {
  try {
    const { services } = (parse(text) ?? {}) as { readonly services?: unknown };
    return typeof services === 'object' && services !== null ? Object.keys(services) : [];
  } catch {
    return [];
  }
}

async function findModule(
  host: Host,
  { name, source }: Named,
  processes: readonly SeenProcess[] | null,
  root: string,
): Promise<FoundModule> {
  const found = { name, source, containers: [] };
  if (source === 'compose') {
    const containers = await containersOf(host, name, root);
    if (containers !== null) return { ...found, containers, running: containers.length > 0, processes: [] };
  }
  if (source === 'unit') {
    const active = await isActive(host, name);
    if (active !== null)
      return { ...found, running: active, processes: exactly(processes ?? [], basename(root), root) };
  }
  if (processes === null) return { ...found, running: null, processes: [] };
  // Of several modules each has its own name; the only one also owns what runs out of the folder.
  const own = exactly(processes, name, source === 'folder' ? root : null);
  return { ...found, running: own.length > 0, processes: own };
}

/** null: there is no docker that answers. */
async function containersOf(host: Host, service: string, root: string): Promise<readonly string[] | null> {
  const filters = [
    `label=com.docker.compose.service=${service}`,
    `label=com.docker.compose.project.working_dir=${root}`,
  ];
  const argv = ['docker', 'ps', '-q', ...filters.flatMap((filter) => ['--filter', filter])];
  const ran = await host.exec([argv], { timeoutMs: 10_000 });
  return ran.ok && ran.value.exit === 0 ? ran.value.output.split('\n').filter(Boolean) : null;
}

async function isActive(host: Host, unit: string): Promise<boolean | null> {
  const ran = await host.exec([['systemctl', 'is-active', '--', unit]], { timeoutMs: 10_000 });
  const said = ran.ok ? ran.value.output.trim() : '';
  return ['active', 'reloading', 'activating'].includes(said)
    ? true
    : ['inactive', 'failed'].includes(said)
      ? false
      : null;
}

const row = /^\s*(\d+)\s+(\d+)\s+(.*)$/;

async function listProcesses(host: Host): Promise<readonly SeenProcess[] | null> {
  const ran = await host.exec([['ps', '-eo', 'pid=,etimes=,args=', '-ww']], { bytes: 4 * 1024 * 1024 });
  if (!ran.ok || ran.value.exit !== 0) return null;
  return ran.value.output.split('\n').flatMap((line) => {
    const [, pid, seconds, command = ''] = row.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), seconds: Number(seconds), command }];
  });
}

/** Their first argument is the program. */
const interpreters =
  /^(?:node|nodejs|python[\d.]*|ruby|perl|php|java|bash|sh|dash|zsh|deno|bun|dotnet|erl|beam(?:\.smp)?)$/;
const most = 20;

/** Whose program has this name, or lies in `root`: never who merely speaks of it, as the one that looks does. */
function exactly(processes: readonly SeenProcess[], name: string, root: string | null): readonly SeenProcess[] {
  return processes
    .filter(({ command }) => programsOf(command).some((program) => isNamed(program, name) || isIn(program, root)))
    .slice(0, most)
    .map((each) => ({ ...each, command: tidy(each.command).slice(0, 200) }));
}

const isNamed = (program: string, name: string) =>
  [basename(program), basename(program).replace(/\.\w{1,4}$/, '')].includes(name);
const isIn = (program: string, root: string | null) => root !== null && isWithin(program, root);

function programsOf(command: string): readonly string[] {
  const [program = '', ...rest] = command.split(' ').filter(Boolean);
  if (!interpreters.test(basename(program))) return [program];
  const module = rest.indexOf('-m');
  const jar = rest.indexOf('-jar');
  const script = module >= 0 ? rest[module + 1] : jar >= 0 ? rest[jar + 1] : rest.find((word) => !word.startsWith('-'));
  return script === undefined ? [program] : [program, script];
}
