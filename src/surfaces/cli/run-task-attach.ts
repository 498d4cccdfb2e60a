// `task attach`: what the agent of a task says while it works, read only.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { runLogs } from './run-logs.ts';
import { type Manner, tellFailure, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

/** The run that lives now, else what happens to the task in sentences. */
export async function runTaskAttach(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const given = typeof values.task === 'string' ? { task: values.task } : {};
  const shown = await ask('task.show', { cwd: console.cwd, ...given });
  if (!shown.ok) return tellRefusal(console, shown, manner.output);
  const { id, outcome } = shown.data;
  if (outcome !== null)
    return tellFailure(
      console,
      { error_code: 'TASK_ENDED', message: `${id} has ended: nothing of it lives.`, details: { task: id } },
      manner.output,
    );
  const running = await ask('service.ps', { cwd: console.cwd, all: true });
  const live = running.ok
    ? running.data.runs.find((run) => run.task === id && run.state === 'running' && run.role === 'agent')
    : undefined;
  if (live === undefined) console.stderr.write(`No agent of ${id} is at work right now; this is what happens to it.\n`);
  return runLogs(console, ask, { id: live?.id ?? id, follow: true, plain: values.raw !== true }, manner);
}
