// One file of a session folder through its model: what it says, what in it nobody knows, or all that is wrong with it, each by line and column.
import * as v from 'valibot';
import { type Keys, type Place, readJson } from './read-json.ts';

export type Problem = Place & {
  /** Of the file, relative to the folder. */
  readonly path: string;
  readonly what: string;
};

export type SourceFile = { readonly path: string; readonly text: string };

export type ReadFile<T> =
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly value: T;
      /** Fields that nobody knows: `context.owner`. */
      readonly unknown: readonly string[];
      problem(keys: Keys, what: string): Problem;
    }
  | { readonly kind: 'wrong'; readonly path: string; readonly problems: readonly Problem[] };

export function readFile<Schema extends v.GenericSchema>(
  schema: Schema,
  { path, text }: SourceFile,
): ReadFile<v.InferOutput<Schema>> {
  const json = readJson(text);
  if (json.kind === 'broken')
    return { kind: 'wrong', path, problems: json.problems.map((problem) => ({ path, ...problem })) };
  const problem = (keys: Keys, what: string): Problem => {
    const named = nameOf(keys);
    return { path, ...json.placeOf(keys), what: named === '' ? what : `${named} ${what}` };
  };
  const parsed = v.safeParse(schema, json.value);
  if (parsed.success)
    return { kind: 'read', path, value: parsed.output, unknown: unknownIn(schema, json.value), problem };
  return {
    kind: 'wrong',
    path,
    problems: parsed.issues.map(sharpest).map(({ keys, issue }) => problem(keys, complaint(issue))),
  };
}

type Issue = v.BaseIssue<unknown>;
type Located = { readonly keys: Keys; readonly issue: Issue };

const complaint = ({ received, message }: Issue): string => (received === 'undefined' ? 'is missing' : message);

const keysOf = ({ path }: Issue): Keys => (path ?? []).map(({ key }) => key as string | number);

/** Where a value may be of two kinds, what is wrong further inside tells more. */
function sharpest(issue: Issue): Located {
  const keys = keysOf(issue);
  const inner = (issue.issues ?? []).find((each) => keysOf(each).length > 0);
  if (inner === undefined) return { keys, issue };
  const found = sharpest(inner);
  return { keys: [...keys, ...found.keys], issue: found.issue };
}

/** `context.focus_paths[2]` */
const nameOf = (keys: Keys): string =>
  keys.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  );

/** Of all items of a list, each such field once. */
function unknownIn(schema: v.GenericSchema, value: unknown): readonly string[] {
  return [...new Set(unknownFields(schema as Shape, value, ''))].sort();
}

/** What is asked of a schema here. */
type Shape = v.GenericSchema & {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly Shape[];
};

function unknownFields(schema: Shape, value: unknown, name: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (schema.wrapped !== undefined) return unknownFields(schema.wrapped, value, name);
  if (schema.type === 'union') {
    const fitting = schema.options?.find((option) => v.is(option, value));
    return fitting === undefined ? [] : unknownFields(fitting, value, name);
  }
  const { item, entries } = schema;
  if (Array.isArray(value))
    return item === undefined ? [] : value.flatMap((each) => unknownFields(item, each, `${name}[]`));
  if (entries === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const full = name === '' ? key : `${name}.${key}`;
    const known = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return known === undefined ? [full] : unknownFields(known, inner, full);
  });
}
