// What each act of rolling back came to.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect.ts';
import { go, type Step } from './move.ts';
import type { RollBack } from './review-steps.ts';
import { closed, reverted, rollingBack } from './roll-back.ts';
import type { Task, TaskState } from './task.ts';

/** null: not of a task that rolls back, or as everywhere. */
export function applyRollBack(thing: Task, performed: Performed): Applied<TaskState> | null {
  const { state } = thing;
  if (state.at.kind !== 'rolling_back' || performed.result.kind === 'failed') return null;
  const at: Step<'rolling_back'> = state.at;
  const to = (doing: RollBack): Applied<TaskState> => go(state, rollingBack(at, doing));
  switch (performed.name) {
    case 'look-at-pull-request': {
      const { look } = performed.result.output;
      if (look?.state === 'open') return to({ kind: 'closing', number: look.number });
      if (look?.state === 'merged') return to({ kind: 'fetching', commit: look.merged });
      return go(state, closed(thing, state.known.pullRequest ?? ''));
    }
    case 'close-pull-request':
      return go(state, closed(thing, state.known.pullRequest ?? ''), [
        { kind: 'pull_request_closed', data: { by: at.by } },
      ]);
    case 'survey-base': {
      const { base, plan } = performed.result.output;
      const commit = at.doing?.kind === 'surveying' ? at.doing.commit : null;
      // A plain remote tells of no merge: what the task pushed is taken back where the base holds it.
      const found = commit ?? state.known.head?.commit ?? null;
      return go(state, rollingBack(at, { kind: 'reverting', commit: found }), [], { base, gatePlan: plan });
    }
    case 'revert-merge': {
      const { output } = performed.result;
      const commit = at.doing?.kind === 'reverting' ? at.doing.commit : null;
      if (output === null || output.conflicts.length > 0)
        return to({ kind: 'conflict', files: output?.conflicts ?? [], commit });
      return to({ kind: 'committing', tree: output.tree, commit });
    }
    case 'commit': {
      const tree = at.doing?.kind === 'committing' ? at.doing.tree : '';
      return to({ kind: 'pushing', tree, made: performed.result.output.commit });
    }
    case 'confirm-push': {
      if (at.doing?.kind !== 'confirming') return null;
      const { tree, made, failed } = at.doing;
      if (!performed.result.output.there && failed !== undefined)
        return go(state, { kind: 'troubled', failure: failed, back: rollingBack(at, { kind: 'pushing', tree, made }) });
      return to({ kind: performed.result.output.there ? 'opening' : 'pushing', tree, made });
    }
    case 'open-pull-request': {
      const { address } = performed.result.output;
      return go(state, reverted(address), [{ kind: 'revert_opened', data: { address } }]);
    }
    default:
      return null;
  }
}
