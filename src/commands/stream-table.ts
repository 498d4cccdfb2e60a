// Every request that tells events before its reply, under its name.
import type { StreamName } from '../contract/commands.ts';
import { events } from './events.ts';
import { logs } from './logs.ts';
import { pane } from './pane.ts';
import type { Stream } from './ports.ts';
import { send } from './send.ts';
import { wait } from './wait.ts';
import { watchChain } from './watch-chain.ts';
import { watchRun } from './watch-run.ts';
import { watchStep } from './watch-step.ts';
import { watchTask } from './watch-task.ts';

export const streamTable: { readonly [Name in StreamName]: Stream<Name> } = {
  'chain.watch': watchChain,
  'run.watch': watchRun,
  'service.events': events,
  'service.logs': logs,
  'service.wait': wait,
  'session.pane': pane,
  'session.send': send,
  'step.watch': watchStep,
  'task.watch': watchTask,
};
