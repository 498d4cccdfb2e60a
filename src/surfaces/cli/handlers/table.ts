// Commands that are more than one request and its reply, by their words, noun after noun. Those said again and again are there at once: a file of its own costs two milliseconds. Each other is loaded when it runs.
import type { Ask } from '../daemon/ask.ts';
import type { Manner } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Console } from '../terminal/console.ts';
import { runAttach } from './attach.ts';
import { runDo } from './do.ts';
import { runEvents, runLogs, runSearch, runWait } from './follow.ts';
import { runNames } from './names.ts';
import { runOnce } from './run.ts';
import { runSend } from './send.ts';
import { runPane, runPs, runStop } from './session.ts';
import { runStart } from './start.ts';

/** null: said like this it is one request and its reply after all. */
type Handler = (console: Console, ask: Ask, values: Values, manner: Manner) => Promise<number | null>;

export const handlers: Readonly<Record<string, Handler>> = {
  chain: async (...given) => (await import('./chain.ts')).runChain(...given),

  'config edit': async (...given) => (await import('./config-edit.ts')).runConfigEdit(...given),
  'config pin': async (...given) => (await import('./service.ts')).runPin(...given),

  'env verify': async (...given) => (await import('./verify.ts')).runVerify(...given),

  'step feature done': async (...given) => (await import('./lease.ts')).runFeature('feature.done', ...given),
  'step feature next': async (...given) => (await import('./lease.ts')).runFeature('feature.next', ...given),
  'step feature plan': async (...given) => (await import('./lease.ts')).runFeature('feature.plan', ...given),
  'step feature update': async (...given) => (await import('./lease.ts')).runFeature('feature.update', ...given),

  'step analyze': async (...given) => (await import('./manual.ts')).runManualStep('step.analyze', ...given),
  'step develop': async (...given) => (await import('./manual.ts')).runManualStep('step.develop', ...given),
  'step release': async (...given) => (await import('./lease.ts')).runStep('step.release', ...given),
  'step renew': async (...given) => (await import('./lease.ts')).runStep('step.renew', ...given),
  'step status': async (...given) => (await import('./manual.ts')).runStatus(...given),
  'step submit': async (...given) => (await import('./manual.ts')).runManualStep('step.submit', ...given),
  'step test': async (...given) => (await import('./manual.ts')).runManualStep('step.test', ...given),
  'step verify': async (...given) => (await import('./manual.ts')).runManualStep('step.verify', ...given),

  '': async (...given) => (await import('../board/live-board.ts')).runBoard(...given),

  answer: async (...given) => (await import('./answer.ts')).runAnswer(...given),

  run: runOnce,

  'completion names': runNames,
  doctor: async (...given) => (await import('./service.ts')).runDoctor(...given),
  down: async (...given) => (await import('./service.ts')).runDown(...given),
  restore: async (...given) => (await import('./restore.ts')).runRestore(...given),
  upgrade: async (...given) => (await import('./installed/upgrade.ts')).runUpgrade(...given),
  uninstall: async (...given) => (await import('./installed/uninstall.ts')).runUninstall(...given),

  attach: runAttach,
  events: runEvents,
  history: async (console, ask, values, manner) =>
    values.search === undefined ? null : runSearch(console, ask, values, manner),
  logs: runLogs,
  pane: runPane,
  ps: runPs,
  send: runSend,
  start: runStart,
  stop: runStop,
  wait: runWait,

  'flow archive': async (...given) => (await import('./flow.ts')).runFlowMove('archives', ...given),
  'flow reopen': async (...given) => (await import('./flow.ts')).runFlowMove('active', ...given),
  'flow cancel': async (...given) => (await import('./flow.ts')).runFlowControl('task.cancel', ...given),
  'flow pause': async (...given) => (await import('./flow.ts')).runFlowControl('task.pause', ...given),
  'flow resume': async (...given) => (await import('./flow.ts')).runFlowControl('task.resume', ...given),
  'flow run': async (...given) => (await import('./flow.ts')).runFlowRun(...given),
  'flow status': async (...given) => (await import('./flow.ts')).runFlowStatus(...given),

  loop: async (...given) => (await import('./loop.ts')).runLoop(...given),
  do: runDo,
  'task attach': async (...given) => (await import('./task.ts')).runTaskAttach(...given),
  'task continuation': async (...given) => (await import('./continuation.ts')).runContinuation(...given),
  'task evidence': async (...given) => (await import('./evidence.ts')).runEvidence(...given),
  'task open': async (...given) => (await import('./task.ts')).runOpen(...given),
  'task shell': async (...given) => (await import('./task.ts')).runShell(...given),
  'task watch': async (...given) => (await import('./watch-task.ts')).runWatch(...given),
};
