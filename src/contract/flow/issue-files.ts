// Issues, their solutions and the order of a queue, as other programs keep them or a forge prints them.
import * as v from 'valibot';
import { type Problem, type ReadFile, readFile, type SourceFile } from './read-file.ts';

const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
const text = () => v.string('must be a text');
const texts = () => v.array(text(), 'must be a list of texts');
const name = () => v.union([text(), v.number()], 'must be a number or a name');
const count = () => v.number('must be a number');

/** A line of issues.jsonl, or what a forge prints of one: that has a `number`, a `body` and a `state`. */
const issue = v.pipe(
  v.looseObject(
    {
      id: maybe(name()),
      number: maybe(count()),
      title: text(),
      status: maybe(text()),
      state: maybe(text()),
      priority: maybe(count()),
      context: maybe(text()),
      body: maybe(text()),
      bound_solution_id: maybe(text()),
      depends_on: maybe(v.array(name(), 'must be a list')),
      source_url: maybe(text()),
      url: maybe(text()),
    },
    'must be an object',
  ),
  v.check(({ id, number }) => String(id ?? number ?? '') !== '', 'has neither an id nor a number'),
);

const acceptance = v.union(
  [texts(), v.looseObject({ criteria: maybe(texts()), verification: maybe(texts()), manual_checks: maybe(texts()) })],
  'must be a list of texts or an object',
);

const solved = v.looseObject(
  {
    id: name(),
    title: text(),
    scope: maybe(text()),
    action: maybe(text()),
    description: maybe(text()),
    modification_points: maybe(
      v.array(
        v.union(
          [text(), v.looseObject({ file: text(), target: maybe(text()), change: maybe(text()) })],
          'must be a path or an object with a file',
        ),
        'must be a list',
      ),
    ),
    implementation: maybe(texts()),
    test: maybe(v.looseObject({})),
    regression: maybe(texts()),
    acceptance: maybe(acceptance),
    commit: maybe(v.looseObject({})),
    depends_on: maybe(v.array(name(), 'must be a list')),
    priority: maybe(count()),
  },
  'must be an object',
);

/** A line of solutions/ISSUE.jsonl. */
const solution = v.looseObject(
  {
    id: text(),
    approach: maybe(text()),
    tasks: v.array(solved, 'must be a list'),
    is_bound: maybe(v.boolean('must be true or false')),
  },
  'must be an object',
);

/** One of `solutions` in queues/QUE-1.json. */
const item = v.looseObject(
  {
    item_id: text(),
    issue_id: name(),
    solution_id: maybe(text()),
    status: maybe(text()),
    depends_on: maybe(texts()),
    execution_group: maybe(text()),
    files_touched: maybe(texts()),
  },
  'must be an object',
);

const queue = v.looseObject({ solutions: v.array(item, 'must be a list') }, 'must be an object');

export type Issue = v.InferOutput<typeof issue>;
export type Solution = v.InferOutput<typeof solution>;
export type SolvedTask = v.InferOutput<typeof solved>;
export type QueueItem = v.InferOutput<typeof item>;

export type ReadLines<T> = { readonly values: readonly T[]; readonly problems: readonly Problem[] };

/** A list, or an object in each line. */
export const readIssues = (file: SourceFile): ReadLines<Issue> =>
  /^\uFEFF?\s*\[/.test(file.text)
    ? one(readFile(v.array(issue, 'must be a list'), file), (all) => all)
    : readLines(issue, file);

export const readSolutions = (file: SourceFile): ReadLines<Solution> => readLines(solution, file);

export const readQueue = (file: SourceFile): ReadLines<QueueItem> =>
  one(readFile(queue, file), ({ solutions }) => solutions);

const one = <T, Item>(read: ReadFile<T>, itemsOf: (value: T) => readonly Item[]): ReadLines<Item> =>
  read.kind === 'wrong' ? { values: [], problems: read.problems } : { values: itemsOf(read.value), problems: [] };

function readLines<Schema extends v.GenericSchema>(
  schema: Schema,
  { path, text: all }: SourceFile,
): ReadLines<v.InferOutput<Schema>> {
  const read = all.split('\n').flatMap((line, at) => {
    if (line.replace(/^\uFEFF/, '').trim() === '') return [];
    const { values, problems } = one(readFile(schema, { path, text: line }), (value) => [value]);
    return [{ values, problems: problems.map((problem) => ({ ...problem, line: problem.line + at })) }];
  });
  return { values: read.flatMap(({ values }) => values), problems: read.flatMap(({ problems }) => problems) };
}
