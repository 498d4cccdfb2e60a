// A tool's part of a message, in every form of OpenCode the same. The plugin that OpenCode loads takes this file with it, and nothing of the drivers.
import { asNumber, asRecord, asText, type Json } from '../json.ts';

type ToolPart = {
  readonly id: string;
  readonly tool: string;
  readonly what: string;
  readonly status: 'pending' | 'running' | 'done';
  readonly ok: boolean;
  readonly exit: number | null;
  readonly paths: readonly string[];
  /** A person or a rule did not allow it. */
  readonly denied: boolean;
};

export function readTool(part: Json): ToolPart {
  const { status, input, error, metadata } = asRecord(part.state);
  const given = asRecord(input);
  const what = ['command', 'filePath', 'path', 'pattern', 'url'].map((key) => asText(given[key])).find(Boolean);
  const exit = asNumber(asRecord(metadata).exit);
  const ok = status === 'completed' && (exit === null || exit === 0);
  const changes = ok && /^(edit|write|patch)$/.test(asText(part.tool));
  return {
    id: asText(part.callID),
    tool: asText(part.tool),
    what: what ?? JSON.stringify(given),
    status: status === 'pending' || status === 'running' ? status : 'done',
    ok,
    exit,
    paths: changes ? [asText(given.filePath)].filter(Boolean) : [],
    denied: /rejected permission|prevents you from using/.test(asText(error)),
  };
}
