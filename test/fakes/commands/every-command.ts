// Every command once or more, in an order in which each finds what it needs: what is asked, and how it must end.
import type { CommandName } from '../../../src/contract/commands.ts';
import type { ErrorCode } from '../../../src/domain/error.ts';
import type { Bench } from './open-bench.ts';

export type Asked = {
  readonly command: CommandName;
  readonly input: (bench: Bench) => object;
  /** As a person; who is none is refused what only a person may. */
  readonly ends: 'ok' | ErrorCode;
};

const row = (command: CommandName, input: object | ((bench: Bench) => object), ends: Asked['ends'] = 'ok'): Asked => ({
  command,
  input: typeof input === 'function' ? (input as Asked['input']) : () => input,
  ends,
});

const here = ({ checkout }: Bench) => ({ cwd: checkout });
const task = 'shop-1';
const ofTask = (bench: Bench) => ({ ...here(bench), task });
const nobody = { session: 'nobody', cwd: '/' };

export const everyCommand: readonly Asked[] = [
  row('service.ping', {}),
  row('service.ping', { unknown: 1 }, 'USAGE'),
  row('service.doctor', {}),
  row('service.names', { kind: 'agent' }),
  row('service.board', {}),
  row('service.ps', { all: true }),
  row('service.ps', { id: 'nobody' }, 'SESSION_NOT_FOUND'),
  row('agents.list', {}),

  row('config.path', {}),
  row('config.list', {}),
  row('config.get', { key: 'sandbox' }),
  row('config.set', { key: 'sandbox', value: 'auto' }),
  row('config.set', { key: 'sandbocks', value: 'auto' }, 'UNKNOWN_KEY'),
  row('config.text', {}),
  row('config.unset', { key: 'sandbox' }),
  row('config.replace', (bench) => ({ text: 'sandbox: auto\n', before: bench.config() })),
  row('config.replace', { text: 'sandbox: off\n', before: 'something else\n' }, 'NOT_READY'),
  row('config.pin', { pin: '2468' }),

  row('workspace.add', ({ checkout }) => ({ name: 'shop', path: checkout, cwd: checkout })),
  row('workspace.add', ({ checkout }) => ({ name: 'shop', path: checkout, cwd: checkout }), 'ALREADY_EXISTS'),
  row('workspace.list', {}),
  row('workspace.show', here),
  row('workspace.check', here),
  row('workspace.init', here),
  row('workspace.set', { workspace: 'shop', key: 'slots', value: '2' }),

  row('env.add', ({ folder, checkout }) => ({ name: 'shop-local', connect: folder, cwd: checkout })),
  row('env.list', {}),
  row('env.set', { env: 'shop-local', key: 'log', value: 'app.log' }),
  row('env.show', { env: 'shop-local' }),
  row('env.probe', { env: 'shop-local' }),
  row('env.verify', { env: 'shop-local', since: 'never' }, 'USAGE'),
  row('env.remove', { env: 'shop-local' }),
  row('env.remove', { env: 'shop-local' }, 'ENVIRONMENT_NOT_FOUND'),

  row('task.create', (bench) => ({ ...here(bench), text: 'the total is wrong' })),
  row('task.create', (bench) => ({ ...here(bench), text: '  ' }), 'TEXT_EMPTY'),
  row('task.list', { all: true }),
  row('flow.list', { all: true }),
  row('flow.status', { flow: task }, 'FLOW_NOT_FOUND'),
  row('task.show', ofTask),
  row('task.show', (bench) => ({ ...here(bench), task: 'shop-99' }), 'TASK_NOT_FOUND'),
  row('task.say', { task, text: 'mind the tax' }),
  row('task.log', ofTask),
  row('task.path', ofTask, 'PATH_NOT_FOUND'),
  row('task.diff', ofTask, 'PATH_NOT_FOUND'),
  row('task.attempts', ofTask),
  row('task.evidence', ofTask),
  row('task.proof', ofTask, 'EVIDENCE_MISSING'),
  row('task.continuation', ofTask),
  row('task.open', ofTask, 'PATH_NOT_FOUND'),
  row('task.conflicts', ofTask),
  row('task.conflicts', (bench) => ({ ...ofTask(bench), with: 'shop-99' }), 'TASK_NOT_FOUND'),
  row('task.run', ofTask, 'NOT_READY'),
  row('task.screenshot', ofTask, 'NOT_READY'),
  row('task.shell', ofTask, 'PATH_NOT_FOUND'),
  row('task.checkout', ofTask, 'NOT_READY'),
  row('task.take', ofTask, 'NOT_READY'),
  row('task.give', ofTask, 'NOT_READY'),
  row('step.status', ofTask),
  row('step.renew', ofTask, 'LOCK_NOT_FOUND'),
  row('step.analyze', ofTask, 'LOCK_NOT_FOUND'),
  row('step.develop', ofTask, 'LOCK_NOT_FOUND'),
  row('step.test', ofTask, 'LOCK_NOT_FOUND'),
  row('step.submit', ofTask, 'LOCK_NOT_FOUND'),
  row('step.verify', ofTask, 'LOCK_NOT_FOUND'),
  row('step.watch', (bench) => ({ ...here(bench), task: 'shop-99', seq: 9 }), 'TASK_NOT_FOUND'),
  row('step.release', (bench) => ({ ...here(bench), task: 'shop-99' }), 'TASK_NOT_FOUND'),
  row('feature.plan', (bench) => ({ ...ofTask(bench), features: 'F-1: One' }), 'NOT_READY'),
  row('feature.list', ofTask, 'FEATURES_MISSING'),
  row('feature.next', ofTask, 'FEATURES_MISSING'),
  row('feature.update', (bench) => ({ ...ofTask(bench), feature: 'F-9', title: 'Two' }), 'FEATURES_MISSING'),
  row('feature.done', (bench) => ({ ...ofTask(bench), feature: 'F-9' }), 'FEATURES_MISSING'),

  row('task.pause', { task }),
  row('task.resume', { task }),
  row('task.retry', { task }),
  row('task.rewind', { task, attempt: 'SC-1/1' }, 'NOT_READY'),
  row('task.reopen', { task, text: 'again' }, 'NOT_READY'),
  row('task.watch', (bench) => ({ ...here(bench), task: 'shop-99' }), 'TASK_NOT_FOUND'),
  row('task.finish', { task }),
  row('task.cancel', { task }),

  row('question.list', { all: true }),
  row('question.answer', { question: 'q99', choice: 'yes' }, 'QUESTION_NOT_FOUND'),
  row('question.propose', { question: 'q99', text: 'yes' }, 'QUESTION_NOT_FOUND'),
  row('question.watch', { question: 'q99' }, 'QUESTION_NOT_FOUND'),

  row('step.take', (bench) => ({ ...here(bench), text: ' ' }), 'TEXT_EMPTY'),
  row('chain.create', (bench) => ({ ...here(bench), plans: [] }), 'USAGE'),
  row('chain.list', {}),
  row('chain.show', { chain: 'x9' }, 'CHAIN_NOT_FOUND'),
  row('chain.watch', { chain: 'x9' }, 'CHAIN_NOT_FOUND'),
  row('chain.resume', { chain: 'x9' }, 'CHAIN_NOT_FOUND'),
  row('chain.cancel', { chain: 'x9' }, 'CHAIN_NOT_FOUND'),

  row('run.create', (bench) => ({ ...here(bench), prompt: 'look around', agent: 'nobody' }), 'ENGINE_ERROR'),
  row('run.watch', { run: 'r99' }, 'RUN_NOT_FOUND'),
  row('run.cancel', { run: 'r99' }, 'RUN_NOT_FOUND'),

  row('session.start', (bench) => ({ ...here(bench), agent: 'nobody-knows-it' }), 'ENGINE_ERROR'),
  row('session.send', { ...nobody, text: 'hello' }, 'SESSION_NOT_FOUND'),
  row('session.pane', nobody, 'SESSION_NOT_FOUND'),
  row('session.attach', nobody, 'SESSION_NOT_FOUND'),
  row('session.stop', nobody, 'SESSION_NOT_FOUND'),
  row('inbox.list', { cwd: '/' }, 'SESSION_NOT_FOUND'),
  row('inbox.drop', { message: 'm9', cwd: '/' }, 'MESSAGE_NOT_FOUND'),
  row('inbox.clear', nobody, 'SESSION_NOT_FOUND'),

  row('telegram.list', {}),
  row('telegram.pair', {}, 'CHANNEL_OFF'),
  row('telegram.unpair', { user: 'ada' }, 'USER_NOT_FOUND'),
  row('web.link', {}, 'UNSUPPORTED'),
  row('web.list', {}),
  row('web.revoke', { session: 'w9' }, 'USER_NOT_FOUND'),

  row('service.events', (bench) => ({ ...here(bench), follow: false })),
  row('service.logs', (bench) => ({ ...here(bench), id: 'nobody' }), 'SESSION_NOT_FOUND'),
  row('service.wait', (bench) => ({ ...here(bench), id: task, timeout: 10 }), 'WAIT_TIMEOUT'),
  row('service.history', here),
  row('service.search', { words: 'total' }),
  row('service.spend', {}),
  row('service.backup', ({ folder }) => ({ file: `${folder}/copy.db` })),
  row('service.audit', {}),
  row('workspace.remove', { workspace: 'shop' }),
  row('service.down', {}),
];
