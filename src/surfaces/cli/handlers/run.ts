// `run`: one prompt, one answer. Ctrl-C ends the agent with everything it started; `-d` leaves it.

import { words } from '../../../contract/cli/words.ts';
import type { RunEvent } from '../../../contract/run.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { usage } from '../parse/refusals.ts';
import { clean, toJson } from '../print/clean.ts';
import { type Console, path } from '../terminal/console.ts';

export async function runOnce(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const output = values.events === true && manner.output === 'text' ? 'jsonl' : manner.output;
  const said = await readPrompt(console, values);
  if (!said.ok) return tellFailure(console, said.failure, output);
  const created = await ask('run.create', inputOf(console, values, said.text), { startsWork: true });
  if (!created.ok || values.detach === true)
    return tellReply(console, 'run.create', created, { output: output === 'jsonl' ? 'json' : output });
  if (output === 'text') for (const note of created.data.notes) console.stderr.write(`${clean(note)}\n`);
  return follow(console, ask, created.data.run, values.final === true, output);
}

type PromptRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure };

/** From words, a file, or standard input where it is no terminal; byte by byte as it is. */
async function readPrompt(console: Console, { prompt, file }: Values): Promise<PromptRead> {
  const word = words.find(({ name }) => name === 'run');
  if (prompt !== undefined && file !== undefined && word !== undefined)
    return { ok: false, failure: usage('Say the prompt or name a file, not both.', word) };
  const from = file ?? (prompt === '-' || (prompt === undefined && console.stdin.isTTY !== true) ? '-' : null);
  if (from === null) return { ok: true, text: String(prompt ?? '') };
  const { readText } = await import('../parse/read-text.ts');
  return readText(String(from), console);
}

function inputOf({ cwd }: Console, values: Values, prompt: string): Readonly<Record<string, unknown>> {
  const { 'add-dir': dirs, cd, final: _, events: __, detach: ___, file: ____, ...rest } = values;
  return {
    ...rest,
    prompt,
    cwd: path.resolve(cwd, String(cd ?? '.')),
    add_dirs: (Array.isArray(dirs) ? dirs : []).map((dir) => path.resolve(cwd, String(dir))),
  };
}

/** To its end, over a daemon that ended; asked to stop, the run is ended first and then told of. */
async function follow(
  console: Console,
  ask: Ask,
  run: string,
  final: boolean,
  output: Manner['output'],
): Promise<number> {
  let stopped = 0;
  const stop = () => {
    stopped += 1;
    if (stopped === 1) void ask('run.cancel', { run });
    if (stopped > 1) process.exit(130);
  };
  const withdraw = console.onInterrupt(stop);
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  try {
    return await tellEnd(console, ask, run, final, output);
  } finally {
    withdraw();
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.off(name, stop);
  }
}

async function tellEnd(console: Console, ask: Ask, run: string, final: boolean, output: Manner['output']) {
  const onEvent = (event: unknown) => void console.stdout.write(`${toJson(event as RunEvent)}\n`);
  for (let cuts = 0; ; cuts += 1) {
    const options = output === 'jsonl' && cuts === 0 ? { onEvent } : {};
    const reply = await ask('run.watch', { run, events: output === 'jsonl' && cuts === 0 }, options);
    if (!reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < 3) continue;
    if (!reply.ok) return tellRefusal(console, reply, output);
    if (!final || output !== 'text') return tellReply(console, 'run.watch', reply, { output });
    console.stdout.write(`${clean(reply.data.answer)}\n`);
    return 0;
  }
}
