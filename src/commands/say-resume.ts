// The line with which a person goes on in the conversation of a task's agent, in the same copy and the same home as it had.
import type { TaskTaken } from '../contract/task.ts';
import type { Task } from '../domain/task/task.ts';
import type { CommandPorts } from './ports.ts';

/** null: there is no conversation, or no copy to have it in. */
export async function sayResume(
  { sandboxes }: Pick<CommandPorts, 'sandboxes'>,
  { spec, state }: Task,
  conversation: TaskTaken['conversation'],
): Promise<string | null> {
  const copy = state.known.copy;
  if (conversation === null || copy === null) return null;
  const sandbox = await sandboxes.choose(spec.settings.sandbox);
  const confined = sandbox.ok && sandbox.value.name !== 'none' ? ['--sandbox'] : [];
  const words = ['drover', 'start', conversation.agent, '--cwd', copy.path, ...confined, '--resume', conversation.id];
  return words.map(quoted).join(' ');
}

const quoted = (word: string): string => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
