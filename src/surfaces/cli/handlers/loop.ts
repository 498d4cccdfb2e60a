// `loop`: carries out one plan until it is proven. Without a plan the next of `.pilot/plan` that nobody else works on.
import { resolve } from 'node:path';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { readRequestInput } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { type CandidatePlan, candidatePlan, takePlan, waitingPlans } from '../parse/plan-folder.ts';
import type { Console } from '../terminal/console.ts';
import { showTask } from './do.ts';

export async function runLoop(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const named = typeof values.file === 'string' ? resolve(console.cwd, values.file) : null;
  const candidates = named === null ? waitingPlans(console.cwd) : [candidatePlan(named)];
  for (const candidate of candidates) {
    const code = await work(console, ask, values, manner, candidate, named === null);
    if (code !== null) return code;
  }
  const message = 'No plan waits in .pilot/plan/pending, here or above.';
  return tellFailure(console, { error_code: 'PATH_NOT_FOUND', message }, manner.output);
}

/** null: another executor has it, and another plan will do. */
async function work(
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
  { path, taken }: CandidatePlan,
  others: boolean,
): Promise<number | null> {
  const made = await readRequestInput(wordOf('loop'), { ...values, file: path }, console);
  if (!made.ok)
    return others && made.failure.error_code === 'PATH_NOT_FOUND'
      ? null
      : tellFailure(console, made.failure, manner.output);
  if (made.input.plan === undefined) {
    const message = `${path} names no criterion, like \`SC-1: it fires after five minutes\`.`;
    return tellFailure(console, { error_code: 'PLAN_INVALID', message }, manner.output);
  }
  const place = taken !== null && { plan_file: taken };
  const reply = await ask('task.create', { ...made.input, ...place, until: 'test' }, { startsWork: true });
  const isTaken = reply.ok || reply.error_code === 'PLAN_TAKEN';
  if (isTaken && taken !== null) takePlan({ path, taken });
  if (!reply.ok && isTaken && others) return null;
  return showTask(console, ask, reply, values, manner);
}
