// The scripted agent: plays the turn of a script that fits its prompt, in the mode that the driver wants.
// `node main.ts --driver plain|native|acp|pty --script FILE --cwd DIR --mode analysis|write (--session-id|--resume) ID`.
import { buffer } from 'node:stream/consumers';
import { logPrompt, remember } from './conversation.ts';
import { loadScript, type Options, openConversation, readOptions, stop } from './options.ts';
import { perform } from './perform.ts';
import { chooseTurn } from './script.ts';
import { tell } from './tell.ts';

/** Of its ways the one that is played is loaded. */
async function main(): Promise<void> {
  const options = readOptions();
  if (options.version) return void process.stdout.write('1 (scripted)\n');
  switch (options.driver) {
    case 'plain':
      return playPlain(options);
    case 'native':
      return (await import('./native-mode.ts')).playNative(options);
    case 'acp':
      return (await import('./acp-mode.ts')).playAcp(options);
    case 'pty':
      return (await import('./pty-mode.ts')).playTerminal(options);
    default:
      return stop(2, `there is no driver ${options.driver}`);
  }
}

await main();

// One turn a process: the prompt on stdin, JSON lines on stdout.

async function playPlain(options: Options): Promise<never> {
  const script = loadScript(options);
  const earlier = openConversation(options);
  const bytes = await buffer(process.stdin);
  const prompt = bytes.toString('utf8');
  const conversation = { id: earlier.id, prompts: [...earlier.prompts, prompt] };
  remember(conversation);
  tell({ type: 'started', conversation: conversation.id });
  logPrompt(conversation, options.mode, bytes);
  const turn = chooseTurn(script, options.mode, conversation.prompts);
  if (turn === null)
    stop(2, `no turn of ${options.script} fits mode ${options.mode}, turn ${conversation.prompts.length}`);
  const { code, done } = await perform(turn.steps, options.cwd, tell, {
    ask: async () => options.unasked === 'allow',
    stop: new AbortController().signal,
  });
  if (done) tell({ type: 'done', ...done });
  process.exit(code);
}
