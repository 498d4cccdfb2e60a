// How a node's status may change. Nothing makes of what is blocked or failed something that is done; back to the beginning goes only who says so.
import { fail, ok, type Result } from '../error.ts';
import type { NodeStatus, StatusChange } from './node.ts';

const moves: Readonly<Record<NodeStatus, readonly NodeStatus[]>> = {
  pending: ['in_progress', 'blocked', 'skipped', 'cancelled'],
  in_progress: ['completed', 'failed', 'blocked', 'skipped', 'cancelled'],
  blocked: ['in_progress', 'failed', 'skipped', 'cancelled'],
  completed: [],
  failed: [],
  skipped: [],
  cancelled: [],
};

/** The change with the status that there truly was before. */
export function moveStatus(from: NodeStatus, to: NodeStatus, changedAt: string): Result<StatusChange> {
  if (moves[from].includes(to)) return ok({ from, to, changedAt });
  return fail('NOT_READY', `A node that is ${from} does not become ${to}; it is reset first.`, { from, to });
}

/** A person's word: it is begun anew. */
export const resetStatus = (from: NodeStatus, changedAt: string): StatusChange => ({ from, to: 'pending', changedAt });
