// What a person sees of a task that was just stated. `-d`, `--json` or no terminal: its id; else all that happens to it.
import type { Reply } from '../../../contract/protocol.ts';
import type { TaskCreated } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { type Manner, tellNote, tellReply } from './reply.ts';

export async function showTask(
  console: Console,
  ask: Ask,
  reply: Reply<TaskCreated>,
  values: Values,
  manner: Manner,
): Promise<number> {
  const detach = values.detach === true;
  const watches = manner.output === 'jsonl' || (manner.output === 'text' && isInteractive(console));
  if (!reply.ok || detach || !watches)
    return tellReply(console, 'task.create', reply, detach && manner.output === 'jsonl' ? { output: 'json' } : manner);
  for (const note of reply.data.notes) tellNote(console, note);
  const { watch } = await import('../handlers/watch-task.ts');
  return watch(console, ask, { task: reply.data.task, cwd: console.cwd, after: 0, follow: false }, manner.output);
}
