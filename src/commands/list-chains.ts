// Chains, the newest first.
import type { Chain } from '../domain/chain/chain.ts';
import type { Command } from './ports.ts';
import { viewChain } from './view-chain.ts';

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
