// What a test asks as a document, said by its own process over the daemon's socket: a program for each of them, and for each look that is repeated until something is so, takes longer than most of the replies.
import { Readable } from 'node:stream';
import type { CommandName } from '../../src/contract/commands.ts';
import { findPlaces } from '../../src/contract/places.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import { parse } from '../../src/surfaces/cli/parse/parse.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import type { Console } from '../../src/surfaces/cli/terminal/console.ts';
import { built } from './built.ts';

export type Place = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
};

/** They are about the program itself: its signals, its terminal, what it starts, who stands behind it; and a person types no two messages within milliseconds. */
const programs: ReadonlySet<CommandName> = new Set([
  ...([
    'run.create',
    'config.replace',
    'config.pin',
    'session.attach',
    'task.open',
    'task.shell',
    'session.send',
  ] as const),
  ...(['service.doctor', 'service.events'] as const),
  ...(['step.take', 'feature.next', 'feature.done', 'feature.plan', 'feature.update'] as const),
]);

/** null: the program itself is wanted. */
export async function askHere(args: readonly string[], { cwd, env, input }: Place): Promise<Reply | null> {
  const parsed = parse(args);
  if (parsed.kind !== 'command' || parsed.word.request === null || programs.has(parsed.word.request)) return null;
  if (parsed.word.name === 'uninstall' || parsed.values.port !== undefined || parsed.values.tmux !== undefined)
    return null;
  let said = '';
  const here = consoleHere({ cwd, env, input }, (text) => {
    said += text;
  });
  await run(here, args);
  return JSON.parse(said) as Reply;
}

/** A command line in this process. */
export const consoleHere = ({ cwd, env, input }: Place, write: (text: string) => void): Console => ({
  ...{
    env,
    cwd,
    pid: process.pid,
    daemon: built('daemon'),
    now: Date.now,
    onInterrupt: () => () => {},
    lend: <T>(act: () => Promise<T>) => act(),
  },
  places: findPlaces(env, env.HOME ?? '', process.getuid?.() ?? 0),
  stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
  stdout: { write },
  stderr: { write: () => {} },
});
