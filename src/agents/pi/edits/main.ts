// Loaded by pi itself, in its own process: tells each edit, and puts what the tests near it say behind the tool's result.
import { askAboutEdit } from '../../edits/ask.ts';
import { foundEdits } from '../../edits/found.ts';
import { pathsOf } from '../../edits/paths-of.ts';
import { asList, asText, type Json } from '../../json.ts';

type Pi = { on(name: 'tool_result', heard: (event: Json) => Promise<object | undefined>): void };

export default function tellEdits(pi: Pi): void {
  const edits = foundEdits();
  if (edits === null) return;
  pi.on('tool_result', async ({ toolName, input, content, isError }) => {
    if (isError === true) return undefined;
    const words = await askAboutEdit(edits, pathsOf(asText(toolName), input));
    return words === null ? undefined : { content: [...asList(content), { type: 'text', text: words }] };
  });
}
