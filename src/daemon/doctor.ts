// What only the daemon can look at: its store, its keeper, its sandbox, its agents, the forges.
import { basename } from 'node:path';
import type { Check } from '../contract/service.ts';
import { differs } from '../domain/conformance/differs.ts';
import { Failed, type Failure } from '../domain/error.ts';
import type { Conformance } from '../ports/conformance.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Forge } from '../ports/forge.ts';
import type { Store } from '../ports/store.ts';
import { sayLife } from './begin-life.ts';

type DoctorPorts = Pick<
  EffectPorts,
  'store' | 'files' | 'keeper' | 'sandboxes' | 'agents' | 'person' | 'config' | 'git' | 'forges' | 'clock'
> & {
  readonly conformance: Pick<Conformance, 'tested'>;
};

/** `fix`: ends what lives on after its run. */
export async function doctorChecks(ports: DoctorPorts, fix: boolean): Promise<readonly Check[]> {
  return [
    ...(await checkConfig(ports)),
    await checkStore(ports, fix),
    await checkKeeper(ports, fix),
    await checkSandbox(ports),
    await checkAgents(ports),
    ...(await checkForges(ports)),
  ];
}

const check = (name: string, state: Check['state'], said: string, hint = ''): Check => ({ name, state, said, hint });

async function checkConfig({ config }: DoctorPorts): Promise<readonly Check[]> {
  const read = await config.read();
  if (!read.ok) {
    const hint = 'mend the file; nothing of ours overwrites it';
    return [check('configuration', 'bad', read.failure.message, hint)];
  }
  const { misspelt = {}, file } = read.value;
  const said = Object.entries(misspelt).map(([name, meant]) => `"${name}" means nothing here, "${meant}" would`);
  const hint = 'correct its name; where it is for another program, leave it';
  return said.length === 0 ? [] : [check('configuration', 'note', `${file.path}: ${said.join(', ')}`, hint)];
}

async function checkStore({ store, files }: DoctorPorts, fix: boolean): Promise<Check> {
  const described = await store.describe().catch((error) => String(error));
  if (typeof described === 'string') return check('store', 'bad', described, 'look at daemon.log in the state folder');
  const wrong = await store.check().catch((error) => String(error));
  const said = sayStore(described);
  if (wrong !== null)
    return check(
      'store',
      'bad',
      `it is damaged: ${wrong}; ${said}`,
      described.kind === 'sqlite'
        ? '`drover restore` names its copies, and puts one back'
        : 'ask whoever runs the database',
    );
  const life = await sayLife(files, fix);
  if (life === null) return check('store', 'ok', said);
  const hint =
    'branches, pull requests and copies of that time are as they were left; `drover doctor --fix` takes this line away';
  return check('store', 'note', `${said}; ${life}`, hint);
}

function sayStore({ kind, schema, bytes, backups }: Awaited<ReturnType<Store['describe']>>): string {
  const is = `${kind}, schema ${schema}, ${Math.ceil(bytes / 1024)} KiB`;
  const copies = backups.map(({ path, at }) => `${basename(path)} (${new Date(at).toISOString().slice(0, 16)}Z)`);
  return copies.length === 0 ? is : `${is}; copies, newest first: ${copies.join(', ')}`;
}

async function checkKeeper({ keeper }: DoctorPorts, fix: boolean): Promise<Check> {
  const kept = await keeper.list().catch((error: unknown) => {
    if (error instanceof Failed) return error;
    throw error;
  });
  if (kept instanceof Failed) {
    const { message, details } = kept.failure;
    return check('keeper', 'bad', message, String(details?.hint ?? 'look at keeper.log in the state folder'));
  }
  const running = kept.filter((each) => each.ending === null);
  const living = `${running.length} living`;
  const held = running.filter(({ failure }) => failure?.error_code === 'DISK_FULL').map(({ runId }) => runId);
  if (held.length > 0)
    return check(
      'keeper',
      'bad',
      `${living}; the disk is full, and these are held back: ${held.join(', ')}`,
      'make room; they go on by themselves',
    );
  const strays = await keeper.strays(false);
  if (strays.length === 0) return check('keeper', 'ok', living);
  const left = fix ? await keeper.strays(true) : strays;
  const ended = strays.length - left.length;
  if (left.length === 0) return check('keeper', 'ok', `${living}; ended ${ended} that lived on after their runs`);
  const named = left.map(({ pid, runId }) => `${pid} of ${runId}`).join(', ');
  const hint = fix ? 'look at them and end them by id' : '`drover doctor --fix` ends them';
  return check('keeper', 'note', `${living}; these live on after their runs: ${named}`, hint);
}

