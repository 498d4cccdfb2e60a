// `pane`: a session's screen once, or again whenever it changes.
import type { PaneView } from '../../../contract/session.ts';
import type { Ask } from '../daemon/ask.ts';
import { loadPrinters, type Manner, tellFailure, tellJson, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { several } from '../print/amounts.ts';
import { clean, cleanAll, toJson } from '../print/clean.ts';
import { findLook, isScreen } from '../print/look.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { createLiveView, pause, waiting } from '../terminal/live-view.ts';

export async function runPane(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const fields = ['session', 'lines', 'history', 'ansi', 'follow'];
  const input = { ...fieldsOf(values, fields), cwd: console.cwd };
  const ansi = values.ansi === true;
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const onEvent = (event: unknown) => draw(console, event as PaneView, manner, ansi);
  const reply = await ask('session.pane', input, { onEvent, signal: leaving.signal });
  withdraw();
  if (leaving.signal.aborted) return 0;
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  if (manner.output !== 'text') return tellJson(console, reply, 0);
  if (values.follow === true) return ended(console, reply.data);
  if (!ansi) return tellReply(console, 'session.pane', reply, manner);
  console.stdout.write(textOf(reply.data, true));
  return 0;
}

/** Styles are the daemon's own: nothing of the program's gets into them. */
const textOf = ({ lines }: PaneView, ansi: boolean): string => {
  const text = lines.join('\n');
  return text === '' ? '' : `${ansi ? text : clean(text)}\n`;
};

/** On a terminal in place, in one write; else one picture after another. */
function draw({ stdout }: Console, pane: PaneView, { output }: Manner, ansi: boolean): void {
  if (output === 'jsonl') stdout.write(`${toJson(pane)}\n`);
  if (output !== 'text') return;
  const text = textOf(pane, ansi);
  if (stdout.isTTY === true) stdout.write(`\u001b[?2026h\u001b[H\u001b[2J${text}\u001b[?2026l`);
  else stdout.write(`${text}\f\n`);
}

function ended({ stderr }: Console, { session, state }: PaneView): number {
  stderr.write(`${clean(session)} ${state === 'ended' ? 'has ended' : `is ${state}`}.\n`);
  return 0;
}

// `ps`: what runs, a table in lines of their own; with `--watch` again and again in place.

const everyMs = 1000;

export async function runPs(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const brief = manner.output === 'text' && values.id === undefined;
  const input = { ...fieldsOf(values, ['id', 'all']), cwd: console.cwd, ...(brief && { brief }) };
  if (values.watch !== true || manner.output !== 'text' || !isScreen(console)) {
    const reply = await waiting(console, 'Waiting for the daemon', ask('service.ps', input));
    return tellReply(console, 'service.ps', reply, manner);
  }
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const view = createLiveView(console);
  const { printReply } = await loadPrinters();
  try {
    while (!leaving.signal.aborted) {
      const reply = await ask('service.ps', input);
      if (!reply.ok) return await tellReply(console, 'service.ps', reply, manner);
      view.status(printReply('service.ps', cleanAll(reply.data), findLook(console)).split('\n'));
      await pause(everyMs, leaving.signal);
    }
    return 0;
  } finally {
    withdraw();
  }
}

// `stop`: one session or run, or with `--all` every agent and task, after asking.

export async function runStop(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  if (values.all === true && values.session !== undefined)
    return tellFailure(console, usage('Name one, or say `--all`, not both.', wordOf('stop')), manner.output);
  if (values.all === true && values.yes !== true) {
    const refused = await mayStopAll(console, ask, manner);
    if (refused !== null) return refused;
  }
  if (isRun(values.session))
    return tellReply(console, 'run.cancel', await ask('run.cancel', { run: values.session }), manner);
  const input = { ...fieldsOf(values, ['session', 'now', 'all', 'timeout']), wait: values['no-wait'] !== true };
  const asked = ask('session.stop', { ...input, cwd: console.cwd });
  const what = values.all === true ? 'everything' : (values.session ?? 'the session');
  return tellReply(console, 'session.stop', await waiting(console, `Ending ${what}`, asked), manner);
}

/** No session can be called so. */
const isRun = (name: unknown): boolean => typeof name === 'string' && /^r\d+$/.test(name);

/** null: a person said yes, or nothing runs. */
async function mayStopAll(console: Console, ask: Ask, manner: Manner): Promise<number | null> {
  const listed = await ask('service.ps', {});
  if (!listed.ok) return tellReply(console, 'service.ps', listed, manner);
  const { sessions, runs } = listed.data;
  if (sessions.length + runs.length === 0) return null;
  const what = `${several(sessions.length, 'session')} and ${several(runs.length, 'run')}`;
  if (manner.output !== 'text' || !isInteractive(console)) {
    const message = `${what} would be ended, and every task paused.`;
    return tellFailure(
      console,
      { error_code: 'USAGE', message, details: { hint: 'Say so with `--yes`.' } },
      manner.output,
    );
  }
  const { createPrompt } = await import('../terminal/prompt.ts');
  const prompt = await createPrompt(console, new AbortController().signal);
  const line = await prompt.ask(`${what} will be ended, and every task paused. Go on? [y/N] `);
  prompt.close();
  return /^\s*y(es)?\s*$/i.test(line ?? '') ? null : 130;
}
