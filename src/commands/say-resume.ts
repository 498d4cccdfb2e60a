// The line with which a person goes on in the conversation of a task's agent, in the same copy and the same home as it had, or of a session.
import type { TaskTaken } from '../contract/task.ts';
import type { Session } from '../domain/session/session.ts';
import type { Task } from '../domain/task/task.ts';
import { shellWord } from '../domain/text/shell-word.ts';
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
  return words.map(shellWord).join(' ');
}

/** A session whose agent's conversation is there after a crash; null: it ended in another way, or is gone on with already. */
export function sayGoingOn({ spec, state }: Session): string | null {
  if (state.kind !== 'ended' || state.ending.kind !== 'lost' || state.heir !== undefined) return null;
  if (state.conversation === null) return null;
  const words = ['drover', 'start', spec.agent, '--name', spec.name, '--cwd', spec.cwd, '--resume', state.conversation];
  return words.map(shellWord).join(' ');
}
