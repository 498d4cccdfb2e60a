// Every command by name: what its input must be, and whether it streams. The daemon and every surface that validates use this; the CLI does not load it.
import * as agents from './agents.ts';
import * as chain from './chain.ts';
import * as config from './config.ts';
import * as environment from './environment.ts';
import * as feature from './feature.ts';
import * as question from './question.ts';
import * as record from './record.ts';
import * as run from './run.ts';
import * as service from './service.ts';
import * as session from './session.ts';
import * as step from './step.ts';
import * as task from './task.ts';
import * as telegram from './telegram.ts';
import * as workspace from './workspace.ts';

export const schemas = {
  'agents.list': agents.listAgents,
  'chain.cancel': chain.ofChain,
  'chain.create': chain.createChain,
  'chain.list': chain.listChains,
  'chain.resume': chain.ofChain,
  'chain.show': chain.ofChain,
  'chain.watch': chain.watchChain,
  'config.get': config.getConfig,
  'config.list': config.listConfig,
  'config.path': config.pathConfig,
  'config.pin': config.pinConfig,
  'config.replace': config.replaceConfig,
  'config.set': config.setConfig,
  'config.text': config.textConfig,
  'config.unset': config.unsetConfig,
  'env.add': environment.addEnvironment,
  'env.list': environment.listEnvironments,
  'env.probe': environment.probeEnvironment,
  'env.remove': environment.removeEnvironment,
  'env.set': environment.setEnvironment,
  'env.show': environment.showEnvironment,
  'env.verify': environment.verifyEnvironment,
  'feature.done': feature.doneFeature,
  'feature.list': feature.listFeatures,
  'feature.next': feature.nextFeature,
  'feature.plan': feature.planFeatures,
  'feature.update': feature.updateFeature,
  'inbox.clear': session.clearInbox,
  'inbox.drop': session.dropFromInbox,
  'inbox.list': session.listInbox,
  'question.answer': question.answerQuestion,
  'question.list': question.listQuestions,
  'question.propose': question.proposeAnswer,
  'run.cancel': run.cancelRun,
  'run.create': run.createRun,
  'run.watch': run.watchRun,
  'service.audit': record.audit,
  'service.board': service.board,
  'service.doctor': service.doctor,
  'service.down': service.down,
  'service.events': session.eventsOf,
  'service.history': session.history,
  'service.logs': session.logsOf,
  'service.names': service.names,
  'service.ping': service.ping,
  'service.ps': service.ps,
  'service.search': record.search,
  'service.spend': record.spend,
  'service.wait': session.waitFor,
  'session.attach': session.attachSession,
  'session.pane': session.paneOfSession,
  'session.send': session.sendToSession,
  'session.start': session.startSession,
  'session.stop': session.stopSession,
  'step.analyze': step.analyzeStep,
  'step.develop': step.developStep,
  'step.release': step.releaseStep,
  'step.renew': step.renewStep,
  'step.status': step.statusOfStep,
  'step.submit': step.submitStep,
  'step.take': step.takeStep,
  'step.test': step.testStep,
  'step.verify': step.verifyStep,
  'step.watch': step.watchStep,
  'task.cancel': task.cancelTask,
  'task.checkout': task.tryTask,
  'task.create': task.createTask,
  'task.diff': task.ofTaskHere,
  'task.evidence': task.evidenceOfTask,
  'task.finish': task.ofTask,
  'task.give': task.giveTask,
  'task.list': task.listTasks,
  'task.log': task.logOfTask,
  'task.open': task.ofTaskHere,
  'task.path': task.pathOfTask,
  'task.run': task.runTask,
  'task.pause': task.pauseTask,
  'task.reopen': task.reopenTask,
  'task.resume': task.ofTask,
  'task.retry': task.ofTask,
  'task.say': task.sayToTask,
  'task.shell': task.shellOfTask,
  'task.show': task.ofTaskHere,
  'task.take': task.takeTask,
  'task.watch': task.watchTask,
  'telegram.list': telegram.listTelegram,
  'telegram.pair': telegram.pairTelegram,
  'telegram.unpair': telegram.unpairTelegram,
  'workspace.add': workspace.addWorkspace,
  'workspace.check': workspace.checkWorkspace,
  'workspace.init': workspace.initWorkspace,
  'workspace.list': workspace.listWorkspaces,
  'workspace.remove': workspace.removeWorkspace,
  'workspace.set': workspace.setWorkspace,
  'workspace.show': workspace.showWorkspace,
} as const;

export type CommandName = keyof typeof schemas;

/** Those that tell events before their reply. */
export const streams = [
  'chain.watch',
  'run.watch',
  'service.events',
  'service.logs',
  'service.wait',
  'session.pane',
  'session.send',
  'step.watch',
  'task.watch',
] as const satisfies readonly CommandName[];
export type StreamName = (typeof streams)[number];
