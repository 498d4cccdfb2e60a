// Which requests only a person may make; data, so that the CLI knows when to prove its pid and the daemon when to demand it.
import type { CommandName } from './commands.ts';

export type PersonRule = {
  /** Whatever the input. */
  readonly always?: true;
  /** When one of these input fields is set (not absent, false or empty). */
  readonly with?: readonly string[];
  /** When this input field is absent. */
  readonly without?: string;
};

export const personRules: Readonly<Partial<Record<CommandName, PersonRule>>> = {
  'chain.cancel': { always: true },
  'env.add': { always: true },
  'env.remove': { always: true },
  'env.set': { always: true },
  'config.pin': { always: true },
  'config.replace': { always: true },
  'config.set': { always: true },
  'config.text': { always: true },
  'config.unset': { always: true },
  'feature.done': { without: 'token', with: ['override'] },
  'feature.next': { without: 'token' },
  'feature.plan': { without: 'token' },
  'feature.update': { without: 'token' },
  'question.answer': { always: true },
  'question.propose': { always: true },
  'service.backup': { always: true },
  'service.doctor': { with: ['fix'] },
  'service.down': { always: true },
  'session.attach': { without: 'look' },
  'session.send': { with: ['force', 'keys', 'no_submit', 'submit_only'] },
  'session.start': { with: ['allow', 'attach', 'budget', 'on_done'] },
  'session.stop': { with: ['all'] },
  'step.analyze': { without: 'token' },
  'step.develop': { without: 'token' },
  'step.release': { without: 'token' },
  'step.renew': { without: 'token' },
  'step.submit': { without: 'token', with: ['override', 'yes'] },
  'step.take': { with: ['takeover'] },
  'step.test': { without: 'token' },
  'step.verify': { without: 'token' },
  'task.cancel': { always: true },
  'task.create': { with: ['attachments', 'budget', 'confirmed', 'yes'] },
  'telegram.pair': { always: true },
  'telegram.unpair': { always: true },
  'task.checkout': { always: true },
  'task.finish': { always: true },
  'task.give': { always: true },
  'task.reopen': { always: true },
  'task.run': { always: true },
  'task.shell': { always: true },
  'task.take': { always: true },
  'workspace.add': { always: true },
  'workspace.init': { always: true },
  'workspace.remove': { always: true },
  'workspace.set': { always: true },
};

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** Requests where it matters whether an agent asks: the caller shows its process, whatever the input. */
export const identified: readonly CommandName[] = [
  'env.probe',
  'env.verify',
  'inbox.clear',
  'inbox.drop',
  'session.send',
  'session.start',
  'session.stop',
];

/** True where the daemon refuses this request with `UNAUTHORIZED` unless the caller proved to be a person. */
export function needsPerson(command: CommandName, input: unknown): boolean {
  const rule = personRules[command];
  if (rule === undefined) return false;
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (rule.without !== undefined && !isSet(fields[rule.without])) return true;
  return rule.always === true || (rule.with ?? []).some((field) => isSet(fields[field]));
}
