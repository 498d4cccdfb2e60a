// `loop`: carries out one plan until it is proven. Without a plan the next of `.pilot/plan` that nobody else works on.
import { existsSync } from 'node:fs';
import { type Failure, toReply } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, type Refused, tellFailure, tellRefusal } from '../output/reply.ts';
import { showTask } from '../output/show-task.ts';
import type { Values } from '../parse/flags.ts';
import { readRequestInput } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { type CandidatePlan, candidatePlan, giveBackPlan, takePlan, waitingPlans } from '../parse/plan-folder.ts';
import { usage } from '../parse/refusals.ts';
import { type Console, path } from '../terminal/console.ts';
import { readContinuation, wishOf } from './continuation.ts';

export async function runLoop(console: Console, ask: Ask, given: Values, manner: Manner): Promise<number> {
  const { continue: begun, force, ...values } = given;
  if (begun !== undefined) {
    const found = readContinuation(path.resolve(console.cwd, String(begun)));
    if (!found.ok) return tellFailure(console, found.failure, manner.output);
    if (found.said !== null) console.stderr.write(`${found.said}\n`);
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
  const isOurs = waits !== null && takePlan(waits, console.now());
  if (waits !== null && !isOurs && others) return null;
  const place = taken !== null && { plan_file: taken, ...(others && waits === null && { begun: true }) };
  const reply = await ask(
    'task.create',
    { ...made.input, ...place, ...(continues && { continues }), until: 'test' },
    { startsWork: true },
  );
  if (!reply.ok && isOurs) giveBackPlan(waits);
  if (!reply.ok && reply.error_code === 'PLAN_TAKEN' && others) return null;
  if (!reply.ok) return refuse(reply);
  for (const text of said) console.stderr.write(text);
  return showTask(console, ask, reply, values, manner);
}

const form = 'A plan has criteria, like `SC-1: it fires after five minutes`, in at most 256 KiB.';
const noCriterion: Failure = { error_code: 'PLAN_INVALID', message: 'it names no criterion', details: { hint: form } };

/** Refusals that are the plan's own. */
const ofPlan: readonly string[] = ['PLAN_INVALID', 'DEPENDENCY_CYCLE', 'TEXT_EMPTY', 'TEXT_TOO_LONG'];

/** Where nobody named a plan they want to know which it was. */
function inPlan(name: string, { error, hint, ...refused }: Refused): Refused {
  if (!ofPlan.includes(refused.error_code)) return { error, hint, ...refused };
  return { ...refused, error: `${name}: ${error}`, hint: refused.error_code.startsWith('TEXT_') ? form : hint };
}
