// A process that stays: JSON lines both ways, one turn after the other, questions in between.
import { splitLines } from '../drivers/lines.ts';
import { asText, type Json, parseRecord } from '../json.ts';
import { type Conversation, logPrompt, remember } from './conversation.ts';
import { loadScript, type Options, openConversation } from './options.ts';
import { type Host, type Played, perform } from './perform.ts';
import { chooseTurn } from './script.ts';
import { tell } from './tell.ts';

type Prompt = { readonly id: string; readonly text: string };

/** Lives as long as its stdin; then it finishes the turn under way and leaves with 0. */
export async function playNative(options: Options): Promise<never> {
  let conversation = openConversation(options);
  const waiting: Prompt[] = [];
  const asked = new Map<string, (choice: string) => void>();
  let turns = 0;
  let questions = 0;
  let deaf = false;
  let stop: AbortController | null = null;
  let work = Promise.resolve();

  const ask = (tool: string, subject: string): Promise<boolean> => {
    if (deaf) return Promise.resolve(false);
    if (!options.asks) return Promise.resolve(options.unasked === 'allow');
    questions += 1;
    const id = `q${questions}`;
    tell({ type: 'asked', id, tool, subject });
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked.set(id, (choice) => {
      asked.delete(id);
      tell({ type: 'closed', id });
      resolve(choice === 'allow');
    });
    return promise;
  };

  function take({ id, text }: Prompt): Conversation {
    conversation = { id: conversation.id, prompts: [...conversation.prompts, text] };
    remember(conversation);
    tell({ type: 'turn_started', message: id });
    logPrompt(conversation, options.mode, Buffer.from(text));
    return conversation;
  }

  async function playOne(prompt: Prompt, host: Host): Promise<Played> {
    const { prompts } = take(prompt);
    const turn = chooseTurn(loadScript(options), options.mode, prompts);
    const none: Played = { code: 0, done: { outcome: 'crashed', text: `no turn of ${options.script} fits` } };
    return turn === null ? none : perform(turn.steps, options.cwd, tell, host);
  }

  /** Words that came meanwhile belong to the same turn. */
  async function playTurn(prompt: Prompt): Promise<void> {
    turns += 1;
    stop = new AbortController();
    let played = await playOne(prompt, { ask, stop: stop.signal });
    for (let next = waiting.shift(); next !== undefined && !stop.signal.aborted; next = waiting.shift())
      played = await playOne(next, { ask, stop: stop.signal });
    stop = null;
    if (played.done === null) process.exit(played.code);
    tell({ type: 'done', turn: turns, ...played.done });
  }

  const refuseAll = () => {
    for (const close of asked.values()) close('deny');
  };

  function hear(line: Json): void {
    switch (line.type) {
      case 'hello':
        tell({ type: 'started', conversation: conversation.id });
        break;
      case 'prompt': {
        const prompt = { id: asText(line.id), text: asText(line.text) };
        if (stop !== null) waiting.push(prompt);
        else work = work.then(() => playTurn(prompt));
        break;
      }
      case 'interrupt':
        refuseAll();
        stop?.abort();
        break;
      case 'answer':
        asked.get(asText(line.id))?.(asText(line.choice));
    }
  }

  for await (const line of splitLines(process.stdin)) hear(parseRecord(line) ?? {});
  deaf = true;
  refuseAll();
  await work;
  process.exit(0);
}
