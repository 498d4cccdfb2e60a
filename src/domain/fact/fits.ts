// Kinds of facts as a person names those that they want: by name, or by how names begin (`question_*`).
import { factKinds } from './fact.ts';

/** Absent: all are wanted. */
export const fits = (kind: string, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined ||
  wanted.some((word) => (word.endsWith('*') ? kind.startsWith(word.slice(0, -1)) : kind === word));

/** Whether a word names any kind that there is. */
export const namesFacts = (word: string): boolean =>
  /^[a-z_]+\*?$/.test(word) && factKinds.some((kind) => fits(kind, [word]));
