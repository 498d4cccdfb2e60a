// Every request under its name.
import type { CommandName, StreamName } from '../contract/commands.ts';
import { cancelChain, listChains, resumeChain, showChain } from './chain/chain.ts';
import { createChain } from './chain/create.ts';
import { watchChain } from './chain/watch.ts';
import { probeEnvironment } from './environment/probe.ts';
import {
  addEnvironment,
  listEnvironments,
  removeEnvironment,
  setEnvironment,
  showEnvironment,
} from './environment/registry.ts';
import { verifyEnvironment } from './environment/verify.ts';
import { listFeatures, nextFeature, planFeatures, updateFeature } from './feature/features.ts';
import { finishFeature } from './feature/finish.ts';
import { events } from './follow/events.ts';
import { logs } from './follow/logs.ts';
import { wait } from './follow/wait.ts';
import { releaseStep, renewStep } from './manual/release.ts';
import { statusOfStep } from './manual/status.ts';
import { analyzeStep, developStep, submitStep, testStep, verifyStep } from './manual/steps.ts';
import { takeStep } from './manual/take.ts';
import { watchStep } from './manual/watch.ts';
import type { Command, Stream } from './ports.ts';
import { answerQuestion } from './question/answer.ts';
import { listQuestions } from './question/list.ts';
import { proposeAnswer } from './question/propose.ts';
import { audit, history } from './record/history.ts';
import { searchHistory } from './record/search.ts';
import { spend } from './record/spend.ts';
import { createRun } from './run/create.ts';
import { cancelRun, watchRun } from './run/run.ts';
import { listAgents } from './service/agents.ts';
import { backUp } from './service/backup.ts';
import { board } from './service/board.ts';
import {
  getConfig,
  listConfig,
  pathOfConfig,
  replaceConfig,
  setConfig,
  textOfConfig,
  unsetConfig,
} from './service/config.ts';
import { doctor } from './service/doctor.ts';
import { down, ping } from './service/down.ts';
import { listNames } from './service/names.ts';
import { attach } from './session/attach.ts';
import { clearInbox, dropMessage, listInbox } from './session/inbox.ts';
import { pane } from './session/pane.ts';
import { ps } from './session/ps.ts';
import { send } from './session/send.ts';
import { startSession } from './session/start.ts';
import { stop } from './session/stop.ts';
import { setPin } from './shared/pin.ts';
import { tryTask } from './task/checkout.ts';
import { cancelTask, finishTask, pauseTask, resumeTask, retryTask } from './task/control.ts';
import { createTask } from './task/create.ts';
import { diffTask } from './task/diff.ts';
import { evidenceOfTask } from './task/evidence.ts';
import { listTasks } from './task/list.ts';
import { logTask } from './task/log.ts';
import { runTask } from './task/preview.ts';
import { reopenTask } from './task/reopen.ts';
import { sayToTask } from './task/say.ts';
import { shellOfTask } from './task/shell.ts';
import { showTask } from './task/show.ts';
import { giveTask, takeTask } from './task/take-over.ts';
import { watchTask } from './task/watch.ts';
import { openTask, pathOfTask } from './task/where.ts';
import { listTelegram, pairTelegram, unpairTelegram } from './telegram/pairing.ts';
import { checkWorkspace } from './workspace/check.ts';
import { initWorkspace } from './workspace/init.ts';
import { addWorkspace, listWorkspaces, removeWorkspace, setWorkspace, showWorkspace } from './workspace/registry.ts';

/** Those that tell events stand apart. */
export const table: { readonly [Name in Exclude<CommandName, StreamName>]: Command<Name> } = {
  'agents.list': listAgents,
  'chain.cancel': cancelChain,
  'chain.create': createChain,
  'chain.list': listChains,
  'chain.resume': resumeChain,
  'chain.show': showChain,
  'config.get': getConfig,
  'config.list': listConfig,
  'config.path': pathOfConfig,
  'config.pin': setPin,
  'config.replace': replaceConfig,
  'config.set': setConfig,
  'config.text': textOfConfig,
  'config.unset': unsetConfig,
  'env.add': addEnvironment,
  'env.list': listEnvironments,
  'env.probe': probeEnvironment,
  'env.remove': removeEnvironment,
  'env.set': setEnvironment,
  'env.show': showEnvironment,
  'env.verify': verifyEnvironment,
  'feature.done': finishFeature,
  'feature.list': listFeatures,
  'feature.next': nextFeature,
  'feature.plan': planFeatures,
  'feature.update': updateFeature,
  'inbox.clear': clearInbox,
  'inbox.drop': dropMessage,
  'inbox.list': listInbox,
  'question.answer': answerQuestion,
  'question.list': listQuestions,
  'question.propose': proposeAnswer,
  'run.cancel': cancelRun,
  'run.create': createRun,
  'service.audit': audit,
  'service.backup': backUp,
  'service.board': board,
  'service.doctor': doctor,
  'service.down': down,
  'service.history': history,
  'service.names': listNames,
  'service.ping': ping,
  'service.ps': ps,
  'service.search': searchHistory,
  'service.spend': spend,
  'session.attach': attach,
  'session.start': startSession,
  'session.stop': stop,
  'step.analyze': analyzeStep,
  'step.develop': developStep,
  'step.release': releaseStep,
  'step.renew': renewStep,
  'step.status': statusOfStep,
  'step.submit': submitStep,
  'step.take': takeStep,
  'step.test': testStep,
  'step.verify': verifyStep,
  'task.cancel': cancelTask,
  'task.checkout': tryTask,
  'task.create': createTask,
  'task.diff': diffTask,
  'task.evidence': evidenceOfTask,
  'task.finish': finishTask,
  'task.give': giveTask,
  'task.list': listTasks,
  'task.log': logTask,
  'task.open': openTask,
  'task.path': pathOfTask,
  'task.run': runTask,
  'task.pause': pauseTask,
  'task.reopen': reopenTask,
  'task.resume': resumeTask,
  'task.retry': retryTask,
  'task.say': sayToTask,
  'task.shell': shellOfTask,
  'task.show': showTask,
  'task.take': takeTask,
  'telegram.list': listTelegram,
  'telegram.pair': pairTelegram,
  'telegram.unpair': unpairTelegram,
  'workspace.add': addWorkspace,
  'workspace.check': checkWorkspace,
  'workspace.init': initWorkspace,
  'workspace.list': listWorkspaces,
  'workspace.remove': removeWorkspace,
  'workspace.set': setWorkspace,
  'workspace.show': showWorkspace,
};

// Every request that tells events before its reply, under its name.

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
