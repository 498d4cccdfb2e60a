// Commands of a chat: each is one request, and its reply in short.
import { type Acting, type Known, request } from '../acting.ts';
import type { Kept, Said } from '../kept.ts';
import { reply } from '../reply.ts';
import { shorten } from '../text/split.ts';
import { sayDiff, sayProbe, sayTask, sayTasks, type Task } from '../text/summaries.ts';
import { type Texts, textsOf } from '../text/texts.ts';
import { onRequest } from './request.ts';
import { type CommandName, lookNames, type Understood } from './understand.ts';

/** A command that is older and would change something is not done. */
export const oldCommandMs = 60 * 60_000;

type Meant = Extract<Understood, { kind: 'command' }>;
type Of = {
  readonly acting: Acting;
  readonly user: Known;
  readonly said: Said;
  readonly rest: string;
  readonly subject: Kept['subject'] | null;
};

export async function onCommand(
  acting: Acting,
  user: Known,
  said: Said,
  { name, rest }: Meant,
  subject: Kept['subject'] | null,
): Promise<void> {
  const texts = textsOf(user.language);
  if (user.right !== 'act' && !(lookNames.includes(name) && (name !== 'env' || rest === '')))
    return reply(acting, said.chat, texts.lookOnly);
  if (changes[name] !== undefined && isOld(acting, said)) return reply(acting, said.chat, texts.tooOld(name));
  const text = await run({ acting, user, said, rest, subject }, name);
  if (text !== null) await reply(acting, said.chat, text, { own: text === texts.help });
}

/** What was to be changed then is not what is there now. */
const isOld = ({ clock }: Acting, { date }: Said): boolean =>
  date !== undefined && clock.now() - date * 1000 > oldCommandMs;

async function run(of: Of, name: CommandName): Promise<string | null> {
  const { acting, user, said, rest } = of;
  const texts = textsOf(user.language);
  switch (name) {
    case 'help':
    case 'start':
    case 'do':
      return texts.help;
    case 'panic':
      return panic(of);
    case 'tasks': {
      const reply = await request<{ tasks: readonly Task[] }>(acting, user, 'task.list', {});
      return reply.ok ? sayTasks(reply.data.tasks, texts) || texts.noTasks : texts.failed(reply);
    }
    case 'config': {
      const reply = await request<Record<string, unknown>>(acting, user, 'config.list', {});
      return reply.ok ? sayConfig(reply.data, texts) : texts.failed(reply);
    }
    case 'env': {
      if (rest !== '') return probe(of);
      await onRequest(acting, user, said.chat, { kind: 'request', command: 'env.list', input: {} });
      return null;
    }
    default:
      return onTask(of, name);
  }
}

/** Everything at once, and without waiting for anything. */
async function panic({ acting, user, said }: Of): Promise<string> {
  const texts = textsOf(user.language);
  const asked = request<{ sessions: readonly unknown[]; tasks: readonly unknown[]; runs: readonly unknown[] }>(
    acting,
    user,
    'session.stop',
    { all: true, now: true, wait: false, cwd: '/' },
  );
  void acting.client.send(said.chat, texts.panicking);
  const reply = await asked;
  if (!reply.ok) return texts.failed(reply);
  const { sessions, runs, tasks } = reply.data;
  return texts.panic(sessions.length + runs.length, tasks.length);
}

async function probe({ acting, user, rest }: Of): Promise<string> {
  const reply = await request<Parameters<typeof sayProbe>[0]>(acting, user, 'env.probe', { env: rest.split(/\s+/)[0] });
  return reply.ok ? sayProbe(reply.data) : textsOf(user.language).failed(reply);
}

const changes: Partial<Record<CommandName, { readonly command: string; readonly input?: object }>> = {
  pause: { command: 'task.pause' },
  stop: { command: 'task.pause', input: { now: true } },
  resume: { command: 'task.resume' },
  cancel: { command: 'task.cancel', input: { keep: true } },
  done: { command: 'task.finish' },
};

export const changesByName = (meant: Understood): boolean =>
  meant.kind === 'command' && changes[meant.name] !== undefined;

async function onTask(of: Of, name: CommandName): Promise<string> {
  const { acting, user } = of;
  const texts = textsOf(user.language);
  const task = await taskMeant(of);
  if (task === null) return texts.noTask;
  const change = changes[name];
  if (change !== undefined) {
    const reply = await request<{ readonly said: string }>(acting, user, change.command, { ...change.input, task });
    return reply.ok ? texts.state(reply.data.said) : texts.failed(reply);
  }
  if (name === 'diff') return diff(of, task);
  if (name === 'log') return log(of, task);
  const reply = await request<Task>(acting, user, 'task.show', { task, cwd: '/' });
  return reply.ok ? sayTask(reply.data, texts) : texts.failed(reply);
}

/** Named, or that of the message that is replied to, or the only one that lives. */
async function taskMeant({ acting, user, rest, subject }: Of): Promise<string | null> {
  const [named] = rest.split(/\s+/);
  if (named !== undefined && named !== '') return named;
  if (subject !== null && 'task' in subject) return subject.task;
  if (subject !== null && 'question' in subject) {
    const { question: id } = subject;
    return (await acting.store.read((reads) => reads.question(id as never)))?.task ?? null;
  }
  const reply = await request<{ tasks: readonly Task[] }>(acting, user, 'task.list', {});
  return reply.ok && reply.data.tasks.length === 1 ? (reply.data.tasks[0]?.id ?? null) : null;
}

async function diff({ acting, user, said }: Of, task: string): Promise<string> {
  const texts = textsOf(user.language);
  const reply = await request<{ task: string; diff: string; files: number; added: number; removed: number }>(
    acting,
    user,
    'task.diff',
    { task, cwd: '/' },
  );
  if (!reply.ok) return texts.failed(reply);
  const { diff: text, files, added, removed } = reply.data;
  const whole = `${texts.changed(files, added, removed)}\n${sayDiff(text)}`;
  const workspace = workspaceOf(reply.data.task);
  if (!(acting.words.show?.diffs ?? []).includes(workspace)) return `${whole}\n${texts.notShown('diff', workspace)}`;
  await acting.client.document(said.chat, `${reply.data.task}.diff`, text);
  return whole;
}

async function log({ acting, user }: Of, task: string): Promise<string> {
  const texts = textsOf(user.language);
  const reply = await request<{ task: string; lines: readonly { readonly text: string }[] }>(acting, user, 'task.log', {
    task,
    cwd: '/',
    lines: 40,
  });
  if (!reply.ok) return texts.failed(reply);
  const workspace = workspaceOf(reply.data.task);
  if (!(acting.words.show?.logs ?? []).includes(workspace)) return texts.notShown('log', workspace);
  return reply.data.lines.map(({ text }) => shorten(text, 500)).join('\n');
}

export const workspaceOf = (task: string): string => task.replace(/-\d+$/, '');

function sayConfig({ workspaces, environments, policy, sandbox }: Record<string, unknown>, texts: Texts): string {
  const names = (of: unknown) => Object.keys((of ?? {}) as object).join(', ') || '–';
  return [
    `${texts.workspaces} ${names(workspaces)}`,
    `${texts.environments} ${names(environments)}`,
    `${texts.policy} ${typeof policy === 'string' ? policy : JSON.stringify(policy)}`,
    `${texts.sandbox} ${String(sandbox)}`,
  ].join('\n');
}
