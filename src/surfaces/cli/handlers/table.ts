// Commands that are more than one request and its reply, by their words, noun after noun. Those said again and again are there at once: a file of its own costs two milliseconds. Each other is loaded when it runs.
import type { Ask } from '../daemon/ask.ts';
import type { Manner } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Console } from '../terminal/console.ts';
import { runNames } from './names.ts';
import { runOnce } from './run.ts';
import { runSend } from './send.ts';
import { runPane, runPs, runStop } from './session.ts';

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

  answer: async (...given) => (await import('./answer.ts')).runAnswer(...given),

  run: runOnce,

  'completion names': runNames,
  doctor: async (...given) => (await import('./service.ts')).runDoctor(...given),
  down: async (...given) => (await import('./service.ts')).runDown(...given),
  restore: async (...given) => (await import('./restore.ts')).runRestore(...given),
  uninstall: async (...given) => (await import('./uninstall.ts')).runUninstall(...given),

  attach: async (...given) => (await import('./attach.ts')).runAttach(...given),
  events: async (...given) => (await import('./follow.ts')).runEvents(...given),
  history: async (console, ask, values, manner) =>
    values.search === undefined ? null : (await import('./follow.ts')).runSearch(console, ask, values, manner),
  logs: async (...given) => (await import('./follow.ts')).runLogs(...given),
  pane: runPane,
  ps: async (console, ask, values, manner) => (values.watch === true ? runPs(console, ask, values, manner) : null),
  send: runSend,
  start: async (...given) => (await import('./start.ts')).runStart(...given),
  stop: runStop,
  wait: async (...given) => (await import('./follow.ts')).runWait(...given),

  loop: async (...given) => (await import('./loop.ts')).runLoop(...given),
  do: async (...given) => (await import('./do.ts')).runDo(...given),
  'task attach': async (...given) => (await import('./task.ts')).runTaskAttach(...given),
  'task continuation': async (...given) => (await import('./continuation.ts')).runContinuation(...given),
  'task evidence': async (...given) => (await import('./evidence.ts')).runEvidence(...given),
  'task open': async (...given) => (await import('./task.ts')).runOpen(...given),
  'task shell': async (...given) => (await import('./task.ts')).runShell(...given),
  'task watch': async (...given) => (await import('./watch-task.ts')).runWatch(...given),
};
