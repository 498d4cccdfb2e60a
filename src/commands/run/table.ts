// The commands of this folder under their names.
import { createRun } from './create.ts';
import { cancelRun, watchRun } from './run.ts';

export const runCommands = {
  'run.cancel': cancelRun,
  'run.create': createRun,
};

export const runStreams = {
  'run.watch': watchRun,
};