async function checkSandbox({ sandboxes, config }: DoctorPorts): Promise<Check> {
  const read = await config.read();
  if (read.ok && read.value.sandbox === 'off')
    return check(
      'sandbox',
      'note',
      'switched off: agents and gates run with all your rights, and a process of an agent that escapes cannot be told from yours.',
      '`drover config unset sandbox` switches it on',
    );
  const chosen = await sandboxes.choose('required');
  if (chosen.ok) return check('sandbox', 'ok', chosen.value.name);
  return check(
    'sandbox',
    'note',
    `${chosen.failure.message} Without it, a process of an agent that escapes cannot be told from yours.`,
    'install bubblewrap',
  );
}

async function checkAgents({ agents, person, conformance }: DoctorPorts): Promise<Check> {
  const found = await Promise.all(
    agents.names().map(async (name) => ({ name, ...(await agents.get(name)?.find(person.env(), { version: true })) })),
  );
  const there = found.filter((agent) => agent.found);
  const drifted = there.some(({ name, version }) => driftOf(conformance, name, version) !== '');
  const said = there.map(
    ({ name, version }) => `${name} ${version ?? ''}`.trim() + driftOf(conformance, name, version),
  );
  if (there.length > 0)
    return drifted
      ? check('agents', 'note', said.join(', '), '`drover agents --check` looks harmlessly at what is different')
      : check('agents', 'ok', said.join(', '));
  return check(
    'agents',
    'note',
    'none found',
    `${found
      .map((agent) => agent.hint)
      .filter(Boolean)
      .join('\n  or ')}\n  or try \`drover demo\`, which needs none`,
  );
}

/** The program of an agent has the agent's name. */
function driftOf({ tested }: DoctorPorts['conformance'], name: string, version: string | null | undefined): string {
  const known = tested.programs[name];
  return known !== undefined && differs(version ?? null, known.version) ? ` (tested with ${known.version})` : '';
}

// For `doctor`: is the forge of each workspace there, and does it know the person?

type ForgeCheckPorts = Pick<EffectPorts, 'config' | 'git' | 'forges' | 'clock'>;

const patienceMs = 10_000;

/** One line for each host; none for plain remotes. */
async function checkForges(ports: ForgeCheckPorts): Promise<readonly Check[]> {
  const read = await ports.config.read();
  if (!read.ok) return [];
  const paths = Object.values(read.value.workspaces).map(({ path }) => ports.config.expand(path));
  const found = await Promise.all([...new Set(paths)].map((path) => forgeAt(ports, path)));
  const checks = found.flatMap((one) => (one === null ? [] : [one]));
  const byHost = new Map(checks.map((one) => [one.host, one]));
  return Promise.all([...byHost.values()].map((one) => ask(ports, one)));
}

type Found = { readonly host: string; readonly forge: Forge | Failure };

async function forgeAt({ git, forges }: ForgeCheckPorts, path: string): Promise<Found | null> {
  const remote = await git.remoteAddress(path);
  if (!remote.ok || remote.value === null) return null;
  const place = await forges.hostOf(remote.value);
  if (place === null) return null;
  const forge = await forges.of(remote.value);
  return { host: place, forge: forge.ok ? forge.value : forge.failure };
}

async function ask({ clock }: ForgeCheckPorts, { host, forge }: Found): Promise<Check> {
  if ('error_code' in forge) return trouble(host, forge);
  const enough = new AbortController();
  const said = await Promise.race([forge.login(), clock.wait(patienceMs, enough.signal)]);
  enough.abort();
  if (said === undefined) return trouble(host, { error_code: 'FORGE_UNREACHABLE', message: 'It does not answer.' });
  if (!said.ok) return trouble(host, said.failure);
  return { name: `forge ${host}`, state: 'ok', said: `${forge.name}, logged in as ${said.value}`, hint: '' };
}

const trouble = (host: string, { error_code, message }: Failure): Check => ({
  name: `forge ${host}`,
  state: 'note',
  said: message,
  hint:
    error_code === 'FORGE_AUTH'
      ? `name a token: forges: { ${host}: { token_env: NAME } }; without one branches are pushed, and no pull request is opened`
      : 'branches are pushed to the remote; pull requests wait until it answers',
});
