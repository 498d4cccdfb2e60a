// A tool of a server, asked once. The server may hang, die or answer without end: this program has a deadline, and reads no longer message than so.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BoundedText } from './bounded.ts';
import { type FoundText, type LookupRequest, NotFound } from './request.ts';

type Asked = {
  readonly server: NonNullable<LookupRequest['server']>;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
};

const longestMessage = 4 * 1024 * 1024;
const patience = 60_000;

export async function askServer({ server, tool, args }: Asked): Promise<FoundText> {
  const client = new Client({ name: 'drover', version: '1' });
  const faults: Error[] = [];
  client.onerror = (fault) => faults.push(fault);
  try {
    await client.connect(transportTo(server), { timeout: patience });
    const answer = await client.callTool({ name: tool, arguments: { ...args } }, { timeout: patience });
    const text = new BoundedText();
    for (const part of answer.content) if (!text.add(sayPart(part))) break;
    if (answer.isError === true) throw new NotFound(`${tool} says: ${text.found().text.slice(0, 2000).trim()}`);
    return text.found();
  } catch (error) {
    if (error instanceof NotFound) throw error;
    throw new NotFound(`${tool} does not answer: ${[...faults.slice(0, 1), error].map(sayError).join('; ')}`);
  } finally {
    await client.close().catch(() => undefined);
  }
}

const sayError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function transportTo(server: Asked['server']) {
  if ('url' in server) return new StreamableHTTPClientTransport(new URL(server.url));
  const [command = '', ...args] = server.argv;
  const env = Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined),
  );
  return new StdioClientTransport({ command, args, env, stderr: 'inherit', maxBufferSize: longestMessage });
}

type Part = Awaited<ReturnType<Client['callTool']>>['content'][number];

/** What is no text is named. */
function sayPart(part: Part): string {
  if (part.type === 'text') return `${part.text}\n`;
  if (part.type === 'resource' && 'text' in part.resource) return `${part.resource.text}\n`;
  return `(${part.type})\n`;
}
