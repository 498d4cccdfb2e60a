// Where projects are checked in one process: real git, gates and effects; of a copy, files become trees.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGates } from '../../src/gates/create-gates.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';
import type { GateSettings } from '../../src/ports/gates.ts';
import { noon, openStage } from '../fakes/effects/stage.ts';
import { agentFiles } from '../fakes/footprints.ts';
import { makeReadyWorld, must } from '../fakes/git-remote/make-world.ts';
import { gateSettings } from '../fakes/outside.ts';
import { ofPerson } from '../needs/needs.ts';
import type { Edits } from './row.ts';

/** For its runners: neither the test that looks on nor what is installed for Python here has a part in a project. */
export const alone = { NODE_TEST_CONTEXT: undefined, VITEST: undefined, PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };

export async function openProjectRoom(packages: unknown) {
  const { world, hub, base } = await makeReadyWorld();
  const stage = await openStage({
    folder: join(world.folder, 'stage'),
    world: { ...world, env: { ...world.env, ...ofPerson } },
  });
  const gates = createGates(agentFiles);
  const ports = { ...stage.ports, gates, git: world.git, packages } as unknown as EffectPorts;
  let numbered = 0;
  return {
    ...{ world, hub, base, stage, gates, ports },

    async copyOf(branch: string): Promise<string> {
      numbered += 1;
      const copy = join(world.folder, `project-${numbered}`);
      must(await world.git.makeCopy(hub, copy, base, branch));
      return copy;
    },

    /** The tree that the copy has with these files; `instead`: with no others. */
    async treeWith(copy: string, edits: Edits, instead: 'instead' | 'besides' = 'besides'): Promise<string> {
      const there = instead === 'instead' ? readdirSync(copy).filter((name) => name !== '.git') : [];
      writeEdits(copy, { ...Object.fromEntries(there.map((name) => [name, null])), ...edits });
      numbered += 1;
      return must(await world.git.snapshot(hub, copy, base.tree, `room/${numbered}`)).tree;
    },

    /** As it is found on a tree, with nothing to install. */
    async planOf(tree: string, own: GateSettings['gates'] = {}) {
      const wanted = { ...gateSettings, tests: null, gates: own };
      const plan = await gates.plan(world.git.tree(hub, tree), wanted);
      return { gatePlan: { ...plan, setup: [], dependencyFolders: [] }, gateSettings: wanted };
    },

    async close() {
      await stage.close();
      await world.close();
    },
  };
}

export const contextOf = (thing: EffectContext['thing']): EffectContext => ({
  ...{ id: `${thing.id}#1` as never, thing, now: noon, signal: new AbortController().signal },
  fenced: async () => true,
});

export function writeEdits(folder: string, edits: Edits): void {
  for (const [path, text] of Object.entries(edits)) {
    rmSync(join(folder, path), { force: true, recursive: true });
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
