// A session as it is first written down.
import type { HostId, Instant, TaskId } from '../ids.ts';
import { newRow } from '../new-row.ts';
import type { SessionId } from './ids.ts';
import type { Session, SessionSpec } from './session.ts';

/** Its facts and questions are its own: it stands where a task would. */
export const newSession = (id: SessionId, spec: SessionSpec, host: HostId, at: Instant): Session => ({
  ...newRow(host, at),
  id,
  kind: 'session',
  task: id as unknown as TaskId,
  spec,
  state: { kind: 'requested' },
});
