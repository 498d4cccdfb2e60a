// Schemas of replies and events, made from the types that the contract declares them by: what is told has one description, which the compiler holds every command to.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator, type Schema } from 'ts-json-schema-generator';
import type { CommandName } from '../../src/contract/commands.ts';

/** The names of the types of a command's reply and of its events. */
export type Told = { readonly reply: string; readonly event: string | null };

export type ReplySchemas = {
  readonly told: ReadonlyMap<CommandName, Told>;
  /** By the names of types. */
  readonly schemas: Readonly<Record<string, unknown>>;
};

const root = join(import.meta.dirname, '../..');
const nouns = 'src/contract/*.ts';
const row = /^ {2}'([a-z]+\.[a-z_]+)': \{ input: \w+, reply: type<(\w+)>\(\)(?:, event: type<(\w+)>\(\))? \},$/gm;

export function readReplySchemas(): ReplySchemas {
  const generator = createGenerator({
    path: join(root, nouns),
    tsconfig: join(root, 'tsconfig.json'),
    ...{ expose: 'export', jsDoc: 'basic', topRef: true, encodeRefs: false },
    ...{ skipTypeCheck: true, additionalProperties: false },
  });
  const told = new Map(globSync(nouns, { cwd: root }).toSorted().flatMap(rowsOf));
  const names = [...told.values()].flatMap(({ reply, event }) => (event === null ? [reply] : [reply, event]));
  const schemas: Record<string, unknown> = {};
  for (const name of new Set(names)) Object.assign(schemas, placed(generator.createSchema(name)));
  return { told, schemas: sorted(schemas) };
}

const rowsOf = (file: string): readonly [CommandName, Told][] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(row)].map(([, name, reply = '', event]) => [
    name as CommandName,
    { reply, event: event ?? null },
  ]);

/** Where the description has its schemas. */
const placed = ({ definitions }: Schema): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(definitions).replaceAll('"#/definitions/', '"#/components/schemas/'));

const sorted = (schemas: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
