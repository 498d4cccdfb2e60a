// Commands that need no daemon to answer: up, demo, completion, verify, flow check, flow queue.
import type { Word } from '../../../contract/cli/word.ts';
import { tellFailure, tellJson } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Output } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { fitted } from '../print/look.ts';
import type { Console } from '../terminal/console.ts';

export async function runLocal(console: Console, word: Word, values: Values, output: Output): Promise<number> {
  if (isText(word.name)) return (await import('./texts.ts')).runTexts(console, word, values, output);
  const local = await import('../local.ts');
  switch (word.name) {
    case 'up':
      return values.install === true ? install(console, output) : up(console, values, output);
    case 'demo':
      return local.runDemo({
        agent: String(values.agent ?? 'scripted'),
        keep: values.keep === true,
        json: output !== 'text',
        plain: values.plain === true,
        wrap: (text) => fitted(console, text),
      });
    case 'completion': {
      const { completionFor } = await import('../help/completion.ts');
      const script = completionFor(values.shell as 'bash' | 'zsh' | 'fish');
      if (output !== 'text') return tellJson(console, { ok: true, data: { script } }, 0);
      console.stdout.write(script);
      return 0;
    }
    case 'flow check':
      return (await import('./flow.ts')).runFlowCheck(console, values, output);
    case 'flow queue':
      return (await import('./flow.ts')).runFlowQueue(console, values, output);
    case 'mcp':
      if (output !== 'text')
        return tellFailure(
          console,
          usage('`mcp` speaks the protocol of its client; say it without `--json`.', word),
          output,
        );
      return (await import('../daemon/run-mcp.ts')).runMcp(console);
    case 'verify':
      return (await import('./evidence.ts')).runVerifyProof(console, values, output);
    default:
      throw new Error(`${word.name} runs nowhere`);
  }
}

const isText = (name: string): boolean => /^(guide|recipes|skills|templates)( |$)/.test(name);

/** With `--json` the one document comes when the daemon has ended. */
async function up(console: Console, values: Values, output: Output): Promise<number> {
  const local = await import('../local.ts');
  const port = values.port === undefined ? null : Number(values.port);
  if (output === 'text') return local.up(console, port);
  const said: string[] = [];
  const code = await local.up({ ...console, stderr: { write: (line) => said.push(line.trim()) } }, port);
  if (code === 0) return tellJson(console, { ok: true, data: { ended: true } }, 0);
  return tellFailure(
    console,
    { error_code: code === 4 ? 'ALREADY_EXISTS' : 'DAEMON_UNREACHABLE', message: said.at(-1) ?? '' },
    output,
  );
}

async function install(console: Console, output: Output): Promise<number> {
  const { installUnit } = await import('../local.ts');
  const installed = await installUnit(console, console.env.HOME ?? '');
  if (output !== 'text') return tellJson(console, { ok: true, data: installed }, 0);
  console.stdout.write(`Written to ${installed.file}\nNext: ${installed.next}\n`);
  return 0;
}
