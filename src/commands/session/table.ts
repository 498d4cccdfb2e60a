// The commands of this folder under their names.
import { attach } from './attach.ts';
import { clearInbox, dropMessage, listInbox } from './inbox.ts';
import { pane } from './pane.ts';
import { ps } from './ps.ts';
import { send } from './send.ts';
import { startSession } from './start.ts';
import { stop } from './stop.ts';

export const sessionCommands = {
  'inbox.clear': clearInbox,
  'inbox.drop': dropMessage,
  'inbox.list': listInbox,
  'service.ps': ps,
  'session.attach': attach,
  'session.start': startSession,
  'session.stop': stop,
};

export const sessionStreams = {
  'session.pane': pane,
  'session.send': send,
};
