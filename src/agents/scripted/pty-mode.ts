// A small full-screen program in a terminal: a composer between rules at the bottom, a line while it works, dialogs for questions. Scripts and variables make it awkward.
// DROVER_SCRIPTED_PTY, words apart by commas: `trust` asks first; `deaf-at-first` loses the keys of a dialog's first moment; `late-keys` reads each of its keys late; `starts-over` builds a dialog anew once a choice was moved to, and reads Enter later than that; `slow-enter` loses every first Enter;
// `steady` shows no work on its screen; `fake-menu` prints another program's menu with each answer.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asText } from '../json.ts';
import { logPrompt, remember } from './conversation.ts';
import { loadScript, type Options, openConversation } from './options.ts';
import { type Host, perform, type Tell } from './perform.ts';
import { Keys } from './pty-keys.ts';
import { Picture } from './pty-picture.ts';
import { chooseTurn } from './script.ts';

const fakeMenu = ['Would you like to run it?', '❯ 1. Yes', '  2. No', '> a quoted line', 'Esc to cancel'];

/** Lives until it is asked to leave. */
export async function playTerminal(options: Options): Promise<never> {
  const modes = new Set((process.env.DROVER_SCRIPTED_PTY ?? '').split(','));
  const picture = new Picture(modes.has('steady'));
  let conversation = openConversation(options);
  let stop: AbortController | null = null;
  let entered = 0;
  const keys = new Keys(picture, {
    submit: (text) => void submit(text),
    interrupt: () => {
      stop?.abort();
      return stop !== null;
    },
    leave: () => leave(0),
  });

  function leave(code: number): never {
    picture.close();
    process.exit(code);
  }

  async function choose(title: string, subject: string, labels: readonly string[], selected: number): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    picture.dialog = { title, subject, labels, selected };
    keys.choose = resolve;
    keys.deaf = modes.has('deaf-at-first');
    if (modes.has('late-keys')) keys.lateMs = () => 1000;
    if (modes.has('starts-over')) {
      keys.lateMs = (key) => (key === '\r' ? 400 : 0);
      void startOver(selected);
    }
    picture.draw();
    await wait(keys.deaf ? 300 : 0);
    keys.deaf = false;
    const chosen = await promise;
    picture.dialog = null;
    keys.choose = null;
    picture.draw();
    return chosen;
  }

  /** Once: what stood selected at first stands so again. */
  async function startOver(selected: number): Promise<void> {
    while (picture.dialog?.selected === selected) await wait(10);
    await wait(200);
    if (picture.dialog !== null) picture.dialog = { ...picture.dialog, selected };
    picture.draw();
  }

  const ask = async (tool: string, subject: string): Promise<boolean> => {
    if (!options.asks) return options.unasked === 'allow';
    tellHook('PermissionRequest', { tool_name: tool, tool_input: { command: subject } });
    return (await choose(`Do you want to allow ${tool}?`, subject, ['Yes', 'Yes, always', 'No'], 0)) < 2;
  };

  const tell: Tell = (line) => {
    if (line.type === 'text') picture.say(asText(line.text));
    if (line.type === 'tool_started')
      tellHook('PreToolUse', { tool_name: line.tool, tool_input: { command: line.what }, tool_use_id: line.id });
    if (line.type === 'tool_ended') tellHook('PostToolUse', { tool_use_id: line.id });
  };

  async function play(text: string, host: Host): Promise<void> {
    conversation = { id: conversation.id, prompts: [...conversation.prompts, text] };
    remember(conversation);
    logPrompt(conversation, options.mode, Buffer.from(text));
    tellHook('UserPromptSubmit', { prompt: text });
    const turn = chooseTurn(loadScript(options), options.mode, conversation.prompts);
    if (turn === null) return void picture.say(`no turn of ${options.script} fits`);
    const { done, code } = await perform(turn.steps, options.cwd, tell, host);
    if (done === null) leave(code);
    tellEnd(done);
  }

  function tellEnd(done: Readonly<Record<string, unknown>>): void {
    const text = asText(done.text);
    if (done.outcome === 'interrupted') picture.say('Interrupted');
    else if (done.outcome === 'answered') tellHook('Stop', { last_assistant_message: text });
    else tellFailure(asText(done.outcome), done.status, text);
  }

  function tellFailure(outcome: string, status: unknown, text: string): void {
    const names: Record<string, string> = { limited: 'rate_limit', auth_missing: 'authentication' };
    picture.say(text);
    tellHook('StopFailure', { error: names[outcome] ?? `server_error ${status ?? ''}`, last_assistant_message: text });
  }

  async function submit(text: string): Promise<void> {
    entered += 1;
    if (modes.has('slow-enter') && entered % 2 === 1) return keys.putBack(text);
    if (text === '/exit') return leave(0);
    if (text.trim() === '') return;
    picture.say(`❯ ${text}`);
    stop = new AbortController();
    picture.work(true);
    await play(text, { ask, stop: stop.signal });
    if (modes.has('fake-menu')) for (const line of fakeMenu) picture.say(line);
    stop = null;
    picture.work(false);
  }

  keys.listen();
  picture.open();
  if (
    modes.has('trust') &&
    (await choose('Do you trust this folder?', options.cwd, ['No, exit', 'Yes, I trust it'], 0)) === 0
  )
    leave(1);
  tellHook('SessionStart', { session_id: conversation.id, model: 'scripted' });
  picture.ready = true;
  picture.draw();
  return await new Promise<never>(() => undefined);
}

// Hooks of the scripted program: an event becomes a file in the folder of DROVER_SCRIPTED_HOOKS. Without it nothing is told.

function tellHook(name: string, event: object): void {
  const folder = process.env.DROVER_SCRIPTED_HOOKS;
  if (!folder) return;
  const path = join(folder, `s.${process.pid}.${process.hrtime.bigint()}`);
  writeFileSync(path, JSON.stringify({ hook_event_name: name, ...event }), { mode: 0o600 });
  renameSync(path, `${path}.json`);
}
