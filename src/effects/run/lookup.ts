// One command of a pre-analysis, in the sandbox: a program of ours that reads, or the command itself. What it found is a file of the run's.
import { defined } from '../../domain/defined.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { bindValues } from '../../domain/flow/bind-values.ts';
import { pathBelow } from '../../domain/place/within.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { type Looked, type Lookup, lookupExits, lookupLimit, toldBytes } from '../../domain/run/lookup.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Run } from '../../domain/run/run.ts';
import { needsOfServers, placeServers } from '../../domain/task/settings/mcp.ts';
import type { McpServer } from '../../domain/task/settings/settings.ts';
import { redact } from '../../domain/text/safe/redact.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import { mustHaveCopy } from '../copy.ts';
import { withholdCopied } from '../provision.ts';
import { type EndedRun, keptProgram, type RunKind } from './kind.ts';
import { confine, errorsOf, hiddenFrom, sayEnding, sharedFolders } from './program.ts';
import { foundFile, textsOf } from './values.ts';

export const lookupRun: RunKind<Lookup> = {
  start: keptProgram(async (ports, run, purpose) => {
    const there = await mustHaveCopy(ports, { hub: purpose.hub, copy: purpose.folder }, run.task);
    if (!there.ok) return there;
    const { command, env } = bindValues(purpose.command, await textsOf(ports, purpose.values));
    const long = Object.values(env).find((value) => Buffer.byteLength(value) > longestVariable);
    if (long !== undefined) return fail('UNSUPPORTED', 'a value is too long to be handed to a command');
    return command.kind === 'bash'
      ? runCommand(ports, run, purpose, { argv: ['bash', '-c', inPlace(command.command, purpose)], env })
      : lookUp(ports, run, purpose, command);
  }),
  read: async (ports, run, { tells }, came) => {
    const looked = await keepFound(ports, run, came);
    const told = tells === true ? await tellEnd(ports, came) : null;
    return ok({ kind: 'looked', looked: { ...looked, ...(told && { told }) } });
  },
  writes: ({ folder }) => folder,
};

/** Linux takes no variable that is longer than 128 KiB. */
const longestVariable = 120 * 1024;

/** Where its paths begin. */
const inPlace = (command: string, { below = '' }: Lookup): string =>
  below === '' ? command : `cd ${shellWord(below)} && {\n${command}\n}`;

/** As gates run: without network, and it may write where it works. */
async function runCommand(
  ports: EffectPorts,
  run: Run,
  { folder, hub, dependencies }: Lookup,
  { argv, env }: Pick<Program, 'argv' | 'env'>,
): Promise<Result<Program>> {
  const readable = [...sharedFolders(dependencies), ...(await ports.git.lentTo(hub, folder))];
  return confine(ports, run, { argv, cwd: folder, env }, { writable: [folder], readable, network: 'none' });
}

async function lookUp(
  ports: EffectPorts,
  run: Run,
  { folder: copy, below, hub, given = {}, servers = [] }: Lookup,
  asked: Exclude<Lookup['command'], { readonly kind: 'bash' }>,
): Promise<Result<Program>> {
  const command = withinCopy(asked, below === undefined ? hub.checkout : `${hub.checkout}/${below}`);
  const kept = command.kind === 'read' && Object.hasOwn(given, command.path) ? given[command.path] : undefined;
  const place = kept === undefined ? { command, folder: copy, ...defined({ below }) } : ofKept(kept);
  const meant = command.kind === 'mcp' ? servers.filter(({ name }) => name === command.server) : [];
  const [server] = placeServers(meant, (path) => ports.config.expand(path));
  const { env, network, reads } = wallsFor(server, ports.person.env());
  const told = { ...place, ...(server && { server: reachOf(server) }) };
  const request = await ports.files.write(`runs/${run.id}/lookup.json`, JSON.stringify(told));
  const readable = [copy, place.folder, request, ...ports.lookups.files, ...reads];
  const bare = { argv: ports.lookups.argv(request), cwd: copy, env };
  return confine(ports, run, bare, { writable: [], readable, network });
}

