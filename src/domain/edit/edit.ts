// What is known of an edit that an agent makes in the middle of its turn, and of the tests that are run for it at once.
import type { GateDefinition } from '../evidence/gate-plan.ts';

/** How tests are run after an edit of a turn. */
export type EditTests = {
  readonly definition: GateDefinition;
  /** Globs of test files. */
  readonly tests: readonly string[];
  /** Files of this tree are known to be there. */
  readonly tree: string;
  readonly dependencies: string | null;
  /** No run may take longer. */
  readonly deadlineMs: number;
  /** What all tests took together before it began; null: not known. */
  readonly wholeMs: number | null;
};

export type TestChoice =
  | { readonly kind: 'files'; readonly files: readonly string[] }
  | { readonly kind: 'whole' }
  /** `why` null: there is nothing to tell of it. */
  | { readonly kind: 'none'; readonly why: string | null };

/** `asks`: of hooks that wait for words, by their ids; `paths`: relative to the copy. */
export type Edited = {
  readonly asks: readonly string[];
  readonly paths: readonly string[];
  readonly choice: TestChoice;
  /** Seen in the copy, when its agent had told so many bytes; absent: a hook told it, or an older version saw it. */
  readonly seen?: number;
};

const mostPaths = 50;
const mostFiles = 20;

/** Several that are tested at once. */
export function joinEdits(edits: readonly Edited[]): Edited {
  const join = (of: (edit: Edited) => readonly string[]) => [...new Set(edits.flatMap(of))];
  return {
    asks: join(({ asks }) => asks),
    paths: join(({ paths }) => paths).slice(0, mostPaths),
    choice: joinChoices(edits.map(({ choice }) => choice)),
  };
}

function joinChoices(choices: readonly TestChoice[]): TestChoice {
  if (choices.some(({ kind }) => kind === 'whole')) return { kind: 'whole' };
  const files = [...new Set(choices.flatMap((choice) => (choice.kind === 'files' ? choice.files : [])))];
  if (files.length > 0) return { kind: 'files', files: files.slice(-mostFiles) };
  return {
    kind: 'none',
    why: choices.map((choice) => (choice.kind === 'none' ? choice.why : null)).find(Boolean) ?? null,
  };
}
