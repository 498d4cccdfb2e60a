// `run`: one prompt, one answer. Ctrl-C ends the agent with everything it started; `-d` leaves it.

import { defined } from '../../../contract/defined.ts';
import { shellWord } from '../../../contract/errors/fill-hint.ts';
import type { RunEnd, RunEvent } from '../../../contract/run.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellNote, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { clean, toJson } from '../print/clean.ts';
import { type Console, path } from '../terminal/console.ts';

export async function runOnce(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const output = values.events === true && manner.output === 'text' ? 'jsonl' : manner.output;
  const asked = await readPrompt(console, values);
  const said = asked.ok ? await inTemplate(console, values, asked.text) : asked;
  if (!said.ok) return tellFailure(console, said.failure, output);
  const to = typeof values.to === 'string' ? path.resolve(console.cwd, values.to) : null;
  const refused = to === null ? null : await refuseTo(to, values);
  if (refused !== null) return tellFailure(console, refused, output);
  const created = await ask('run.create', inputOf(console, values, said.text), { startsWork: true });
  if (!created.ok || values.detach === true)
    return tellReply(console, 'run.create', created, { output: output === 'jsonl' ? 'json' : output });
  if (output === 'text') for (const note of created.data.notes) tellNote(console, note);
  return follow(console, ask, created.data.run, { final: values.final === true, to }, output);
}

async function inTemplate(console: Console, { template, cd }: Values, prompt: string): Promise<PromptRead> {
  if (template === undefined) return { ok: true, text: prompt };
  const { texts } = await import('../local.ts');
  const cwd = path.resolve(console.cwd, String(cd ?? '.'));
  const filled = await (await texts()).fillTemplate(String(template), prompt, { cwd, config: console.places.config });
  return filled.ok ? { ok: true, text: filled.value } : filled;
}

type Wanted = {
  readonly final: boolean;
  /** Where the answer goes instead of standard output; absolute. */
  readonly to: string | null;
};

/** Before anything is paid for. */
async function refuseTo(file: string, { detach }: Values): Promise<Failure | null> {
  if (detach === true) return usage('`--to` waits for the answer, and `--detach` does not.', wordOf('run'));
  const { refuseWhole } = await import('../local.ts');
  const refused = await refuseWhole(file);
  if (refused.ok) return null;
  const example = path.join(file, 'answer.md');
  return refused.failure.error_code === 'ALREADY_EXISTS'
    ? {
        error_code: 'USAGE',
        message: `\`--to\` needs a file, and ${file} is a folder.`,
        details: { path: file, hint: `For example: \`--to ${shellWord(example)}\`.` },
      }
    : refused.failure;
}

async function writeAnswer(file: string, { run, answer }: RunEnd): Promise<Failure | null> {
  const { writeWhole } = await import('../local.ts');
  const written = await writeWhole(file, `${answer}\n`);
  if (written.ok) return null;
  return {
    ...written.failure,
    details: { ...written.failure.details, hint: `\`drover logs ${run}\` has the answer.` },
  };
}

type PromptRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure };

/** From words, a file, or standard input where it is no terminal; byte by byte as it is, so what is no text is refused. */
async function readPrompt(console: Console, { prompt, file, mode }: Values): Promise<PromptRead> {
  if (prompt !== undefined && file !== undefined)
    return { ok: false, failure: usage('Say the prompt or name a file, not both.', wordOf('run')) };
  const from = file ?? (prompt === '-' || (prompt === undefined && console.stdin.isTTY !== true) ? '-' : null);
  if (mode === 'review' && prompt === undefined && file === undefined) return { ok: true, text: 'Say what you find.' };
  if (from === null) return { ok: true, text: String(prompt ?? '') };
  const { readText } = await import('../parse/read-text.ts');
  return readText(String(from), console, { strict: true });
}

function inputOf({ cwd }: Console, values: Values, prompt: string): Readonly<Record<string, unknown>> {
  const {
    'add-dir': dirs,
    cd,
    final: _,
    events: __,
    detach: ___,
    file: ____,
    to: _____,
    template: ______,
    'max-tokens': max_tokens,
    ...rest
  } = values;
  return {
    ...rest,
    ...defined({ max_tokens }),
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
  wanted: Wanted,
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
    return await tellEnd(console, ask, run, wanted, output);
  } finally {
    withdraw();
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.off(name, stop);
  }
}

async function tellEnd(console: Console, ask: Ask, run: string, { final, to }: Wanted, output: Manner['output']) {
  const onEvent = (event: unknown) => void console.stdout.write(`${toJson(event as RunEvent)}\n`);
  for (let cuts = 0; ; cuts += 1) {
    const options = output === 'jsonl' && cuts === 0 ? { onEvent } : {};
    const reply = await ask('run.watch', { run, events: output === 'jsonl' && cuts === 0 }, options);
    if (!reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < 3) continue;
    if (!reply.ok) return tellRefusal(console, reply, output);
    if (to !== null) {
      const failure = await writeAnswer(to, reply.data);
      if (failure !== null) return tellFailure(console, failure, output);
      console.stderr.write(`The answer of ${run} is in ${clean(to)}\n`);
      if (output === 'text') return 0;
    }
    if (!final || output !== 'text') return tellReply(console, 'run.watch', reply, { output });
    console.stdout.write(`${clean(reply.data.answer)}\n`);
    return 0;
  }
}
