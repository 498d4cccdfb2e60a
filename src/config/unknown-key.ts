// What is said of a key that is not known, and the known one that it names: a schema's issue carries words alone.
import { nearest } from '../domain/text/nearest.ts';

/** Keys of older tools, and what says the same here. */
export const movedKeys: Readonly<Record<string, string>> = {
  test_command: 'gates.test',
  build_command: 'gates.build',
  lint_command: 'gates.lint',
};

export function sayUnknownKey(key: string, known: readonly string[]): string {
  const moved = Object.hasOwn(movedKeys, key) ? movedKeys[key] : undefined;
  if (moved !== undefined && known.includes('gates')) return `unknown key "${key}", here it is "${moved}"`;
  const near = nearest(key, known);
  return near === null
    ? `unknown key "${key}", known are ${known.join(', ')}`
    : `unknown key "${key}", the nearest known one is "${near}"`;
}

/** null where none is near. */
export const nearestSaid = (said: string): string | null =>
  /, (?:the nearest known one|here it) is "([^"]+)"$/.exec(said)?.[1] ?? null;
