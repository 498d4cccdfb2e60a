// What would be checked in a workspace, seen in its working folder as it is now.
import type { GatePlan } from '../domain/evidence/gate-plan.ts';
import { gateSettings } from '../domain/task/gate-settings.ts';
import { settingsFrom } from '../domain/task/settings-from.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { Tree } from '../ports/git.ts';
import type { Workspace } from './find-workspace.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';

const nobody = { analyze: [], plan: [], develop: [], review: [], fix: [], advise: [] };

/** Tasks read the same from their base commit. */
export async function detectGates(
  { config, gates }: Pick<CommandPorts, 'config' | 'gates'>,
  person: PersonConfig,
  { name, entry }: Workspace,
  tree: Tree,
): Promise<GatePlan> {
  const bytes = await tree.read('.drover.yaml');
  const own = bytes === null ? {} : orFail(config.repository(new TextDecoder().decode(bytes), '.drover.yaml'));
  const { overlay } = orFail(
    settingsFrom({ ...person, name, path: entry.path, workspace: entry, roles: nobody, model: null, yes: [] }),
  );
  return gates.plan(tree, gateSettings(own, overlay));
}
