// The commands of this folder under their names.
import { cancelChain, listChains, resumeChain, showChain } from './chain.ts';
import { createChain } from './create.ts';
import { watchChain } from './watch.ts';

export const chainCommands = {
  'chain.cancel': cancelChain,
  'chain.create': createChain,
  'chain.list': listChains,
  'chain.resume': resumeChain,
  'chain.show': showChain,
};

export const chainStreams = {
  'chain.watch': watchChain,
};
