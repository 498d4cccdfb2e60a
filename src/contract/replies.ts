// The reply of every command by name (types only).
import type { CommandName } from './commands.ts';
import type { ConfigList, ConfigPath } from './config.ts';
import type { EnvironmentAdded, EnvironmentChanged, EnvironmentList, EnvironmentRemoved } from './environment.ts';
import type { QuestionAnswered, QuestionList } from './question.ts';
import type { Board, Doctor, Down, Pong, Ps } from './service.ts';
import type { StepReleased, StepRenewed, StepTaken } from './step.ts';
import type * as task from './task.ts';
import type * as workspace from './workspace.ts';

export type Replies = {
  'config.list': ConfigList;
  'config.path': ConfigPath;
  'env.add': EnvironmentAdded;
  'env.list': EnvironmentList;
  'env.remove': EnvironmentRemoved;
  'env.set': EnvironmentChanged;
  'question.answer': QuestionAnswered;
  'question.list': QuestionList;
  'service.board': Board;
  'service.doctor': Doctor;
  'service.down': Down;
  'service.ping': Pong;
  'service.ps': Ps;
  'step.release': StepReleased;
  'step.renew': StepRenewed;
  'step.take': StepTaken;
  'task.cancel': task.TaskChanged;
  'task.create': task.TaskCreated;
  'task.diff': task.TaskDiff;
  'task.evidence': task.TaskEvidence;
  'task.finish': task.TaskChanged;
  'task.list': task.TaskList;
  'task.log': task.TaskLog;
  'task.path': task.TaskPath;
  'task.pause': task.TaskChanged;
  'task.resume': task.TaskChanged;
  'task.retry': task.TaskChanged;
  'task.say': task.TaskSaid;
  'task.show': task.TaskDetail;
  'task.watch': task.WatchEnd;
  'workspace.add': workspace.WorkspaceAdded;
  'workspace.check': workspace.WorkspaceCheck;
  'workspace.init': workspace.WorkspaceInit;
  'workspace.list': workspace.WorkspaceList;
  'workspace.remove': workspace.WorkspaceRemoved;
  'workspace.set': workspace.WorkspaceChanged;
  'workspace.show': workspace.WorkspaceDetail;
};

/** Events of the streaming commands. */
export type Events = { 'task.watch': task.TaskEvent };

/** Fails to compile when a command has no reply type or a reply no command. */
export type RepliesMatch = [CommandName] extends [keyof Replies]
  ? [keyof Replies] extends [CommandName]
    ? true
    : never
  : never;
