// Writes down what was detected: for everybody into the checkout, or for this person alone.
import { join } from 'node:path';
import { failed } from '../../domain/error.ts';
import type { GatePlan } from '../../domain/evidence/gate-plan.ts';
import { settingsFrom } from '../../domain/task/settings/freeze.ts';
import { gateSettings } from '../../domain/task/settings/gate-settings.ts';
import { asLine } from '../../domain/text/as-line.ts';
import type { PersonConfig } from '../../ports/config.ts';
import type { Tree } from '../../ports/git.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { findOrRegister, type Workspace } from './find.ts';

type Detected = {
  readonly gates: Readonly<Record<string, string>>;
  readonly setup: readonly string[];
  /** Lines that are not clear, each with what was found. */
  readonly unclear: readonly string[];
};

export const initWorkspace: Command<'workspace.init'> = async (ports, input, peer) => {
  const workspace = await findOrRegister(ports, input, peer);
  const { root } = unwrap(await ports.git.inspect(workspace.path));
  const config = unwrap(await ports.config.read());
  const detected = toWrite(await detectGates(ports, config, workspace, ports.machine.folder(root)));
  const file = input.mine ? config.file.path : join(root, '.drover.yaml');
  const written = toYaml(detected);
  if (input.mine) await writeMine(ports, workspace, detected);
  else if (!(await ports.machine.createFile(file, written)))
    throw failed('ALREADY_EXISTS', `${file} is there already; it was not changed.`, { path: file });
  return { workspace: workspace.name, file, written };
};

const toWrite = (plan: GatePlan): Detected => ({
  gates: Object.fromEntries(
    plan.gates
      .filter(({ absent, source, argv }) => absent === null && source !== 'built-in' && argv.length > 0)
      .map(({ gate, argv }) => [gate, asLine(argv)]),
  ),
  setup: plan.setup.map(asLine),
  unclear: plan.gates.flatMap(({ gate, absent }) =>
    absent?.offers === undefined
      ? []
      : ['# More than one was found; say which is meant:', ...absent.offers.map((line) => `#   ${gate}: ${line}`)],
  ),
});

function toYaml({ gates, setup, unclear }: Detected): string {
  const lines = ['# What Drover found; read from the base commit of every task.'];
  if (setup.length > 0) lines.push('setup:', ...setup.map((line) => `  - ${JSON.stringify(line)}`));
  const named = Object.entries(gates);
  if (named.length > 0) lines.push('gates:', ...named.map(([gate, line]) => `  ${gate}: ${JSON.stringify(line)}`));
  if (named.length === 0 && unclear.length > 0) lines.push('# gates:');
  lines.push(...unclear);
  if (named.length === 0 && unclear.length === 0)
    lines.push('# No gate was found. Say how the tests run:', '# gates:', '#   test: npm test');
  return `${lines.join('\n')}\n`;
}

/** Nothing that the person has said already is changed. */
async function writeMine(
  { config }: CommandPorts,
  { name, entry }: Workspace,
  { gates, setup }: Detected,
): Promise<void> {
  if (entry.gates !== undefined || entry.setup !== undefined)
    throw failed('ALREADY_EXISTS', `Your configuration says gates or setup of ${name} already; it was not changed.`, {
      workspace: name,
    });
  for (const [gate, line] of Object.entries(gates)) unwrap(await config.set('workspaces', name, `gates.${gate}`, line));
  if (setup.length > 0) unwrap(await config.set('workspaces', name, 'setup', JSON.stringify(setup)));
}

// What would be checked in a workspace, seen in its working folder as it is now.

const nobody = { analyze: [], plan: [], develop: [], review: [], fix: [], advise: [] };

/** Tasks read the same from their base commit. */
export async function detectGates(
  { config, gates }: Pick<CommandPorts, 'config' | 'gates'>,
  person: PersonConfig,
  { name, entry }: Workspace,
  tree: Tree,
): Promise<GatePlan> {
  const bytes = await tree.read('.drover.yaml');
  const own = bytes === null ? {} : unwrap(config.repository(new TextDecoder().decode(bytes), '.drover.yaml'));
  const { overlay } = unwrap(
    settingsFrom({ ...person, name, path: entry.path, workspace: entry, roles: nobody, model: null, yes: [] }),
  );
  return gates.plan(tree, gateSettings(own, overlay));
}
