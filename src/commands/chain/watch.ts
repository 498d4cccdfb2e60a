// What happens to a chain, as it happens, until it has ended or needs a person.
import type { ChainView } from '../../contract/chain.ts';
import type { TaskId } from '../../domain/ids.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Stream } from '../ports.ts';
import { tellFact } from '../shared/tell-fact.ts';
import { watchFor } from '../shared/watch.ts';
import { findChain, viewChain } from './chain.ts';

const page = 500;

type ChainGlance = { readonly facts: readonly Fact[]; readonly view: ChainView; readonly over: boolean };

export const watchChain: Stream<'chain.watch'> = async function* (
  { store, bell },
  { chain: given, after, follow },
  _,
  signal,
) {
  const { id } = await store.read((reads) => findChain(reads, given));
  let position = after;
  for (;;) {
    const glance = await watchFor(bell, signal, () =>
      store.read(async (reads): Promise<ChainGlance | null> => {
        const facts = await reads.facts({ task: id as unknown as TaskId, after: position, limit: page });
        const chain = await findChain(reads, id);
        const view = await viewChain(reads, chain);
        const over = chain.ended || (view.needs_person && !follow);
        return facts.length > 0 || over ? { facts, view, over } : null;
      }),
    );
    if (glance === null) throw new Error('the caller has left');
    for (const fact of glance.facts) yield tellFact(fact);
    position = glance.facts.at(-1)?.position ?? position;
    if (glance.over && glance.facts.length < page) return glance.view;
  }
};
