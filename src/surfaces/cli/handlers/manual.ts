// Steps by hand: begun, then watched to their end, over a daemon that ended. Ctrl-C leaves the step running.
import type { ManualStepBegun, ManualStepEvent, ManualStepView } from '../../../contract/manual.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellRefusal, tellReply } from '../output/reply.ts';
import type { Value, Values } from '../parse/flags.ts';
import { clockTime } from '../print/amounts.ts';
import { cleanAll, toJson } from '../print/clean.ts';
import { findLook, paint } from '../print/look.ts';
import { type Console, fs, isInteractive } from '../terminal/console.ts';
import { askQuestions } from './ask-questions.ts';
import { underLease } from './lease.ts';

type Name = 'step.analyze' | 'step.develop' | 'step.submit' | 'step.test' | 'step.verify';
type Step = Pick<ManualStepBegun, 'task' | 'seq'>;

export async function runManualStep(
  name: Name,
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
): Promise<number> {
  const said = await readTexts(console, withTask(values));
  if (!said.ok) return tellFailure(console, said.failure, manner.output);
  const { values: wanted } = said;
  const input = { ...wanted, ...(await underLease(console, ask, wanted.task)) };
  const begun = await ask(name, input, { startsWork: true });
  if (!begun.ok) return tellRefusal(console, begun, manner.output);
  return follow(console, ask, begun.data, wanted.yes === true, manner);
}

/** `step status`: as it stands, or watched to its end. */
export async function runStatus(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const given = values.task === undefined ? {} : { task: values.task };
  const reply = await ask('step.status', { ...given, cwd: console.cwd });
  if (!reply.ok || values.wait !== true || reply.data.seq === null || reply.data.state === 'idle')
    return tellReply(console, 'step.status', reply, manner);
  return follow(console, ask, { task: reply.data.task, seq: reply.data.seq }, false, manner);
}

/** One word that is the id of no task is what is said. */
function withTask(values: Values): Values {
  const { task, more } = values;
  if (task === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]*-\d+$/.test(String(task))) return values;
  const { task: _, ...rest } = values;
  return 'more' in values || !/^[A-Za-z0-9._-]+$/.test(String(task))
    ? { ...rest, more: more === undefined ? task : `${task} ${more}` }
    : values;
}

type Texts = { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly failure: Failure };

/** A plan is a file; the text of a pull request one too, where there is such a file. */
async function readTexts(console: Console, values: Values): Promise<Texts> {
  const read: Record<string, Value> = {};
  for (const name of ['plan', 'body'] as const) {
    const said = values[name];
    if (typeof said !== 'string' || (name === 'body' && said !== '-' && !isFile(console, said))) continue;
    const { readText } = await import('../parse/read-text.ts');
    const text = await readText(said, console);
    if (!text.ok) return text;
    read[name] = text.text;
  }
  return { ok: true, values: { ...values, ...read } };
}

const isFile = ({ cwd }: Console, said: string): boolean =>
  !said.includes('\n') && said.length < 1024 && fs.existsSync(said.startsWith('/') ? said : `${cwd}/${said}`);

async function follow(console: Console, ask: Ask, step: Step, yes: boolean, manner: Manner): Promise<number> {
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  try {
    return await goOn(console, ask, step, yes, manner, leaving.signal);
  } finally {
    withdraw();
  }
}

async function goOn(
  console: Console,
  ask: Ask,
  step: Step,
  yes: boolean,
  manner: Manner,
  signal: AbortSignal,
): Promise<number> {
  const seen = { after: -1 };
  for (let cuts = 0; ; ) {
    const from = seen.after;
    const onEvent = (event: unknown) => show(console, event as ManualStepEvent, seen, manner);
    const after = seen.after < 0 ? {} : { after: seen.after };
    const reply = await ask(
      'step.watch',
      { task: step.task, seq: step.seq, ...after, cwd: console.cwd },
      { onEvent, signal },
    );
    if (signal.aborted) return left(console, step);
    cuts = seen.after > from ? 0 : cuts;
    if (!reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < 3) cuts += 1;
    else if (!reply.ok || !(await answered(console, ask, reply.data, yes, manner, signal)))
      return signal.aborted ? left(console, step) : tellReply(console, 'step.watch', reply, asDocument(manner));
  }
}

/** The last line of a stream is the reply. */
const asDocument = (manner: Manner): Manner => (manner.output === 'jsonl' ? { ...manner, output: 'json' } : manner);

function show(console: Console, event: ManualStepEvent, seen: { after: number }, { output }: Manner): void {
  seen.after = Math.max(seen.after, event.position);
  if (output === 'jsonl') console.stdout.write(`${toJson(event)}\n`);
  if (output !== 'text') return;
  const { at, thing, text } = cleanAll(event);
  const look = findLook({ stdout: console.stderr, env: console.env, now: console.now });
  console.stderr.write(`${paint(look, 'dim', `${clockTime(at)} ${thing}`)} ${text}\n`);
}

/** False where nothing was answered: by the person who said yes before, or who sits here. */
async function answered(
  console: Console,
  ask: Ask,
  { state, open_questions: questions }: ManualStepView,
  yes: boolean,
  { output }: Manner,
  signal: AbortSignal,
): Promise<boolean> {
  if (state !== 'waits' || signal.aborted) return false;
  const submit = yes ? questions.find(({ kind }) => kind === 'submit') : undefined;
  const choice = submit?.choices.find(({ id }) => id === 'submit')?.id;
  if (submit !== undefined && choice !== undefined) {
    const { id: question, binding } = submit;
    return (await ask('question.answer', { question, choice, binding }, { startsWork: true })).ok;
  }
  if (output !== 'text' || !isInteractive(console)) return false;
  return (await askQuestions(console, ask, questions, signal)) > 0;
}

function left(console: Console, { task }: Step): number {
  console.stderr.write(`\nThe step of ${task} goes on. See it again: drover step status ${task} --wait\n`);
  return 130;
}
