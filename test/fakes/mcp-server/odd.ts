// A server of tools over stdio with one tool, `say`, that is odd in the way its one argument names.
import { createInterface } from 'node:readline';

type Request = { readonly id?: number; readonly method?: string; readonly params?: Record<string, unknown> };
type Way = 'says what it was given' | 'is silent' | 'dies' | 'writes no JSON' | 'answers 10 MB' | 'refuses';

const way = process.argv[2] as Way;
const answers: Readonly<Record<Way, (request: Request) => object | null>> = {
  'says what it was given': ({ params }) => told(JSON.stringify({ ...params, word: process.env.PROBE_WORD })),
  'is silent': () => null,
  dies: () => process.exit(3),
  'writes no JSON': () => {
    process.stdout.write('no json\n');
    process.exit(0);
  },
  'answers 10 MB': () => told('x'.repeat(10 * 1024 * 1024)),
  refuses: () => ({ ...told('there is no such page'), isError: true }),
};
const told = (text: string) => ({ content: [{ type: 'text', text }] });

function resultOf(request: Request): object | null {
  if (request.method === 'tools/call') return answers[way](request);
  if (request.method !== 'initialize') return {};
  const { protocolVersion } = request.params ?? {};
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) return;
  const result = resultOf(request);
  if (result !== null) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n`);
});
