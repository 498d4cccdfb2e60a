// Every command is whole: what the compiler cannot see of the rows that it has under its noun's name.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { streamTable, table } from '../../src/commands/table.ts';
import { requests } from '../../src/contract/cli/requests.ts';
import { words } from '../../src/contract/cli/words.ts';
import { type CommandName, schemas, streams } from '../../src/contract/commands.ts';
import { handlers } from '../../src/surfaces/cli/handlers/table.ts';
import { exits, printers } from '../../src/surfaces/cli/print/print-reply.ts';

const names = (Object.keys(schemas) as CommandName[]).toSorted();

const source = join(import.meta.dirname, '../../src');

/** The names of the commands in what the nouns' files export under such a name, as often as they stand there. */
async function rowsOf(pattern: string, exported: RegExp): Promise<readonly string[]> {
  // Those that join the nouns have all names once more.
  const nouns = globSync(pattern, { cwd: source }).filter((file) => !/(index|requests|\.test)\.ts$/.test(file));
  const modules = await Promise.all(nouns.map((file): Promise<Record<string, object>> => import(join(source, file))));
  const rows = modules.flatMap((module) => Object.entries(module).filter(([name]) => exported.test(name)));
  return rows.flatMap(([, row]) => Object.keys(row)).toSorted();
}

it.each([
  ['declaration', 'contract/*.ts', /^commands$/, schemas],
  ['rule, whether only a person may make it among others,', 'contract/cli/*.ts', /^requests$/, requests],
  ['function', 'commands/*/table.ts', /Commands$|Streams$/, { ...table, ...streamTable }],
  ['printer', 'surfaces/cli/print/*.ts', /Printers$/, printers],
] as const)('every command has one %s and under one noun', async (_, pattern, exported, joined) => {
  expect(await rowsOf(pattern, exported)).toEqual(names);
  expect(Object.keys(joined).toSorted()).toEqual(names);
});

it('commands that tell events stand among the streams, and no other', () => {
  expect(Object.keys(streamTable).toSorted()).toEqual(streams.toSorted());
});

it('every command has its word, or is said to have none and on the way of which one it is made', () => {
  const known = new Set(words.map(({ name }) => name));
  for (const name of names) {
    const { wordless } = requests[name];
    expect([name, words.some(({ request }) => request === name)]).toEqual([name, wordless === undefined]);
    if (wordless !== undefined) expect([name, known.has(wordless.replace(/ --.*/, ''))]).toEqual([name, true]);
  }
});

it('what a rule looks at is a field of the input', () => {
  const unknown = names.flatMap((name) => {
    const { person } = requests[name];
    if (typeof person === 'string') return [];
    const looked = [...(person.with ?? []), ...(person.without === undefined ? [] : [person.without])];
    expect([name, looked.length > 0]).toEqual([name, true]);
    return looked.filter((field) => !(field in schemas[name].entries)).map((field) => `${name} ${field}`);
  });
  expect(unknown).toEqual([]);
});

it('what a command line does beside its request, and how it exits, is said of commands there are', () => {
  const requesting = words.filter(({ request }) => request !== null).map(({ name }) => name);
  expect(Object.keys(handlers).filter((name) => !requesting.includes(name))).toEqual([]);
  expect(Object.keys(exits).filter((name) => !names.includes(name as CommandName))).toEqual([]);
});
