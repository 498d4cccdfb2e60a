// The commands of this folder under their names.
import { events } from './events.ts';
import { logs } from './logs.ts';
import { wait } from './wait.ts';

export const followStreams = {
  'service.events': events,
  'service.logs': logs,
  'service.wait': wait,
};
