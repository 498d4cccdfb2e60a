// Drover as a server of tools: each call is one request, answered as through any other door.
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { type CommandName, schemas } from '../../contract/commands.ts';
import { errors } from '../../contract/errors/errors.ts';
import type { Reply } from '../../contract/protocol.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import { commandsUri, readingOf, resources, templates } from './resources.ts';
import { describeCommands, requestOf, tools } from './tools.ts';

export type McpAsk = (
  command: CommandName,
  input: object,
  how: {
    readonly signal: AbortSignal;
    /** Where it returns a promise, no more is told before that resolves. */
    readonly onEvent: (event: unknown) => Promise<void> | void;
  },
) => Promise<Reply>;

export type McpOptions = {
  readonly ask: McpAsk;
  /** The folder that one stands in who names none. */
  readonly cwd: string;
};

const instructions =
  'Drover has coding agents do tasks in copies of a repository, proves what they did, and asks a person where it matters. State a task with task_create, wait with service_wait, look with task_show. Questions are answered by a person alone.';

/** Of what a stream tells, in one notification. */
const longestNote = 2_000;

export function createMcp({ ask, cwd }: McpOptions): Server {
  const server = new Server(
    { name: 'drover', title: 'Drover', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const request = (command: CommandName, input: object, context: ServerContext) =>
    ask(command, withFolder(command, input, cwd), { signal: context.mcpReq.signal, onEvent: progressOf(context) });
  server.setRequestHandler('tools/list', () => ({ tools: [...tools()] }) as never);
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const wanted = requestOf(params.name, params.arguments ?? {});
    return resultOf(wanted === null ? unknown(params.name) : await request(wanted.command, wanted.input, context));
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...resources] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...templates] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    if (uri === commandsUri) return { contents: [{ uri, mimeType: 'text/plain', text: describeCommands() }] };
    const reading = readingOf(uri);
    const reply = reading === null ? unknown(uri) : await request(reading.command, reading.input, context);
    if (!reply.ok) throw new ProtocolError(codeOf(reply), `${reply.error} ${reply.hint} [${reply.error_code}]`);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(reply.data) }] };
  });
  return server;
}

const unknown = (name: string): Reply =>
  toReply(fail('UNKNOWN_WORD', `There is no ${JSON.stringify(name)} here.`).failure);

const codeOf = ({ error_code }: Extract<Reply, { ok: false }>) =>
  errors[error_code].exit === 3 || error_code === 'UNKNOWN_WORD'
    ? ProtocolErrorCode.InvalidParams
    : ProtocolErrorCode.InternalError;

/** The same document that `--json` prints, as text too for who reads nothing else. */
const resultOf = (reply: Reply) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(reply) }],
  structuredContent: reply as unknown as Record<string, unknown>,
  ...(reply.ok ? {} : { isError: true }),
});

const withFolder = (command: CommandName, input: object, cwd: string): object =>
  'cwd' in schemas[command].entries && !('cwd' in input) ? { ...input, cwd } : input;

/** Nothing for who wants to hear nothing before the reply. */
function progressOf({ mcpReq }: ServerContext): (event: unknown) => void {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  return (event) => {
    if (token === undefined) return;
    progress += 1;
    const message = JSON.stringify(event).slice(0, longestNote);
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
      .catch(() => undefined);
  };
}
