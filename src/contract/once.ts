// Which requests may carry a key (`once` in their input), under which they are done once however often they are said; data, so that the CLI knows what to ask again and the daemon what to remember.
import type { CommandName } from './commands.ts';

/**
 * `found`: what it made is found under the key, written with it in one transaction. Of the others the reply is remembered. Where a crash came
 * between the deed and its reply, `again` ones are done again, which changes nothing more; of `told` ones it is said that nobody knows.
 * Not here: what changes nothing, ends the daemon, replies with a secret that is not to be kept, or is safe to repeat by itself (a step under its
 * lease, a text with the one it replaces).
 */
export const onceRules: Readonly<Partial<Record<CommandName, 'found' | 'again' | 'told'>>> = {
  'chain.cancel': 'again',
  'chain.create': 'told',
  'chain.resume': 'again',
  'config.set': 'again',
  'config.unset': 'again',
  'env.add': 'told',
  'env.remove': 'told',
  'env.set': 'again',
  'feature.done': 'told',
  'feature.next': 'told',
  'feature.plan': 'told',
  'feature.update': 'again',
  'inbox.clear': 'again',
  'inbox.drop': 'again',
  'question.answer': 'told',
  'run.cancel': 'again',
  'run.create': 'found',
  'session.send': 'found',
  'session.start': 'found',
  'session.stop': 'again',
  'step.release': 'again',
  'task.cancel': 'again',
  'task.create': 'found',
  'task.finish': 'told',
  'task.give': 'told',
  'task.pause': 'again',
  'task.reopen': 'told',
  'task.resume': 'again',
  'task.retry': 'told',
  'task.say': 'told',
  'telegram.unpair': 'again',
  'workspace.add': 'told',
  'workspace.init': 'told',
  'workspace.remove': 'told',
  'workspace.set': 'again',
};
