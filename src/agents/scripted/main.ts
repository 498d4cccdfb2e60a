// The scripted agent: plays the turn of a script that fits its prompt. Started as
// `node main.ts --script FILE --cwd DIR --mode analysis|write (--session-id|--resume) ID`, the prompt on stdin, JSON lines on stdout.
import { readFileSync, writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { logPrompt, recall, remember } from './conversation.ts';
import { perform, type Tell } from './perform.ts';
import { chooseTurn, parseScript } from './script.ts';

const options = {
  script: { type: 'string' },
  cwd: { type: 'string', default: process.cwd() },
  mode: { type: 'string', default: 'write' },
  'session-id': { type: 'string' },
  resume: { type: 'string' },
  version: { type: 'boolean', default: false },
} as const;

const tell: Tell = (line) => writeAll(`${JSON.stringify(line)}\n`);

/** A pipe may take a part only, or be full. */
function writeAll(text: string): void {
  for (let bytes = Buffer.from(text); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

function stop(code: number, why: string): never {
  process.stderr.write(`scripted: ${why}\n`);
  process.exit(code);
}

function load(path: string | undefined) {
  if (path === undefined) return stop(2, '--script FILE is missing');
  try {
    return parseScript(readFileSync(path, 'utf8'));
  } catch (error) {
    return stop(2, `${path}: ${error instanceof Error ? error.message : error}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.version) return void process.stdout.write('1 (scripted)\n');
  const script = load(values.script);
  const earlier = values.resume === undefined ? null : recall(values.resume);
  if (values.resume !== undefined && earlier === null) stop(1, `no conversation ${values.resume}`);
  const id = values.resume ?? values['session-id'] ?? stop(2, '--session-id or --resume is missing');
  const bytes = await buffer(process.stdin);
  const prompt = bytes.toString('utf8');
  const conversation = { id, prompts: [...(earlier?.prompts ?? []), prompt] };
  remember(conversation);
  tell({ type: 'started', conversation: id });
  logPrompt(conversation, values.mode, bytes);
  const turn = chooseTurn(script, values.mode, prompt, conversation.prompts.length);
  if (turn === null)
    stop(2, `no turn of ${values.script} fits mode ${values.mode}, turn ${conversation.prompts.length}`);
  const { code, done } = await perform(turn.steps, values.cwd, tell);
  if (done) tell({ type: 'done', ...done });
  process.exit(code);
}

await main();
