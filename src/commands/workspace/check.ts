// A read-only look at a workspace: needs no lease, changes nothing. The remote is asked what it has; where it does not answer, that is said.
import type { WorkspaceCheck } from '../../contract/workspace.ts';
import { type GatePlan, sayHeld } from '../../domain/evidence/gate-plan.ts';
import { isolationRisk } from '../../domain/place/isolation.ts';
import type { WorkspaceEntry } from '../../ports/config.ts';
import type { CheckoutState, Tree } from '../../ports/git.ts';
import { lookAtAgents, lookAtSandbox } from '../agents/agents.ts';
import { viewLeases } from '../manual/lease.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { findOrSee } from './find.ts';
import { detectGates } from './init.ts';
import { lookAtRemote } from './remote.ts';

export const checkWorkspace: Command<'workspace.check'> = async (ports, input) => {
  const workspace = await findOrSee(ports, input);
  const state = unwrap(await ports.git.inspect(workspace.path));
  const config = unwrap(await ports.config.read());
  const tree = ports.machine.folder(state.root);
  const plan = await detectGates(ports, config, workspace, tree);
  const gates = plan.gates
    .filter(({ absent, argv, holds }) => absent === null && (argv.length > 0 || holds !== undefined))
    .map(({ gate, argv, source, holds }) => ({ gate, command: holds ? sayHeld(holds) : argv.join(' '), source }));
  const sandbox = await lookAtSandbox(ports, config.sandbox);
  const remote = await lookAtRemote(ports, workspace, state);
  return {
    workspace: workspace.name,
    path: state.root,
    git: { ...viewGit(state), ...remote, last_commit: await ports.git.lastCommit(state.root) },
    runtimes: await runtimesOf(ports, plan),
    kinds: plan.kinds,
    package_managers: await managersOf(tree),
    gates,
    setup: plan.setup.map((argv) => argv.join(' ')),
    test_command: gates.find(({ gate }) => gate === 'test')?.command ?? null,
    forge: await ports.forges.kindOf(unwrap(await ports.git.remoteAddress(workspace.path))),
    agents: await lookAtAgents(ports),
    sandbox,
    risk: riskOf(workspace.entry, sandbox),
    disk_free: await ports.machine.diskFree(),
    leases: await viewLeases(ports, workspace.name),
    notes: workspace.notes,
  };
};

export const riskOf = ({ isolation = 'clone' }: WorkspaceEntry, { name, works }: WorkspaceCheck['sandbox']) =>
  isolationRisk(isolation, works && name !== 'none');

const viewGit = (
  state: CheckoutState,
): Omit<WorkspaceCheck['git'], 'last_commit' | 'ahead' | 'behind' | 'at_remote'> => ({
  branch: state.branch,
  head: state.head,
  dirty: state.dirty.length > 0,
  files: state.dirty,
  remote: state.remote,
});

type Runtime = { readonly name: string; readonly programs: readonly string[]; readonly argv?: readonly string[] };

/** The runtime that each kind of project needs. */
const runtimes: Readonly<Record<string, Runtime>> = {
  node: { name: 'node', programs: ['node'] },
  python: { name: 'python', programs: ['python3', 'python'] },
  rust: { name: 'cargo', programs: ['cargo'] },
  go: { name: 'go', programs: ['go'], argv: ['version'] },
  maven: { name: 'java', programs: ['java'] },
  gradle: { name: 'java', programs: ['java'] },
  dotnet: { name: 'dotnet', programs: ['dotnet'] },
  ruby: { name: 'ruby', programs: ['ruby'] },
  php: { name: 'php', programs: ['php'] },
  make: { name: 'make', programs: ['make'] },
};

async function runtimesOf({ machine, person }: CommandPorts, { kinds }: GatePlan): Promise<WorkspaceCheck['runtimes']> {
  const wanted = kinds.flatMap((kind) => (Object.hasOwn(runtimes, kind) ? (runtimes[kind] ?? []) : []));
  const named = [...new Map(wanted.map((runtime) => [runtime.name, runtime])).values()];
  return Promise.all(
    named.map(async ({ name, programs, argv }) => {
      for (const program of programs) {
        const version = await machine.version(program, person.env(), argv);
        if (version !== null) return { name, version };
      }
      return { name, version: null };
    }),
  );
}

const lockFiles: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'uv.lock': 'uv',
  'poetry.lock': 'poetry',
  'pdm.lock': 'pdm',
  'Pipfile.lock': 'pipenv',
  'requirements.txt': 'pip',
  'Cargo.lock': 'cargo',
  'go.sum': 'go',
  'Gemfile.lock': 'bundler',
  'composer.lock': 'composer',
};

async function managersOf(tree: Tree): Promise<readonly string[]> {
  const paths = new Set(await tree.paths());
  const found = Object.entries(lockFiles).flatMap(([file, manager]) => (paths.has(file) ? [manager] : []));
  if (found.length === 0 && paths.has('package.json')) found.push('npm');
  return [...new Set(found)];
}
