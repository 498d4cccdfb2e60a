// Which programs a person has switched on for the task files of others, as `cli-tools.json` lists them: in the order in which they are to be used.
import * as v from 'valibot';
import { type Problem, readFile, type SourceFile } from './read-file.ts';

export type Tool = { readonly name: string; readonly enabled: boolean };

const toolsFile = v.looseObject(
  {
    tools: v.record(
      v.string(),
      v.looseObject({ enabled: v.optional(v.boolean('must be true or false'), true) }, 'must be an object'),
      'must be an object',
    ),
  },
  'must be an object',
);

/** All that is wrong with it, or what it lists. */
export function readTools(source: SourceFile): readonly Problem[] | { readonly tools: readonly Tool[] } {
  const file = readFile(toolsFile, source);
  if (file.kind === 'wrong') return file.problems;
  return { tools: Object.entries(file.value.tools).map(([name, { enabled }]) => ({ name, enabled })) };
}
