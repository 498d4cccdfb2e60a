// The reply of every command by name (types only).

import type { AgentList } from './agents.ts';
import type * as chain from './chain.ts';
import type { CommandName, StreamName } from './commands.ts';
import type {
  ConfigChanged,
  ConfigList,
  ConfigPath,
  ConfigReplaced,
  ConfigText,
  ConfigUnset,
  ConfigValue,
  PinSet,
} from './config.ts';
import type * as environment from './environment.ts';
import type { FeatureChanged, FeatureListView, FeatureNext } from './feature.ts';
import type { QuestionAnswered, QuestionList, QuestionProposed } from './question.ts';
import type * as record from './record.ts';
import type * as run from './run.ts';
import type { Backup, Board, Doctor, Down, NameList, Pong, Ps } from './service.ts';
import type * as session from './session.ts';
import type * as step from './step.ts';
import type * as task from './task.ts';
import type * as telegram from './telegram.ts';
import type * as workspace from './workspace.ts';

export type Replies = {
  'agents.list': AgentList;
  'chain.cancel': chain.ChainChanged;
  'chain.create': chain.ChainCreated;
  'chain.list': chain.ChainList;
  'chain.resume': chain.ChainChanged;
  'chain.show': chain.ChainView;
  'chain.watch': chain.ChainView;
  'config.get': ConfigValue;
  'config.list': ConfigList;
  'config.path': ConfigPath;
  'config.pin': PinSet;
  'config.replace': ConfigReplaced;
  'config.set': ConfigChanged;
  'config.text': ConfigText;
  'config.unset': ConfigUnset;
  'env.add': environment.EnvironmentAdded;
  'env.list': environment.EnvironmentList;
  'env.probe': environment.Probed;
  'env.remove': environment.EnvironmentRemoved;
  'env.set': environment.EnvironmentChanged;
  'env.show': environment.EnvironmentDetail;
  'env.verify': environment.Verified;
  'feature.done': FeatureChanged;
  'feature.list': FeatureListView;
  'feature.next': FeatureNext;
  'feature.plan': FeatureListView;
  'feature.update': FeatureChanged;
  'inbox.clear': session.InboxChanged;
  'inbox.drop': session.InboxChanged;
  'inbox.list': session.Inbox;
  'question.answer': QuestionAnswered;
  'question.list': QuestionList;
  'question.propose': QuestionProposed;
  'run.cancel': run.RunCancelled;
  'run.create': run.RunCreated;
  'run.watch': run.RunEnd;
  'service.audit': record.Audit;
  'service.backup': Backup;
  'service.board': Board;
  'service.doctor': Doctor;
  'service.down': Down;
  'service.events': session.EventsEnd;
  'service.history': session.History;
  'service.logs': session.LogEnd;
  'service.names': NameList;
  'service.ping': Pong;
  'service.ps': Ps;
  'service.search': record.Hits;
  'service.spend': record.SpendTable;
  'service.wait': session.WaitEnd;
  'session.attach': session.Attached;
  'session.pane': session.PaneView;
  'session.send': session.MessageSent;
  'session.start': session.SessionStarted;
  'session.stop': session.SessionsStopped;
  'step.analyze': step.StepBegun;
  'step.develop': step.StepBegun;
  'step.release': step.StepReleased;
  'step.renew': step.StepRenewed;
  'step.status': step.StepView;
  'step.submit': step.StepBegun;
  'step.take': step.StepTaken;
  'step.test': step.StepBegun;
  'step.verify': step.StepBegun;
  'step.watch': step.StepView;
  'task.cancel': task.TaskChanged;
  'task.checkout': task.TaskTried;
  'task.create': task.TaskCreated;
  'task.diff': task.TaskDiff;
  'task.evidence': task.TaskEvidence;
  'task.finish': task.TaskChanged;
  'task.give': task.TaskChanged;
  'task.list': task.TaskList;
  'task.log': task.TaskLog;
  'task.open': task.TaskAddress;
  'task.path': task.TaskPath;
  'task.run': task.TaskRun;
  'task.pause': task.TaskChanged;
  'task.reopen': task.TaskChanged;
  'task.resume': task.TaskChanged;
  'task.retry': task.TaskChanged;
  'task.say': task.TaskSaid;
  'task.shell': task.TaskShell;
  'task.show': task.TaskDetail;
  'task.take': task.TaskTaken;
  'task.watch': task.WatchEnd;
  'telegram.list': telegram.TelegramUsers;
  'telegram.pair': telegram.TelegramPairing;
  'telegram.unpair': telegram.TelegramUnpaired;
  'workspace.add': workspace.WorkspaceAdded;
  'workspace.check': workspace.WorkspaceCheck;
  'workspace.init': workspace.WorkspaceInit;
  'workspace.list': workspace.WorkspaceList;
  'workspace.remove': workspace.WorkspaceRemoved;
  'workspace.set': workspace.WorkspaceChanged;
  'workspace.show': workspace.WorkspaceDetail;
};

/** Events of the streaming commands. */
export type Events = {
  'chain.watch': chain.ChainEvent;
  'run.watch': run.RunEvent;
  'service.events': session.JournalEvent;
  'service.logs': session.LogEvent;
  'service.wait': session.WaitBeat;
  'session.pane': session.PaneView;
  'session.send': session.SendEvent;
  'step.watch': step.StepEvent;
  'task.watch': task.TaskEvent;
};

/** Fails to compile when a streaming command has no events or events no command. */
export type EventsMatch = [StreamName] extends [keyof Events]
  ? [keyof Events] extends [StreamName]
    ? true
    : never
  : never;

/** Fails to compile when a command has no reply type or a reply no command. */
export type RepliesMatch = [CommandName] extends [keyof Replies]
  ? [keyof Replies] extends [CommandName]
    ? true
    : never
  : never;
