// The objects that a request names, as hints speak of them; and the command a person said it with.

import { words } from '../../contract/cli/words.ts';
import type { CommandName } from '../../contract/commands.ts';
import { defined } from '../../domain/defined.ts';
import { kindOf, type ThingId } from '../../domain/ids.ts';

export function atHand(name: CommandName, input: unknown): Readonly<Record<string, unknown>> {
  const { env, id, ...named } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const thing = typeof id === 'string' ? { [kindMeant(id)]: id } : {};
  return { ...thing, ...defined({ environment: env }), ...named, command: commandOf(name) };
}

/** The name of a session has the form of no id, that of a task alone is `NAME-12`. */
function kindMeant(id: string): string {
  const kind = kindOf(id as ThingId);
  return kind === 'task' && !/-\d+$/.test(id) ? 'session' : kind;
}

/** Several commands may make one request: the one that is called like it comes first. */
function commandOf(name: CommandName): string | undefined {
  const making = words.filter(({ request }) => request === name);
  const last = name.slice(name.indexOf('.') + 1);
  return (making.find((word) => word.name.split(' ').at(-1) === last) ?? making[0])?.name || undefined;
}
