// Flags as fields of an input: `max-runtime` is `max_runtime`.
import type { Values } from './value.ts';

/** Those named alone, and only what was said. */
export const fieldsOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name.replaceAll('-', '_'), values[name]]),
  );
