// A server of tools over stdio with one tool, whose name tells a variable that it was started with. Its one argument: a file in which it says what it was asked for.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

type Request = { readonly id?: number | string; readonly method?: string; readonly params?: Record<string, unknown> };

const tool = {
  name: `weather_${(process.env.PROBE_WORD ?? 'nowhere').replace(/\W/g, '_')}`,
  description: 'Tells the weather.',
  inputSchema: { type: 'object', properties: {} },
};

function resultOf({ method, params }: Request): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'probe', version: '1' },
      };
    case 'tools/list':
      return { tools: [tool] };
    case 'tools/call':
      return { content: [{ type: 'text', text: 'It rains.' }] };
    case 'prompts/list':
      return { prompts: [] };
    case 'resources/list':
      return { resources: [] };
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request;
  if (process.argv[2] !== undefined) appendFileSync(process.argv[2], `${request.method} ${tool.name}\n`);
  if (request.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: resultOf(request) })}\n`);
});
