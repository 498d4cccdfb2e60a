// The commands of this folder under their names.
import { audit, history } from './history.ts';
import { searchHistory } from './search.ts';
import { spend } from './spend.ts';

export const recordCommands = {
  'service.audit': audit,
  'service.history': history,
  'service.search': searchHistory,
  'service.spend': spend,
};
