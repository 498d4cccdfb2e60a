// One command line from its words to its exit code.

import type { Word } from '../../contract/cli/word.ts';
import type { Failure } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import { type Ask, createAsk } from './daemon/ask.ts';
import { handlers } from './handlers/table.ts';
import { loadPrinters, type Manner, tellFailure, tellJson, tellReply } from './output/reply.ts';
import type { Values } from './parse/flags.ts';
import { readRequestInput } from './parse/input.ts';
import { type Parsed, parse } from './parse/parse.ts';
import { sayByFlag } from './parse/say-by-flag.ts';
import { asPlain, type Console, fs } from './terminal/console.ts';
import { waiting } from './terminal/live-view.ts';

export async function run(console: Console, argv: readonly string[]): Promise<number> {
  const parsed = parse(argv);
  switch (parsed.kind) {
    case 'version':
      return tellVersion(console, parsed);
    case 'help':
      return tellHelp(console, parsed.names, parsed);
    case 'refused':
      return tellFailure(console, parsed.failure, parsed.output);
    case 'command':
      return runCommand(console, parsed.word, parsed.values, {
        output: parsed.output,
        raw: parsed.values.raw === true,
      });
  }
}

function tellVersion(console: Console, { output }: Parsed): number {
  if (output !== 'text') return tellJson(console, { ok: true, data: { version } }, 0);
  console.stdout.write(`${version}\n`);
  return 0;
}

async function tellHelp(console: Console, names: readonly string[], { output }: Parsed): Promise<number> {
  const { helpOf } = await import('./help/help.ts');
  const text = helpOf(names);
  if (text === null) return refuseHelp(console, names, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: { help: text } }, 0);
  console.stdout.write(text);
  return 0;
}

async function refuseHelp(console: Console, names: readonly string[], output: Parsed['output']): Promise<number> {
  const parsed = parse(names);
  const failure =
    parsed.kind === 'refused'
      ? parsed.failure
      : { error_code: 'UNKNOWN_WORD' as const, message: `Drover does not know \`${names.join(' ')}\`.` };
  return tellFailure(console, failure, output);
}

async function runCommand(given: Console, word: Word, values: Values, manner: Manner): Promise<number> {
  const console = values.plain === true ? asPlain(given) : given;
  if (word.request === null) {
    const { runLocal } = await import('./handlers/local.ts');
    return runLocal(console, word, values, manner.output);
  }
  // Agents and keeper may live where no daemon does: whoever wants all of it ended gets one that ends them.
  const startsNone = word.quiet === true && !(values.all === true && fs.existsSync(console.places.state));
  const direct = await directAsk(console, values);
  if (direct !== null && 'error_code' in direct) return tellFailure(console, direct, manner.output);
  const ask = sayingFlags(word, direct?.ask ?? createAsk(console, startsNone ? null : () => start(console), prepare));
  const handled = await handlers[word.name]?.(console, ask, values, manner);
  if (typeof handled === 'number') return handled;
  const made = await readRequestInput(word, values, console);
  if (!made.ok) return tellFailure(console, made.failure, manner.output);
  const reply = await waiting(
    console,
    'Waiting for the daemon',
    ask(word.request, made.input, { startsWork: word.startsWork === true }),
  );
  return tellReply(console, word.request, reply, manner);
}

const sayingFlags =
  (word: Word, ask: Ask): Ask =>
  async (command, input, options) => {
    const reply = await ask(command, input, options);
    return reply.ok ? reply : sayByFlag(word, reply);
  };

/** With `--port` the daemon is asked over HTTP: no socket, no state folder, no start. null: as always. */
async function directAsk(console: Console, values: Values): Promise<{ readonly ask: Ask } | Failure | null> {
  if (values.port === undefined) return null;
  const { askHttp } = await import('./daemon/ask-http.ts');
  return askHttp(console, values);
}

/** What fails here fails again where it is needed, and is told there. */
const prepare = (): void => void loadPrinters().catch(() => undefined);

async function start(console: Console) {
  const { startDaemon } = await import('./local.ts');
  return startDaemon(console);
}
