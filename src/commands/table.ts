// Every request under its name.

import type { CommandName, StreamName } from '../contract/commands.ts';
import { addEnvironment } from './add-environment.ts';
import { addWorkspace } from './add-workspace.ts';
import { analyzeStep } from './analyze-step.ts';
import { answerQuestion } from './answer-question.ts';
import { attach } from './attach.ts';
import { audit } from './audit.ts';
import { backUp } from './back-up.ts';
import { board } from './board.ts';
import { cancelChain } from './cancel-chain.ts';
import { cancelRun } from './cancel-run.ts';
import { cancelTask } from './cancel-task.ts';
import { checkWorkspace } from './check-workspace.ts';
import { clearInbox } from './clear-inbox.ts';
import { createChain } from './create-chain.ts';
import { createRun } from './create-run.ts';
import { createTask } from './create-task.ts';
import { developStep } from './develop-step.ts';
import { diffTask } from './diff-task.ts';
import { doctor } from './doctor.ts';
import { down } from './down.ts';
import { dropMessage } from './drop-message.ts';
import { evidenceOfTask } from './evidence-of-task.ts';
import { finishFeature } from './finish-feature.ts';
import { finishTask } from './finish-task.ts';
import { getConfig } from './get-config.ts';
import { giveTask } from './give-task.ts';
import { history } from './history.ts';
import { initWorkspace } from './init-workspace.ts';
import { listAgents } from './list-agents.ts';
import { listChains } from './list-chains.ts';
import { listConfig } from './list-config.ts';
import { listEnvironments } from './list-environments.ts';
import { listFeatures } from './list-features.ts';
import { listInbox } from './list-inbox.ts';
import { listNames } from './list-names.ts';
import { listQuestions } from './list-questions.ts';
import { listTasks } from './list-tasks.ts';
import { listTelegram } from './list-telegram.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { logTask } from './log-task.ts';
import { nextFeature } from './next-feature.ts';
import { openTask } from './open-task.ts';
import { pairTelegram } from './pair-telegram.ts';
import { pathOfConfig } from './path-of-config.ts';
import { pathOfTask } from './path-of-task.ts';
import { pauseTask } from './pause-task.ts';
import { ping } from './ping.ts';
import { planFeatures } from './plan-features.ts';
import type { Command } from './ports.ts';
import { probeEnvironment } from './probe-environment.ts';
import { proposeAnswer } from './propose-answer.ts';
import { ps } from './ps.ts';
import { releaseStep } from './release-step.ts';
import { removeEnvironment } from './remove-environment.ts';
import { removeWorkspace } from './remove-workspace.ts';
import { renewStep } from './renew-step.ts';
import { reopenTask } from './reopen-task.ts';
import { replaceConfig } from './replace-config.ts';
import { resumeChain } from './resume-chain.ts';
import { resumeTask } from './resume-task.ts';
import { retryTask } from './retry-task.ts';
import { runTask } from './run-task.ts';
import { sayToTask } from './say-to-task.ts';
import { searchHistory } from './search-history.ts';
import { setConfig } from './set-config.ts';
import { setEnvironment } from './set-environment.ts';
import { setPin } from './set-pin.ts';
import { setWorkspace } from './set-workspace.ts';
import { shellOfTask } from './shell-of-task.ts';
import { showChain } from './show-chain.ts';
import { showEnvironment } from './show-environment.ts';
import { showTask } from './show-task.ts';
import { showWorkspace } from './show-workspace.ts';
import { spend } from './spend.ts';
import { startSession } from './start-session.ts';
import { statusOfStep } from './status-of-step.ts';
import { stop } from './stop.ts';
import { submitStep } from './submit-step.ts';
import { takeStep } from './take-step.ts';
import { takeTask } from './take-task.ts';
import { testStep } from './test-step.ts';
import { textOfConfig } from './text-of-config.ts';
import { tryTask } from './try-task.ts';
import { unpairTelegram } from './unpair-telegram.ts';
import { unsetConfig } from './unset-config.ts';
import { updateFeature } from './update-feature.ts';
import { verifyEnvironment } from './verify-environment.ts';
import { verifyStep } from './verify-step.ts';

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
