// What completion can name.

/** What a shell can offer names of. */
export const nameKinds = [
  'agent',
  'chain',
  'environment',
  'question',
  'run',
  'session',
  'task',
  'thing',
  'workspace',
] as const;
export type NameKind = (typeof nameKinds)[number];
