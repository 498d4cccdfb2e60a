// One turn a process: the prompt on stdin, JSON lines on stdout.
import { buffer } from 'node:stream/consumers';
import { logPrompt, remember } from './conversation.ts';
import { loadScript, type Options, openConversation, stop } from './options.ts';
import { perform } from './perform.ts';
import { chooseTurn } from './script.ts';
import { tell } from './tell.ts';

export async function playPlain(options: Options): Promise<never> {
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
