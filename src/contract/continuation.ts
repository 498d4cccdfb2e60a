// `continuation.json`: how far a plan is, in the form that others read too. What does not hold is refused, and nothing is written.
import * as v from 'valibot';
import { fail, ok, type Result } from '../domain/error.ts';
import { type ContinuationLevel, continuationLevels } from '../domain/task/settings/freeze.ts';
import { commitId, line } from './fields.ts';

const count = () =>
  v.pipe(v.number('must be a whole number'), v.integer('must be a whole number'), v.minValue(0, 'must not be below 0'));
/** Those of a todo, and of the whole where it does not go on. */
const statuses = ['pending', 'in_progress', 'complete', 'blocked', 'cancelled'] as const;
const level = v.pipe(
  v.picklist([...continuationLevels, 'aggressive'], 'must be normal, polite or off'),
  v.transform((word): ContinuationLevel => (word === 'aggressive' ? 'normal' : word)),
);

const mostOfText = 1000;
/** Told apart from another of its name by that much of it. */
export const textOfTodo = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, mostOfText)
    .trim();

const todo = v.object({
  id: line(),
  status: v.picklist(statuses, `must be one of ${statuses.join(', ')}`),
  iteration: v.optional(count(), 0),
  owner: v.optional(line()),
  completed_at: v.optional(line()),
  /** What it says, on one line and cut; others do not tell it. */
  text: v.optional(v.pipe(v.string(), v.transform(textOfTodo))),
});

const form = v.pipe(
  v.object(
    {
      version: v.literal('1.0', 'must be "1.0"'),
      session_id: line(128),
      branch: line(),
      plan_file: line(4096),
      todos: v.pipe(
        v.array(todo, 'must be a list'),
        v.check((todos) => new Set(todos.map(({ id }) => id)).size === todos.length, 'has two of one id'),
      ),
      iteration_count: count(),
      max_iterations: v.pipe(count(), v.minValue(1, 'must be above 0')),
      last_checkpoint: line(),
      continuation_level: v.optional(level, 'normal'),
      /** The commit that the branch began from, where it is known. */
      base_commit: v.optional(commitId()),
      status: v.optional(v.picklist(statuses, `must be one of ${statuses.join(', ')}`)),
    },
    ({ expected }) => (expected === 'Object' ? 'must be a map' : 'is missing'),
  ),
  v.forward(
    v.check(({ iteration_count: made, max_iterations: most }) => made <= most, 'is above max_iterations'),
    ['iteration_count'],
  ),
);

type Status = (typeof statuses)[number];
export type Continuation = {
  readonly version: '1.0';
  readonly session_id: string;
  readonly branch: string;
  readonly plan_file: string;
  readonly todos: readonly {
    readonly id: string;
    readonly status: Status;
    readonly iteration: number;
    readonly owner?: string | undefined;
    readonly completed_at?: string | undefined;
    readonly text?: string | undefined;
  }[];
  readonly iteration_count: number;
  readonly max_iterations: number;
  readonly last_checkpoint: string;
  readonly continuation_level: ContinuationLevel;
  readonly base_commit?: string | undefined;
  readonly status?: Status | undefined;
};

/** `CONTINUATION_INVALID` naming the first field that does not hold. */
export function checkContinuation(value: unknown): Result<Continuation> {
  const parsed = v.safeParse(form, value);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? '';
  return fail('CONTINUATION_INVALID', `${field === '' ? 'It' : field} ${issue.message}.`, { field });
}
