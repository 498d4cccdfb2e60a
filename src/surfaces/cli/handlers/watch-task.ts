// A task, live: its phases as lines, its state below; asks open questions inline on a terminal; Ctrl-C leaves it running.
import type { Reply } from '../../../contract/protocol.ts';
import type { TaskEvent, WatchEnd } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { findProseLook, type Manner, tellJson, tellNote, tellRefusal } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Output } from '../parse/parse.ts';
import { cleanAll, toJson } from '../print/clean.ts';
import { findLook, fitted } from '../print/look.ts';
import { exitOfEnd, proofLines, watchEnd } from '../print/task.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { askQuestions } from './ask-questions.ts';
import { createTaskView, type TaskView } from './task-view.ts';

export type Watch = {
  readonly task: string | undefined;
  readonly cwd: string;
  readonly after: number;
  readonly follow: boolean;
};

export async function runWatch(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const task = typeof values.task === 'string' ? values.task : undefined;
  const wanted = { task, cwd: console.cwd, after: Number(values.after ?? 0), follow: values.follow === true };
  return watch(console, ask, wanted, manner.output);
}

/** Exit code by outcome: 0 released or proven, 5 not verified, 1 failed, 6 waits for a person, 130 cancelled or left by Ctrl-C. */
export async function watch(console: Console, ask: Ask, wanted: Watch, output: Output): Promise<number> {
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort(), leaves);
  const view = createTaskView(console, ask);
  try {
    return await goOn(console, ask, wanted, output, view, leaving.signal);
  } finally {
    view.close();
    withdraw();
  }
}

/** Told to end, and a terminal that is closed, are Ctrl-C. */
const leaves = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** From the last position on, over answers and over a daemon that ended, until there is nothing more to see. */
async function goOn(
  console: Console,
  ask: Ask,
  wanted: Watch,
  output: Output,
  view: TaskView,
  signal: AbortSignal,
): Promise<number> {
  let { after, task } = wanted;
  for (let cuts = 0; ; ) {
    const seen: Seen = { after, task, question: undefined };
    const reply = await stream(console, ask, { ...wanted, ...seen }, output, view, seen, signal);
    cuts = seen.after > after ? 0 : cuts;
    ({ after, task } = seen);
    if (signal.aborted) return left(console, task, seen.question);
    if (!reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < 3) cuts += 1;
    else if (!reply.ok) return tellRefusal(console, reply, output);
    else if (!(await answered(console, ask, reply.data, output, signal)))
      return end(console, ask, reply.data, output, signal);
    else after = reply.data.position;
  }
}

type Seen = { after: number; task: string | undefined; question: string | undefined };

async function stream(
  console: Console,
  ask: Ask,
  input: Watch,
  output: Output,
  view: TaskView,
  seen: Seen,
  signal: AbortSignal,
): Promise<Reply<WatchEnd>> {
  const onEvent = (event: unknown) => {
    const said = event as TaskEvent;
    if (said.kind === 'fact') seen.after = Math.max(seen.after, said.position);
    else Object.assign(seen, { task: said.task.id, question: said.task.questions[0] });
    if (output === 'jsonl') console.stdout.write(`${toJson(said)}\n`);
    if (output === 'text') view.see(said);
  };
  const reply = await ask('task.watch', input, { onEvent, signal });
  if (output === 'text') view.rest();
  return reply;
}

/** False where nobody is there to ask, or nothing was answered. */
async function answered(
  console: Console,
  ask: Ask,
  end: WatchEnd,
  output: Output,
  signal: AbortSignal,
): Promise<boolean> {
  if (end.why !== 'needs_person' || output !== 'text' || !isInteractive(console)) return false;
  return (await askQuestions(console, ask, end.open_questions, signal)) > 0;
}

async function end(console: Console, ask: Ask, data: WatchEnd, output: Output, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return left(console, data.task.id, data.open_questions[0]?.id);
  const exit = exitOfEnd(data);
  if (output !== 'text') return tellJson(console, { ok: true, data }, exit);
  const look = console.stdout.isTTY === true ? await findProseLook(console) : findLook(console);
  const text = [...(await proofOf(console, ask, data)), watchEnd(cleanAll(data), look)].join('\n');
  console.stdout.write(`${fitted(console, text)}\n`);
  return exit;
}

/** On a terminal, of a task that has ended: what it is proven by, as a table. */
async function proofOf(console: Console, ask: Ask, { why, task }: WatchEnd): Promise<readonly string[]> {
  if (why !== 'ended' || console.stdout.isTTY !== true) return [];
  const reply = await ask('task.show', { task: task.id, cwd: console.cwd });
  const lines = reply.ok ? proofLines(findLook(console), cleanAll(reply.data.proof)) : [];
  return lines.length === 0 ? [] : ['', ...lines, ''];
}

function left(console: Console, task: string | undefined, question: string | undefined): number {
  const again = task === undefined ? 'drover task list' : `drover task watch ${task}`;
  const said =
    question === undefined
      ? `${task ?? 'The task'} goes on. Watch it again: ${again}`
      : `${task ?? 'The task'} waits for your answer, whenever it comes: drover answer ${question}`;
  tellNote(console, `\n${said}`);
  return 130;
}
