// What is said over the protocol: one line each. The types are the official library's; the library itself is not loaded for this.
import type {
  AGENT_METHODS,
  CancelNotification,
  InitializeRequest,
  LoadSessionRequest,
  McpServer,
  NewSessionRequest,
  PromptRequest,
  RequestPermissionResponse,
  SetSessionConfigOptionRequest,
  SetSessionModeRequest,
} from '@agentclientprotocol/sdk';
import type { Json } from '../../json.ts';

/** The last two are not in the stable schema, and offered by some. */
type Method = (typeof AGENT_METHODS)[keyof typeof AGENT_METHODS] | 'session/fork' | 'session/set_model';

const line = (record: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...record })}\n`;
const request = (id: string, method: Method, params: object): string => line({ id, method, params });

/** No files and no terminals of ours: it works with its own tools, in its own sandbox. */
export const initialize = (): string =>
  request('initialize', 'initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'drover', title: 'Drover', version: '1' },
  } satisfies InitializeRequest);

type Meta = { readonly _meta?: Json };

export const newSession = (cwd: string, mcpServers: McpServer[], meta: Meta): string =>
  request('session', 'session/new', { cwd, mcpServers, ...meta } satisfies NewSessionRequest);

export const loadSession = (sessionId: string, cwd: string, mcpServers: McpServer[], meta: Meta): string =>
  request('session', 'session/load', { sessionId, cwd, mcpServers, ...meta } satisfies LoadSessionRequest);

export const forkSession = (sessionId: string, cwd: string, mcpServers: McpServer[], meta: Meta): string =>
  request('session', 'session/fork', { sessionId, cwd, mcpServers, ...meta } satisfies LoadSessionRequest);

export const setMode = (sessionId: string, modeId: string): string =>
  request('mode', 'session/set_mode', { sessionId, modeId } satisfies SetSessionModeRequest);

export const setModel = (sessionId: string, modelId: string): string =>
  request('model', 'session/set_model', { sessionId, modelId });

export const setOption = (
  id: 'mode' | 'model' | 'effort',
  sessionId: string,
  configId: string,
  value: string,
): string =>
  request(id, 'session/set_config_option', { sessionId, configId, value } satisfies SetSessionConfigOptionRequest);

export const prompt = (id: string, sessionId: string, text: string): string =>
  request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] } satisfies PromptRequest);

export const cancel = (sessionId: string): string =>
  line({ method: 'session/cancel', params: { sessionId } satisfies CancelNotification });

/** null: the turn it belongs to is over. */
export const permit = (id: unknown, optionId: string | null): string =>
  line({
    id,
    result: {
      outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
    } satisfies RequestPermissionResponse,
  });

export const cannot = (id: unknown, method: string): string =>
  line({ id, error: { code: -32601, message: `Method not found: ${method}` } });

/** A notification of ours, which the protocol lets agents ignore: it stands in the journal for the closed input. */
export const leaveMethod = '_drover/leave';
export const leaveMessage = (): string => line({ method: leaveMethod });
