// The acts of a chain's steps: each names what it works on out of what is known by now. Steps that run a program, ask or wait have none.
import type { Effect } from '../effect.ts';
import { type Chain, plansOf } from './chain.ts';
import { stagingOf } from './check.ts';
import { known, labelOf } from './move.ts';
import { commitMessage } from './note.ts';

export function actOf(thing: Chain, nowMs: number): Effect | null {
  const { state, spec, id } = thing;
  const { at } = state;
  const { workspace } = spec.settings;
  const label = labelOf(thing);
  const hub = () => known(state, 'hub');
  const copy = () => known(state, 'copy');
  const base = () => known(state, 'base');
  const gatePlan = () => known(state, 'gatePlan');
  switch (at.kind) {
    case 'opening':
      return { name: 'open-hub', input: { workspace: workspace.name, path: workspace.path } };
    case 'surveying':
      return { name: 'survey-base', input: { hub: hub(), wanted: spec.base } };
    case 'copying': {
      const branch = state.known.copy?.branch ?? `${spec.branch}${at.tried === 0 ? '' : `-${at.tried + 1}`}`;
      return { name: 'make-copy', input: { hub: hub(), base: base(), branch, isolation: isolationOf(thing) } };
    }
    case 'preparing': {
      const { setup, dependencyKey: key } = gatePlan();
      if (isThrough(thing) || setup.length === 0) return null;
      return { name: 'prepare-dependencies', input: { hub: hub(), tree: base().tree, key, setup } };
    }
    case 'sealing':
      return { name: 'seal-dependencies', input: { folder: at.folder, folders: gatePlan().dependencyFolders } };
    case 'furnishing': {
      const { dependencies, copyFiles: files } = state.known;
      const { dependencyFolders: folders } = gatePlan();
      const input = { hub: hub(), base: base().tree, copy: copy().path, dependencies, folders, files, label };
      return { name: 'furnish-copy', input };
    }
    case 'looking': {
      const input = { hub: hub(), copy: copy().path, base: base().tree, label: `${label}-r${at.round}` };
      return { name: 'snapshot', input };
    }
    case 'restoring': {
      // Beside what a removed copy leaves under the chain's own name, not below it.
      const input = {
        hub: hub(),
        copy: copy().path,
        tree: known(state, 'tree'),
        label: `${id}-plan-${state.plan + 1}`,
      };
      return { name: 'restore-copy', input };
    }
    case 'filing':
      return { name: 'write-note', input: { path: `chains/${id}/${at.name}.md`, text: at.text } };
    case 'inspecting': {
      const input = { hub: hub(), base: base().tree, tree: at.tree, plan: gatePlan() };
      return { name: 'inspect-change', input: { ...input, settings: known(state, 'gateSettings') } };
    }
    case 'staging':
      return { name: 'stage-tree', input: stagingOf(thing, at) };
    case 'recording': {
      const { tree, results } = at;
      const input = { base: base().commit, tree, definitions: gatePlan().definitions, results };
      return { name: 'record-evidence', input: { ...input, criterion: null, attempt: null } };
    }
    case 'committing': {
      const { tree, override } = at;
      const what = { hub: hub(), tree, parent: base().commit, definitions: gatePlan().definitions };
      const how = { message: commitMessage(thing), atSeconds: Math.floor(nowMs / 1000), branch: copy().branch };
      return { name: 'commit', input: { ...what, ...how, override } };
    }
    case 'leaving': {
      const { path, branch } = copy();
      const isolation = isolationOf(thing);
      return { name: 'remove-copy', input: { hub: hub(), base: base(), copy: path, branch, isolation } };
    }
    case 'releasing': {
      const { name, slots } = workspace;
      return { name: 'release', input: { workspace: name, slots, outcome: at.outcome.kind } };
    }
    default:
      return null;
  }
}

/** A chain works beside the checkout, never in it. */
const isolationOf = ({ spec }: Chain): 'clone' | 'worktree' =>
  spec.settings.workspace.isolation === 'worktree' ? 'worktree' : 'clone';

/** All its plans are done. */
export const isThrough = (chain: Chain): boolean =>
  (chain.spec.issue == null || chain.state.cut !== undefined) && chain.state.plan >= plansOf(chain).length;
