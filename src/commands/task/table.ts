// The commands of this folder under their names.

import { tryTask } from './checkout.ts';
import { conflictsOfTask } from './conflicts.ts';
import { cancelTask, finishTask, pauseTask, resumeTask, retryTask } from './control.ts';
import { createTask } from './create.ts';
import { diffTask } from './diff.ts';
import { evidenceOfTask } from './evidence.ts';
import { attemptsOfTask, rewindTask } from './in-hand/rewind.ts';
import { giveTask, takeTask } from './in-hand/take-over.ts';
import { listTasks } from './list.ts';
import { runTask } from './preview/preview.ts';
import { takeScreenshot } from './preview/screenshot.ts';
import { continuationOfTask } from './progress/continuation.ts';
import { logTask } from './progress/log.ts';
import { proveTask } from './proof.ts';
import { reopenTask } from './reopen.ts';
import { sayToTask } from './say.ts';
import { shellOfTask } from './shell.ts';
import { showTask } from './show.ts';
import { watchTask } from './watch.ts';
import { openTask, pathOfTask } from './where.ts';

export const taskCommands = {
  'task.attempts': attemptsOfTask,
  'task.cancel': cancelTask,
  'task.checkout': tryTask,
  'task.continuation': continuationOfTask,
  'task.create': createTask,
  'task.diff': diffTask,
  'task.evidence': evidenceOfTask,
  'task.finish': finishTask,
  'task.give': giveTask,
  'task.list': listTasks,
  'task.log': logTask,
  'task.open': openTask,
  'task.path': pathOfTask,
  'task.proof': proveTask,
  'task.conflicts': conflictsOfTask,
  'task.run': runTask,
  'task.pause': pauseTask,
  'task.reopen': reopenTask,
  'task.rewind': rewindTask,
  'task.resume': resumeTask,
  'task.retry': retryTask,
  'task.say': sayToTask,
  'task.screenshot': takeScreenshot,
  'task.shell': shellOfTask,
  'task.show': showTask,
  'task.take': takeTask,
};

export const taskStreams = {
  'task.watch': watchTask,
};
