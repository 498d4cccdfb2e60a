// One chain with its plans.
import { findChain } from './find-chain.ts';
import type { Command } from './ports.ts';
import { viewChain } from './view-chain.ts';

export const showChain: Command<'chain.show'> = ({ store }, { chain }) =>
  store.read(async (reads) => viewChain(reads, await findChain(reads, chain)));
