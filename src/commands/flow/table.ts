// The commands of this folder under their names.
import { listFlows, statusOfFlow } from './status.ts';

export const flowCommands = {
  'flow.list': listFlows,
  'flow.status': statusOfFlow,
};
