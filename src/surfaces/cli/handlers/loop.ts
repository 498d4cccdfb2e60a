// `loop`: carries out one plan until it is proven. Without a plan the next of `.pilot/plan` that nobody else works on.
import { existsSync } from 'node:fs';
import type { Reply } from '../../../contract/protocol.ts';
import { type Failure, toReply } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, type Refused, tellFailure, tellNote, tellRefusal } from '../output/reply.ts';
import { showTask } from '../output/show-task.ts';
import type { Values } from '../parse/flags.ts';
import { readRequestInput } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import {
  type CandidatePlan,
  candidatePlan,
  giveBackPlan,
  keepPlan,
  markedBy,
  markOf,
  takePlan,
  type WaitingPlan,
  waitingPlans,
} from '../parse/plan-folder.ts';
import { usage } from '../parse/refusals.ts';
import { type Console, loadOs, path } from '../terminal/console.ts';
import { readContinuation, wishOf } from './continuation.ts';

export async function runLoop(console: Console, ask: Ask, given: Values, manner: Manner): Promise<number> {
  const { continue: begun, force, ...values } = given;
  if (begun !== undefined) {
    const found = readContinuation(path.resolve(console.cwd, String(begun)));
    if (!found.ok) return tellFailure(console, found.failure, manner.output);
    if (found.said !== null) tellNote(console, found.said);
    const plan = path.resolve(found.root, typeof values.file === 'string' ? values.file : found.state.plan_file);
    const continues = { ...wishOf(found.state), force: force === true };
    return (await work(console, ask, values, manner, candidatePlan(plan), false, continues)) ?? 1;
  }
  if (force === true)
    return tellFailure(console, usage('`--force` goes with `--continue FILE`.', wordOf('loop')), manner.output);
  const named = typeof values.file === 'string' ? path.resolve(console.cwd, values.file) : null;
  const candidates = named === null ? waitingPlans(console.cwd) : [candidatePlan(named)];
  for (const candidate of candidates) {
    const code = await work(console, ask, values, manner, candidate, named === null);
    if (code !== null) return code;
  }
  const message = 'No plan waits in .pilot/plan/pending, here or above.';
  const hint = 'Put one there, or name a file: `drover loop plan.md`.';
  return tellFailure(console, { error_code: 'PATH_NOT_FOUND', message, details: { hint } }, manner.output);
}

/** null: another executor has it, and another plan will do; nothing was said of this one. */
async function work(
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
  plan: CandidatePlan,
  others: boolean,
  continues?: object,
): Promise<number | null> {
  const { path: file, taken } = plan;
  const said: string[] = [];
  const held = { stderr: { value: { write: (text: string) => said.push(text) } } };
  const made = await readRequestInput(wordOf('loop'), { ...values, file }, Object.create(console, held));
  const refuse = (refused: Refused) =>
    tellRefusal(console, inPlan(path.relative(console.cwd, file), refused), manner.output);
  if (!made.ok) return others && !existsSync(file) ? null : refuse(toReply(made.failure));
  if (made.input.plan === undefined) return refuse(toReply(noCriterion));
  const waits = taken !== null && taken !== file ? { path: file, taken } : null;
  const drover = `${loadOs().hostname()}:${console.places.state}`;
  const taking = waits === null ? null : takePlan(waits, drover, console.now());
  if (waits !== null && (taking === 'busy' || taking === 'another' || taking === 'elsewhere')) {
    const failure = takenElsewhere(path.relative(console.cwd, file), taking, waits);
    if (others && taking === 'elsewhere') tellNote(console, `${failure.message} ${failure.details?.hint}`);
    if (others) return null;
    // Under the same key it is asked for once, whoever holds it.
    if (taking !== 'busy' || values.once === undefined) return tellFailure(console, failure, manner.output);
  }
  const place = taken !== null && { plan_file: taken, ...(others && waits === null && { begun: true }) };
  const reply = await ask(
    'task.create',
    { ...made.input, ...place, ...(continues && { continues }), until: 'test' },
    { startsWork: true },
  );
  const isTaken = !reply.ok && reply.error_code === 'PLAN_TAKEN';
  // The task is of who took it before.
  const isKept = reply.ok || (isTaken && taking === 'again');
  if (waits !== null && isKept) keepPlan(waits);
  else if (waits !== null && taking !== 'busy' && !isUnknown(reply)) giveBackPlan(waits, drover);
  if (isTaken && others) return null;
  if (!reply.ok) return refuse(reply);
  for (const text of said) console.stderr.write(text);
  return showTask(console, ask, reply, values, manner);
}

/** Nobody heard whether there is a task that has it. */
const isUnknown = (reply: Reply): boolean =>
  !reply.ok && (reply.details?.sent === true || reply.details?.left === true);

const takenElsewhere = (name: string, how: keyof typeof notTaken, plan: WaitingPlan): Failure => {
  const [message, hint] = notTaken[how](plan);
  return { error_code: 'PLAN_TAKEN', message: `${name}: ${message}.`, details: { hint } };
};

const notTaken = {
  busy: () => [
    'another takes it now',
    'Where they were ended before a task had it, it can be taken again after a minute.',
  ],
  another: () => [
    'another plan of its name is in progress',
    'Give one of them another name, or go on with that one: name its file in in_progress.',
  ],
  elsewhere: (plan) => [
    `another Drover took it: ${markedBy(plan) ?? 'it has left it by now'}`,
    `It goes on there when that one runs. Where it is gone for good, remove ${markOf(plan)}.`,
  ],
} as const satisfies Readonly<
  Record<'busy' | 'another' | 'elsewhere', (plan: WaitingPlan) => readonly [message: string, hint: string]>
>;

const form = 'A plan has criteria, like `SC-1: it fires after five minutes`, in at most 256 KiB.';
const noCriterion: Failure = { error_code: 'PLAN_INVALID', message: 'it names no criterion', details: { hint: form } };

/** Refusals that are the plan's own. */
const ofPlan: readonly string[] = ['PLAN_INVALID', 'DEPENDENCY_CYCLE', 'TEXT_EMPTY', 'TEXT_TOO_LONG'];

/** Where nobody named a plan they want to know which it was. */
function inPlan(name: string, { error, hint, ...refused }: Refused): Refused {
  if (!ofPlan.includes(refused.error_code)) return { error, hint, ...refused };
  return { ...refused, error: `${name}: ${error}`, hint: refused.error_code.startsWith('TEXT_') ? form : hint };
}
