// `do`: states a task, then shows it live on a terminal.
import type { Ask } from './ask-daemon.ts';
import { type Console, isInteractive } from './console.ts';
import { type Manner, tell } from './tell.ts';

/** `-d`, `--json` or no terminal: prints the id and returns. */
export async function runDo(
  console: Console,
  ask: Ask,
  input: Readonly<Record<string, unknown>>,
  detach: boolean,
  manner: Manner,
): Promise<number> {
  const reply = await ask('task.create', input, { startsWork: true });
  const watches = manner.output === 'jsonl' || (manner.output === 'text' && isInteractive(console));
  if (!reply.ok || detach || !watches)
    return tell(console, 'task.create', reply, detach && manner.output === 'jsonl' ? { output: 'json' } : manner);
  for (const note of reply.data.notes) console.stderr.write(`${note}\n`);
  const { watch } = await import('./watch.ts');
  return watch(console, ask, { task: reply.data.task, cwd: console.cwd, after: 0, follow: false }, manner.output);
}
