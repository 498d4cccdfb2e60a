// A chain as it is told.
import type { ChainView } from '../contract/chain.ts';
import { type Chain, type ChainOutcome, type ChainStep, isOfIssue, plansOf } from '../domain/chain/chain.ts';
import type { Reads } from '../ports/store.ts';

export async function viewChain(reads: Reads, chain: Chain): Promise<ChainView> {
  const { id, spec, state, createdAt } = chain;
  const open = (await reads.questions({ open: true })).filter(({ thing }) => thing === id);
  const { at, done, known } = state;
  const plans = plansOf(chain);
  const over = at.kind === 'ended' || at.kind === 'releasing';
  const waits = known.slot === 'waiting' && !over;
  return {
    id,
    name: spec.name,
    workspace: spec.settings.workspace.name,
    issue: spec.issue == null ? null : { title: spec.issue.title, address: spec.issue.address },
    state: waits
      ? `waits for a free slot of ${spec.settings.workspace.name}`
      : words(at, plans[state.plan]?.label ?? ''),
    outcome: at.kind === 'ended' ? outcomeOf(at.outcome) : null,
    needs_person: open.length > 0 || at.kind === 'parked',
    plans: plans.map(({ label, path }, index) => ({
      label,
      path,
      state: index < state.plan ? 'done' : index === state.plan && !over ? 'at_work' : 'waiting',
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

const outcomeOf = (outcome: ChainOutcome) =>
  outcome.kind === 'cancelled' ? 'cancelled' : outcome.verified ? 'done' : 'not_verified';

function words(at: ChainStep, plan: string): string {
  switch (at.kind) {
    case 'turn':
      return `${at.turn} of ${isOfIssue(at.turn) ? 'the issue' : `plan ${plan}`}, round ${at.round}`;
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
