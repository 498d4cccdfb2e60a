// A message as it is first written down.
import type { HostId, Instant, TaskId } from '../ids.ts';
import { newRow } from '../new-row.ts';
import type { MessageThingId, SessionId } from './ids.ts';
import type { Message, MessageSpec } from './message.ts';

export const newMessage = (
  id: MessageThingId,
  session: SessionId,
  spec: MessageSpec,
  host: HostId,
  at: Instant,
): Message => ({
  ...newRow(host, at),
  id,
  kind: 'message',
  task: session as unknown as TaskId,
  parent: session,
  key: id,
  spec,
  state: { kind: 'queued', why: '' },
});
