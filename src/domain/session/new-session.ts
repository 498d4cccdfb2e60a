// A session as it is first written down.
import type { HostId, Instant, TaskId } from '../ids.ts';
import type { SessionId } from './ids.ts';
import type { Session, SessionSpec } from './session.ts';

/** Its facts and questions are its own: it stands where a task would. */
export const newSession = (id: SessionId, spec: SessionSpec, host: HostId, at: Instant): Session => ({
  id,
  kind: 'session',
  task: id as unknown as TaskId,
  parent: null,
  key: '',
  host,
  version: 1,
  fence: 1,
  effects: 0,
  ended: false,
  spec,
  state: { kind: 'requested' },
  createdAt: at,
  updatedAt: at,
});
