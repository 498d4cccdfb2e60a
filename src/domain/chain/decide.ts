// What a chain does next, from its rows alone.
import type { Decision } from '../decision.ts';
import type { Notice } from '../thing.ts';
import { askPerson, heed } from './ask.ts';
import type { Chain, ChainState, ChainView } from './chain.ts';
import { gate, stagingOf } from './check.ts';
import { advance, type ChainDecision, known, wait } from './move.ts';
import { commitMessage, handOffNote } from './note.ts';
import { fetchBase, setUp } from './prepare.ts';
import { takeTurn } from './turn.ts';

const stopOf = ({ state }: Chain, notices: readonly Notice[]): Notice | undefined =>
  notices.find(({ seq, kind }) => kind === 'cancel' && seq > state.since);

export const isChainStopped = (thing: Chain, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null && thing.state.at.kind !== 'ended' && stopOf(thing, notices) !== undefined;

export const decideChain = (view: ChainView): ChainDecision => stop(view) ?? proceed(view);

/** What runs is ended first. */
function stop({ thing, notices, children }: ChainView): ChainDecision | null {
  const { state } = thing;
  if (state.at.kind === 'ended') return null;
  const asked = stopOf(thing, notices);
  const by = state.stopping ?? asked?.by ?? null;
  if (by === null) return null;
  const living = children.filter((child) => !child.ended);
  const tell = living.map((child) => ({ to: child.id, kind: 'cancel', body: null }));
  if (!state.told)
    return {
      kind: 'advance',
      state: { ...state, stopping: by, told: true },
      said: [{ kind: 'stop_asked', data: { how: 'cancel', by } }],
      notices: tell,
      closeQuestions: `the chain is ended by ${by}`,
    };
  if (living.length > 0) return wait('the end of what runs');
  return advance(state, { kind: 'ended', outcome: { kind: 'cancelled', by } }, [
    { kind: 'chain_ended', data: { outcome: 'cancelled', by } },
  ]);
}

function proceed(view: ChainView): Decision<ChainState> {
  const { thing, now, notices } = view;
  const { state, spec, id } = thing;
  const { at } = state;
  switch (at.kind) {
    case 'opening':
      return perform({
        name: 'open-hub',
        input: { workspace: spec.settings.workspace.name, path: spec.settings.workspace.path },
      });
    case 'fetching':
      return fetchBase(view);
    case 'surveying':
      return perform({ name: 'survey-base', input: { hub: known(state, 'hub'), wanted: spec.base } });
    case 'copying': {
      const branch = state.known.copy?.branch ?? `${spec.branch}${at.tried === 0 ? '' : `-${at.tried + 1}`}`;
      return perform({
        name: 'make-copy',
        input: { hub: known(state, 'hub'), base: known(state, 'base'), branch, isolation: 'clone' },
      });
    }
    case 'preparing': {
      const { setup, dependencyKey: key } = known(state, 'gatePlan');
      if (state.plan >= spec.plans.length) return advance(state, note(thing));
      if (setup.length === 0) return advance(state, { kind: 'furnishing' });
      return perform({
        name: 'prepare-dependencies',
        input: { hub: known(state, 'hub'), tree: known(state, 'base').tree, key, setup },
      });
    }
    case 'setting_up':
      return setUp(view, at);
    case 'sealing':
      return perform({
        name: 'seal-dependencies',
        input: { folder: at.folder, folders: known(state, 'gatePlan').dependencyFolders },
      });
    case 'furnishing':
      return perform({
        name: 'furnish-copy',
        input: {
          hub: known(state, 'hub'),
          base: known(state, 'base').tree,
          copy: known(state, 'copy').path,
          dependencies: state.known.dependencies,
          folders: known(state, 'gatePlan').dependencyFolders,
          files: state.known.copyFiles,
          label: `${id}/plan-${state.plan + 1}`,
        },
      });
    case 'turn':
      return takeTurn(view, at);
    case 'looking':
      return perform({
        name: 'snapshot',
        input: {
          hub: known(state, 'hub'),
          copy: known(state, 'copy').path,
          base: known(state, 'base').tree,
          label: `${id}/plan-${state.plan + 1}-r${at.round}`,
        },
      });
    case 'restoring':
      return perform({
        name: 'restore-copy',
        input: {
          hub: known(state, 'hub'),
          copy: known(state, 'copy').path,
          tree: known(state, 'tree'),
          // Beside what a removed copy leaves under the chain's own name, not below it.
          label: `${id}-plan-${state.plan + 1}`,
        },
      });
    case 'filing':
      return perform({ name: 'write-note', input: { path: `chains/${id}/${at.name}.md`, text: at.text } });
    case 'inspecting':
      return perform({
        name: 'inspect-change',
        input: {
          hub: known(state, 'hub'),
          base: known(state, 'base').tree,
          tree: at.tree,
          changes: at.changes,
          plan: known(state, 'gatePlan'),
          settings: known(state, 'gateSettings'),
        },
      });
    case 'staging':
      return perform({ name: 'stage-tree', input: stagingOf(id, state, at) });
    case 'gating':
      return gate(view, at);
    case 'recording':
      return perform({
        name: 'record-evidence',
        input: {
          base: known(state, 'base').commit,
          tree: at.tree,
          definitions: known(state, 'gatePlan').definitions,
          criterion: null,
          attempt: null,
          results: at.results,
        },
      });
    case 'committing':
      return perform({
        name: 'commit',
        input: {
          hub: known(state, 'hub'),
          tree: at.tree,
          parent: known(state, 'base').commit,
          definitions: known(state, 'gatePlan').definitions,
          message: commitMessage(thing),
          atSeconds: Math.floor(now / 1000),
          branch: known(state, 'copy').branch,
          override: at.override,
        },
      });
    case 'leaving': {
      const { path: copy, branch } = known(state, 'copy');
      return perform({
        name: 'remove-copy',
        input: { hub: known(state, 'hub'), base: known(state, 'base'), copy, branch, isolation: 'clone' },
      });
    }
    case 'resting':
      if (now >= at.until) return advance(state, at.back);
      return { kind: 'wait', until: at.until as typeof now, on: "the agent's service" };
    case 'trouble':
      return askPerson(view, at);
    case 'asking':
      return heed(view, at);
    case 'parked': {
      const resumed = notices.findLast(({ kind, seq }) => kind === 'resume' && seq > state.since);
      if (resumed === undefined) return wait('a person: it is parked');
      return advance({ ...state, since: resumed.seq }, at.back, [{ kind: 'chain_resumed', data: { by: resumed.by } }]);
    }
    case 'ended':
      return { kind: 'finish', state, said: [] };
  }
}

const perform = (effect: Extract<ChainDecision, { kind: 'perform' }>['effect']): ChainDecision => ({
  kind: 'perform',
  effect,
});

const note = (thing: Chain) => ({
  kind: 'filing' as const,
  name: 'hand-off',
  text: handOffNote(thing),
  next: {
    kind: 'ended' as const,
    outcome: { kind: 'done' as const, verified: thing.state.done.every(({ verified }) => verified) },
  },
});