/** A file says paths of the person's checkout in full at times: meant is what the copy has there. */
function withinCopy<Asked extends Exclude<Lookup['command'], { readonly kind: 'bash' }>>(asked: Asked, root: string) {
  const path = (named: string) => pathBelow(named, root) ?? named.replace(/^(?:\.\/+)+/, '');
  switch (asked.kind) {
    case 'read':
      return { ...asked, path: path(asked.path) };
    case 'search':
      return { ...asked, path: asked.path === null ? null : path(asked.path) };
    case 'glob':
      return { ...asked, pattern: path(asked.pattern) };
    case 'mcp':
      return asked;
  }
}

function ofKept(file: string) {
  const at = file.lastIndexOf('/');
  return { command: { kind: 'read', path: file.slice(at + 1) } as const, folder: file.slice(0, at) };
}

const reachOf = ({ reach }: McpServer) => (reach.kind === 'program' ? { argv: reach.argv } : { url: reach.url });

/** A server's program is the person's own choice: it has the network, and the variables that were named for it. One that has an address is all that is spoken with. */
function wallsFor(server: McpServer | undefined, person: Readonly<Record<string, string>>) {
  if (server === undefined) return { env: {}, network: 'none' as const, reads: [] };
  const { env: names, reads, within } = needsOfServers([server]);
  const named = names.flatMap((name) => (person[name] === undefined ? [] : [[name, person[name]] as const]));
  return server.reach.kind === 'program'
    ? { env: Object.fromEntries(named), network: 'all' as const, reads }
    : { env: { NODE_USE_ENV_PROXY: '1' }, network: within({ hosts: [] }), reads };
}

const errorBytes = 8 * 1024;

/** Where it went wrong, behind what there was until then. */
async function keepFound(ports: EffectPorts, run: Run, { kept, ending }: EndedRun): Promise<Looked> {
  const output = (kept === null ? null : await ports.files.tail(kept.files.output, lookupLimit)) ?? '';
  const cut = isCut(kept, ending);
  const good = ending.kind === 'exited' && (ending.code === lookupExits.whole || (isOwn(run) && cut));
  const why = good ? '' : await whyNot(ports, run, kept, ending);
  const said = good ? output : [output, `[${why}]`].filter((each) => each !== '').join('\n');
  // It may have read files of the workspace's own that hold secrets.
  const text = await withholdCopied(ports, run.task, redact(said));
  await ports.files.write(foundFile(run.id), text);
  return { ok: good, why, bytes: Buffer.byteLength(text), cut };
}

const isOwn = ({ spec: { purpose } }: Run): boolean => purpose.kind === 'lookup' && purpose.command.kind !== 'bash';

const isCut = (kept: Kept | null, ending: Ending): boolean =>
  (kept?.outputBytes ?? 0) > lookupLimit || (ending.kind === 'exited' && ending.code === lookupExits.cut);

async function whyNot(ports: EffectPorts, run: Run, kept: Kept | null, ending: Ending): Promise<string> {
  const errors = (await errorsOf(ports, kept, errorBytes)).trim();
  if (ending.kind === 'exited' && isOwn(run) && ending.code === lookupExits.notFound) return errors;
  const hidden = ending.kind === 'exited' ? await hiddenFrom(ports, run, ending) : '';
  const end = ending.kind === 'timed_out' ? `it took longer than ${run.spec.deadlineMs / 1000} s` : sayEnding(ending);
  return [`${end}${hidden}`, errors].filter((each) => each !== '').join(': ');
}

/** The end of what it wrote, for a condition to be worked out over. */
async function tellEnd(ports: EffectPorts, { kept, ending }: EndedRun): Promise<NonNullable<Looked['told']>> {
  const output = (kept === null ? null : await ports.files.tail(kept.files.output, toldBytes)) ?? '';
  const errors = await errorsOf(ports, kept, toldBytes);
  const exit = ending.kind === 'exited' ? ending.code : null;
  return { output: redact(output), errors: redact(errors), exit };
}
