// The commands of this folder under their names.
import { listAgents } from './agents.ts';

export const agentsCommands = {
  'agents.list': listAgents,
};
