// Flows: a session folder, plan.json or task file is read where the person stands; `flow check` needs no daemon.
import { defined } from '../../../contract/defined.ts';
import type { FlowStatus } from '../../../contract/flow.ts';
import type { Reply } from '../../../contract/protocol.ts';
import { type FailureReply, toReply } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import type { MovedSession } from '../local.ts';
import { type Manner, tellFailure, tellJson, tellReply } from '../output/reply.ts';
import { showTask } from '../output/show-task.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf } from '../parse/input.ts';
import { type Output, wordOf } from '../parse/parse.ts';
import { cleanAll } from '../print/clean.ts';
import { printCheckedFlow, printQueuedFlow } from '../print/flow.ts';
import { findLook } from '../print/look.ts';
import type { Console } from '../terminal/console.ts';

export async function runFlowCheck(console: Console, values: Values, output: Output): Promise<number> {
  const { checkFlow } = await import('../local.ts');
  const checked = await checkFlow({ given: String(values.path ?? '.'), cwd: console.cwd, env: console.env });
  if (!checked.ok) return tellFailure(console, checked.failure, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: checked.value }, 0);
  console.stdout.write(`${printCheckedFlow(cleanAll(checked.value), findLook(console))}\n`);
  return 0;
}

export async function runFlowQueue(console: Console, values: Values, output: Output): Promise<number> {
  const { layQueue } = await import('../local.ts');
  const { path = '.', name = 'issues', only } = values;
  const wanted = { given: String(path), cwd: console.cwd, name: String(name), only: Array.isArray(only) ? only : [] };
  const laid = await layQueue(wanted);
  if (!laid.ok) return tellFailure(console, laid.failure, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: laid.value }, 0);
  const { folder, ...said } = cleanAll(laid.value);
  console.stderr.write(`${printQueuedFlow(said, findLook(console))}\n`);
  console.stdout.write(`${folder}\n`);
  return 0;
}

/** Leaves a branch, proven. */
export const runFlowRun = (console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> =>
  stateFlow(console, ask, values, manner, { until: 'test' });

/** `more`: of the task that it is. */
export async function stateFlow(
  console: Console,
  ask: Ask,
  { path: given = '.', reset, ...values }: Values,
  manner: Manner,
  more: object,
): Promise<number> {
  const { readFlowFiles } = await import('../local.ts');
  const read = await readFlowFiles(String(given), console.cwd, console.env);
  if (!read.ok) return tellFailure(console, read.failure, manner.output);
  const flow = { ...read.value, ...defined({ reset }) };
  const names = wordOf('flow run')
    .flags.map(({ name }) => name)
    .filter((name) => name !== 'reset' && name !== 'detach');
  const cwd = values.workspace === undefined ? flow.root : console.cwd;
  const reply = await ask('task.create', { ...fieldsOf(values, names), ...more, cwd, flow }, { startsWork: true });
  return showTask(console, ask, reply, values, manner);
}

export async function runFlowStatus(console: Console, ask: Ask, { path }: Values, manner: Manner): Promise<number> {
  const reply = await findFlow(console, ask, path);
  return tellReply(console, 'flow.status', reply, manner);
}

/** A flow is a task, and is paused, resumed and cancelled as one. */
export async function runFlowControl(
  request: 'task.pause' | 'task.resume' | 'task.cancel',
  console: Console,
  ask: Ask,
  { path, ...values }: Values,
  manner: Manner,
): Promise<number> {
  const found = await findFlow(console, ask, path);
  if (!found.ok) return tellReply(console, 'flow.status', found, manner);
  const input = { ...fieldsOf(values, ['now']), task: found.data.id };
  const reply = await ask(request, input, { startsWork: request === 'task.resume' });
  return tellReply(console, request, reply, manner);
}

/** Not while it is at work: its files are written to where they were. */
export async function runFlowMove(
  shelf: 'active' | 'archives',
  console: Console,
  ask: Ask,
  { path: given = '.' }: Values,
  { output }: Manner,
): Promise<number> {
  const { sessionMoves } = await import('../local.ts');
  const { findMove, moveSession } = await sessionMoves();
  const found = findMove(String(given), console.cwd, shelf);
  if (!found.ok) return tellFailure(console, found.failure, output);
  const refused = await refuseAtWork(console, ask, String(given), found.value);
  if (refused !== null) return tellReply(console, 'flow.status', refused, { output });
  const moved = await moveSession(found.value);
  if (!moved.ok) return tellFailure(console, moved.failure, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: moved.value }, 0);
  console.stdout.write(`${moved.value.to}\n`);
  return 0;
}

/** Null: no flow is at work in it, or in what it may have been before somebody moved it. */
async function refuseAtWork(
  { cwd }: Console,
  ask: Ask,
  given: string,
  move: MovedSession,
): Promise<FailureReply | null> {
  const { foldersOfFlow, sessionMoves } = await import('../local.ts');
  const { foldersOf, mayBe } = await sessionMoves();
  const taken = (message: string, hint: string) => toReply({ error_code: 'PLAN_TAKEN', message, details: { hint } });
  for (const folder of new Set([...foldersOf(move), ...(await foldersOfFlow(given, cwd)).folders])) {
    const seen = await ask('flow.status', { folder });
    if (!seen.ok && seen.error_code !== 'FLOW_NOT_FOUND') return seen;
    // Back to where it is looked for, it may go.
    if (seen.ok && seen.data.outcome === null && seen.data.folder !== move.to)
      return taken(
        `${seen.data.id} works on ${move.name}.`,
        `End it (\`drover flow cancel ${seen.data.id}\`), or wait for it.`,
      );
  }
  const atWork = await ask('flow.list', {});
  if (!atWork.ok) return atWork;
  const lost = atWork.data.flows.find(({ folder }) => mayBe(move, folder));
  return lost === undefined
    ? null
    : taken(
        `${lost.id} works on ${lost.folder}, which is not there any more.`,
        `Where ${move.name} is that folder, move it back; else end the flow (\`drover flow cancel ${lost.id}\`).`,
      );
}

/** By the folder that it was read from, or by its id. */
async function findFlow(console: Console, ask: Ask, path: Values[string] = '.'): Promise<Reply<FlowStatus>> {
  const given = String(path);
  const { foldersOfFlow } = await import('../local.ts');
  const { folders, failure } = await foldersOfFlow(given, console.cwd);
  let last: Reply<FlowStatus> | null = failure === null ? null : toReply(failure);
  for (const folder of folders) {
    const reply = await ask('flow.status', { folder });
    if (reply.ok || reply.error_code !== 'FLOW_NOT_FOUND') return reply;
    last ??= reply;
  }
  if (last !== null && (failure === null || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(given))) return last;
  const byId = await ask('flow.status', { flow: given });
  return !byId.ok && byId.error_code === 'TASK_NOT_FOUND' && last !== null ? last : byId;
}
