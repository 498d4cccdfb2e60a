// The Agent Client Protocol by its official library, so that what our client says is checked against what others expect to hear.
import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { asNumber, asText, type Json } from '../json.ts';
import { type Conversation, logPrompt, recall, remember } from './conversation.ts';
import { loadScript, type Options } from './options.ts';
import { type Host, type Played, perform, type Tell } from './perform.ts';
import { chooseTurn } from './script.ts';

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'auto', name: 'Auto' },
    { id: 'read-only', name: 'Read-only' },
  ],
};

/** Lives as long as its stdin. */
export async function playAcp(options: Options): Promise<never> {
  const { agent, ndJsonStream, RequestError } = await import('@agentclientprotocol/sdk/unstable');
  let conversation: Conversation = { id: '', prompts: [] };
  let mode = modes.currentModeId;
  let stop = new AbortController();
  let questions = 0;

  const open = (id: string, prompts: readonly string[]) => {
    conversation = { id, prompts };
    return { sessionId: id, modes };
  };

  function earlier(id: string): Conversation {
    const found = recall(id);
    if (found === null) throw new RequestError(-32002, `no conversation ${id}`);
    return found;
  }

  const app = agent({ name: 'scripted' })
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentInfo: { name: 'scripted', version: '1' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { fork: {} } },
    }))
    .onRequest('session/new', () => open(randomUUID(), []))
    .onRequest('session/load', async ({ params, client }) => {
      const { id, prompts } = earlier(params.sessionId);
      for (const text of prompts)
        await client.notify('session/update', {
          sessionId: id,
          update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
        });
      open(id, prompts);
      return { modes };
    })
    .onRequest('session/fork', ({ params }) => open(randomUUID(), earlier(params.sessionId).prompts))
    .onRequest('session/set_mode', ({ params }) => {
      if (!modes.availableModes.some(({ id }) => id === params.modeId))
        throw new RequestError(-32602, `no mode ${params.modeId}`);
      mode = params.modeId;
      return {};
    })
    .onNotification('session/cancel', () => stop.abort())
    .onRequest('session/prompt', async ({ params, client }) => {
      stop = new AbortController();
      const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
      const { id: sessionId } = conversation;
      conversation = { id: sessionId, prompts: [...conversation.prompts, text] };
      remember(conversation);
      logPrompt(conversation, options.mode, Buffer.from(text));
      let usage: Json | null = null;
      const told: Promise<void>[] = [];
      const tell: Tell = (line) => {
        if (line.type === 'usage') usage = line;
        for (const update of updatesOf(line)) told.push(client.notify('session/update', { sessionId, update }));
      };
      const host: Host = {
        stop: stop.signal,
        ask: async (tool, subject) => {
          if (mode === 'auto') return true;
          questions += 1;
          const { outcome } = await client.request('session/request_permission', {
            sessionId,
            toolCall: {
              toolCallId: `q${questions}`,
              title: `${tool}: ${subject}`,
              kind: 'edit',
              rawInput: { path: subject },
            },
            options: [
              { optionId: 'always', name: 'Always', kind: 'allow_always' },
              { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
              { optionId: 'no', name: 'Deny', kind: 'reject_once' },
            ],
          });
          return outcome.outcome === 'selected' && outcome.optionId !== 'no';
        },
      };
      const turn = chooseTurn(loadScript(options), options.mode, conversation.prompts);
      if (turn === null) throw new RequestError(-32603, `no turn of ${options.script} fits`);
      const played = await perform(turn.steps, options.cwd, tell, host);
      await Promise.all(told);
      if (played.done === null) process.exit(played.code);
      const refusal = refusalOf(played);
      if (refusal !== null) throw new RequestError(refusal.code, refusal.message, refusal.data);
      return {
        stopReason: played.done.outcome === 'interrupted' ? ('cancelled' as const) : ('end_turn' as const),
        ...(usage === null ? {} : { usage: usageOf(usage) }),
      };
    });
  const connection = app.connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
  await connection.closed;
  process.exit(0);
}

function refusalOf({ done }: Played): { code: number; message: string; data: unknown } | null {
  const message = asText(done?.text);
  switch (done?.outcome) {
    case 'api_error':
      return { code: -32603, message, data: { status: done.status } };
    case 'limited':
      return { code: -32603, message, data: { status: 429, until: done.until } };
    case 'auth_missing':
      return { code: -32000, message, data: undefined };
    case 'crashed':
      return { code: -32603, message, data: undefined };
    default:
      return null;
  }
}

/** Told as a program would that counts cached tokens beside the others. */
function usageOf(line: Json) {
  const cached = asNumber(line.cachedTokens) ?? 0;
  const input = (asNumber(line.inputTokens) ?? 0) - cached;
  const output = asNumber(line.outputTokens) ?? 0;
  return { inputTokens: input, cachedReadTokens: cached, outputTokens: output, totalTokens: input + cached + output };
}

/** Text comes in two pieces, as a model's would. */
function updatesOf(line: Json) {
  const toolCallId = asText(line.id);
  const text = asText(line.text);
  const half = Math.ceil(text.length / 2);
  switch (line.type) {
    case 'text':
      return [text.slice(0, half), text.slice(half)].map((piece) => ({
        sessionUpdate: 'agent_message_chunk' as const,
        content: { type: 'text' as const, text: piece },
      }));
    case 'tool_started':
      return [
        {
          sessionUpdate: 'tool_call' as const,
          toolCallId,
          title: asText(line.tool),
          kind: 'execute' as const,
          status: 'in_progress' as const,
          rawInput: { command: asText(line.what) },
        },
      ];
    case 'tool_ended':
      return [
        {
          sessionUpdate: 'tool_call_update' as const,
          toolCallId,
          status: line.ok === true ? ('completed' as const) : ('failed' as const),
          rawOutput: { exitCode: line.exit },
        },
      ];
    default:
      return [];
  }
}
