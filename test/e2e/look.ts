// Looks of the kind that tests repeat until something is so, asked over the daemon's socket by the test's own process: a command line for each keeps a quarter of two processors busy.
import type { CommandName } from '../../src/contract/commands.ts';
import { findPlaces } from '../../src/contract/places.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import { version } from '../../src/contract/version.ts';
import { openConsole } from '../../src/surfaces/cli/console.ts';
import { exchange } from '../../src/surfaces/cli/exchange.ts';
import { makeInput } from '../../src/surfaces/cli/make-input.ts';
import { parse } from '../../src/surfaces/cli/parse.ts';

/** They change nothing, and it does not matter who asks. */
const looks: readonly CommandName[] = [
  ...(['chain.list', 'chain.show', 'inbox.list', 'question.list', 'service.ps'] as const),
  ...(['task.evidence', 'task.list', 'task.log', 'task.show'] as const),
];

/** null: these words are no look, or no daemon of this version replied. The command line itself does all the others, and starts a daemon. */
export async function look(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Reply | null> {
  const parsed = parse(args);
  if (parsed.kind !== 'command' || parsed.word.request === null || parsed.values.port !== undefined) return null;
  const command = args.length === 1 && args[0] === 'answer' ? 'question.list' : parsed.word.request;
  if (!looks.includes(command)) return null;
  const { socket } = findPlaces(env, env.HOME ?? '', process.getuid?.() ?? 0);
  const made = await makeInput(parsed.word, parsed.values, Object.assign(openConsole(process), { cwd, env }));
  if (!made.ok) return null;
  const caller = { pid: process.pid, version, nonce: '', cwd, channel: 'terminal' as const };
  const told = await exchange({
    socket,
    request: { command, input: command === 'question.list' ? {} : made.input, caller },
    wanted: (hello) => hello.version === version,
  });
  return told.kind === 'replied' ? told.reply : null;
}
