// Each edit of a running OpenCode is told, and what the tests near it say is put behind the tool's result, which its model reads.
import type { EditFolder } from '../../../ports/edits.ts';
import { askAboutEdit } from '../../edits/ask.ts';
import { pathsOf } from '../../edits/paths-of.ts';
import { asRecord, asText, type Json } from '../../json.ts';

type Ran = { readonly tool?: unknown; readonly args?: unknown };

/** What a plugin hands over for this. */
export const editHooks = (edits: EditFolder): object => ({
  'tool.execute.after': async ({ tool, args }: Ran, output: Record<string, unknown>): Promise<void> => {
    const words = await askAboutEdit(edits, pathsOf(asText(tool), { ...asRecord(args), ...toldIn(output) }));
    if (words !== null) output.output = `${asText(output.output)}\n\n${words}`;
  },
});

/** Older versions tell the words of a call only in what it came to. */
function toldIn(output: Json): Json {
  const { filepath } = asRecord(output.metadata);
  return asText(filepath) === '' ? {} : { filePath: filepath };
}
