// Ends a chain: what runs is ended first; its copy and its commits stay.

import type { ChainView } from '../../contract/chain.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { type Chain, type ChainOutcome, plansOf } from '../../domain/chain/chain.ts';
import { sayChain } from '../../domain/chain/steps.ts';
import { failed } from '../../domain/error.ts';
import { type ChainId, kindOf, type ThingId } from '../../domain/ids.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { spendOf } from '../record/spend.ts';
import { viewBudget } from '../shared/describe-budget.ts';
import { commit, nameOf } from '../shared/request.ts';

export const cancelChain: Command<'chain.cancel'> = (ports, { chain: given }, peer) =>
  commit(ports, async (tx) => {
    const chain = await findChain(tx, given);
    if (chain.ended) throw failed('TASK_ENDED', `${chain.id} has ended.`, { chain: chain.id });

    const at = ports.clock.now();
    await tx.notify({ thing: chain.id, at, by: nameOf(peer), kind: 'cancel', body: null });
    await ports.queue.add(tx, [{ thing: chain.id, at, host: chain.host }]);
    return { chain: chain.id, said: `${chain.id} is ended; what runs is ended first.` };
  });

// A parked chain goes on where it stopped.

export const resumeChain: Command<'chain.resume'> = (ports, { chain: given }, peer) =>
  commit(ports, async (tx) => {
    const chain = await findChain(tx, given);
    if (chain.ended) return { chain: chain.id, said: `${chain.id} has ended.` };
    if (chain.state.at.kind !== 'parked')
      return { chain: chain.id, said: `${chain.id} is not parked; it goes on by itself.` };
    const at = ports.clock.now();
    await tx.notify({ thing: chain.id, at, by: nameOf(peer), kind: 'resume', body: null });
    await ports.queue.add(tx, [{ thing: chain.id, at, host: chain.host }]);
    return { chain: chain.id, said: `${chain.id} goes on.` };
  });

// Chains, the newest first.

const most = 200;

export const listChains: Command<'chain.list'> = ({ store }, { all }) =>
  store.read(async (reads) => {
    const found = (await reads.things({
      kind: 'chain',
      limit: most,
      ...(all ? {} : { ended: false }),
    })) as readonly Chain[];
    return { chains: await Promise.all(found.map((chain) => viewChain(reads, chain))) };
  });

// One chain with its plans.

export const showChain: Command<'chain.show'> = ({ store }, { chain }) =>
  store.read(async (reads) => viewChain(reads, await findChain(reads, chain)));

// The chain that is meant, by its id or its name among those that live.

/** Throws `CHAIN_NOT_FOUND` or `AMBIGUOUS`. */
export async function findChain(reads: Reads, given: string): Promise<Chain> {
  if (kindOf(given as ThingId) === 'chain') {
    const chain = ifKind(await reads.thing(given as ChainId), 'chain');
    if (chain !== null) return chain;
  }
  const named = await reads.things({ kind: 'chain', ended: false });
  const fitting = named.filter(({ spec }) => spec.name === given);
  const [only] = fitting;
  if (only === undefined) throw failed('CHAIN_NOT_FOUND', `There is no chain ${given}.`, { chain: given });
  if (fitting.length === 1) return only;
  const candidates = fitting.map(({ id }) => id);
  throw failed('AMBIGUOUS', `${given} is the name of several chains: ${candidates.join(', ')}.`, { candidates });
}

// A chain as it is told.

export async function viewChain(reads: Reads, chain: Chain): Promise<ChainView> {
  const { id, spec, state, createdAt } = chain;
  const open = (await reads.questions({ open: true })).filter(({ thing }) => thing === id);
  const runs = await reads.things({ kind: 'run', task: chain.task });
  const { at, done, known, slot } = state;
  const plans = plansOf(chain);
  const over = at.kind === 'ended' || at.kind === 'releasing';
  const waits = slot === 'waiting' && !over;
  return {
    id,
    name: spec.name,
    workspace: spec.settings.workspace.name,
    issue: spec.issue == null ? null : { title: spec.issue.title, address: spec.issue.address },
    state: waits ? `waits for a free slot of ${spec.settings.workspace.name}` : sayChain(chain),
    outcome: at.kind === 'ended' ? outcomeOf(at.outcome) : null,
    needs_person: open.length > 0 || at.kind === 'parked',
    plans: plans.map(({ label, path }, index) => ({
      label,
      path,
      state: index < state.plan ? 'done' : index === state.plan && !over ? 'at_work' : 'waiting',
      commit: done[index]?.commit ?? null,
      verified: done[index]?.verified ?? null,
    })),
    branch: known.place.copy?.branch ?? null,
    copy: known.place.copy?.path ?? null,
    note: known.work.note,
    questions: open.map((question) => question.id),
    created_at: createdAt,
    spend: spendOf(runs),
    ...viewBudget(chain),
  };
}

const outcomeOf = (outcome: ChainOutcome) =>
  outcome.kind === 'cancelled' ? 'cancelled' : outcome.verified ? 'done' : 'not_verified';
