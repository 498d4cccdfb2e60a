// A task, live: its phases as lines, its state below; asks open questions inline on a terminal; Ctrl-C leaves it running.
import type { Reply } from '../../../contract/protocol.ts';
import type { TaskEvent, WatchEnd } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellJson, tellRefusal } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Output } from '../parse/parse.ts';
import { clockTime, spent } from '../print/amounts.ts';
import { cleanAll, toJson } from '../print/clean.ts';
import { cut, widthOf } from '../print/columns.ts';
import { findLook, type Look, paint } from '../print/look.ts';
import { exitOfEnd, watchEnd } from '../print/task.ts';
import { criterionLine, whereabouts } from '../print/task-words.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { createLiveView, type LiveView } from '../terminal/live-view.ts';
import { askQuestions } from './ask-questions.ts';
import { createRunLine } from './run-under-way.ts';

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
  const withdraw = console.onInterrupt(() => leaving.abort());
  try {
    return await goOn(console, ask, wanted, output, leaving.signal);
  } finally {
    withdraw();
  }
}

/** From the last position on, over answers and over a daemon that ended, until there is nothing more to see. */
async function goOn(console: Console, ask: Ask, wanted: Watch, output: Output, signal: AbortSignal): Promise<number> {
  const view = createLiveView(console.stdout);
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
      return end(console, reply.data, output, signal);
    else after = reply.data.position;
  }
}

type Seen = { after: number; task: string | undefined; question: string | undefined };

async function stream(
  console: Console,
  ask: Ask,
  input: Watch,
  output: Output,
  view: LiveView,
  seen: Seen,
  signal: AbortSignal,
): Promise<Reply<WatchEnd>> {
  const look = findLook(console);
  let standing: Standing | null = null;
  const draw = () => view.status(standing === null ? [] : statusLines(look, standing, under.text()));
  const under = createRunLine(console, ask, draw);
  const onEvent = (event: unknown) => {
    const said = event as TaskEvent;
    if (said.kind === 'fact') seen.after = Math.max(seen.after, said.position);
    else Object.assign(seen, { task: said.task.id, question: said.task.questions[0] });
    if (output === 'jsonl') console.stdout.write(`${toJson(said)}\n`);
    if (output !== 'text') return;
    const shown = cleanAll(said);
    if (shown.kind === 'fact') return view.line(factLine(look, shown));
    standing = shown.task.outcome === null ? shown : null;
    if (console.stdout.isTTY === true) under.see(standing?.run);
    draw();
  };
  const reply = await ask('task.watch', input, { onEvent, signal });
  under.close();
  view.clear();
  return reply;
}

type Standing = Extract<TaskEvent, { kind: 'state' }>;

const factLine = (look: Look, { at, thing, text }: Extract<TaskEvent, { kind: 'fact' }>): string =>
  `${paint(look, 'dim', `${clockTime(at)} ${thing}`)} ${text}`;

function statusLines(look: Look, { task, criteria }: Standing, run: string | null): string[] {
  const [id, where, cost] = [paint(look, 'bold', task.id), whereabouts(look, task), spent(task.spend)];
  const beside = [id, where, cost].filter(Boolean).join('  ');
  const state = cut(task.state, Math.max(10, look.width - 3 - widthOf(beside)));
  return [
    [id, where, state, cost].filter(Boolean).join('  '),
    ...criteria.slice(0, 12).map((one) => `  ${narrow(look, criterionLine(look, one))}`),
    ...(run === null ? [] : [`  ${paint(look, 'dim', cut(run, look.width - 3))}`]),
  ];
}

/** Coloured lines cannot be cut, so long ones lose their colours. */
const narrow = (look: Look, line: string): string => {
  const plain = line.replace(/\u001b\[\d+m/g, '');
  const fitting = cut(plain, look.width - 3);
  return fitting === plain ? line : fitting;
};

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

function end(console: Console, data: WatchEnd, output: Output, signal: AbortSignal): number {
  if (signal.aborted) return left(console, data.task.id, data.open_questions[0]?.id);
  const exit = exitOfEnd(data);
  if (output !== 'text') return tellJson(console, { ok: true, data }, exit);
  console.stdout.write(`${watchEnd(cleanAll(data), findLook(console))}\n`);
  return exit;
}

function left(console: Console, task: string | undefined, question: string | undefined): number {
  const again = task === undefined ? 'drover task list' : `drover task watch ${task}`;
  const said =
    question === undefined
      ? `${task ?? 'The task'} goes on. Watch it again: ${again}`
      : `${task ?? 'The task'} waits for your answer, whenever it comes: drover answer ${question}`;
  console.stderr.write(`\n${said}\n`);
  return 130;
}
