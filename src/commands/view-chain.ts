// A chain as it is told.
import type { ChainView } from '../contract/chain.ts';
import type { Chain, ChainStep } from '../domain/chain/chain.ts';
import type { Reads } from '../ports/store.ts';

export async function viewChain(reads: Reads, { id, spec, state, createdAt }: Chain): Promise<ChainView> {
  const open = (await reads.questions({ open: true })).filter(({ thing }) => thing === id);
  const { at, done, known } = state;
  return {
    id,
    name: spec.name,
    workspace: spec.settings.workspace.name,
    state: words(at, spec.plans[state.plan]?.label ?? ''),
    outcome:
      at.kind !== 'ended'
        ? null
        : at.outcome.kind === 'cancelled'
          ? 'cancelled'
          : at.outcome.verified
            ? 'done'
            : 'not_verified',
    needs_person: open.length > 0 || at.kind === 'parked',
    plans: spec.plans.map(({ label, path }, index) => ({
      label,
      path,
      state: index < state.plan ? 'done' : index === state.plan && at.kind !== 'ended' ? 'at_work' : 'waiting',
      commit: done[index]?.commit ?? null,
      verified: done[index]?.verified ?? null,
    })),
    branch: known.copy?.branch ?? null,
    copy: known.copy?.path ?? null,
    note: known.note,
    questions: open.map((question) => question.id),
    created_at: createdAt,
  };
}

function words(at: ChainStep, plan: string): string {
  switch (at.kind) {
    case 'turn':
      return `${at.turn} of plan ${plan}, round ${at.round}`;
    case 'gating':
      return `gates of plan ${plan}`;
    case 'asking':
    case 'trouble':
      return 'waits for a person';
    case 'parked':
      return 'parked';
    case 'resting':
      return "waits for the agent's service";
    case 'ended':
      return at.outcome.kind === 'cancelled' ? 'cancelled' : 'done';
    case 'opening':
    case 'fetching':
    case 'surveying':
    case 'copying':
    case 'preparing':
    case 'setting_up':
    case 'sealing':
    case 'furnishing':
      return 'makes its copy ready';
    default:
      return plan === '' ? 'comes to its end' : `looks at plan ${plan}`;
  }
}
