// Started by an agent that wants a permission: `node main.ts SPOOL`, the question as JSON on stdin. It puts the question into the spool, waits for the
// answer's file, and prints it in the agent's form. It ends by itself when the agent goes or takes the question back; then nothing is printed and the agent's own dialog decides.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { asText, parseRecord } from '../json.ts';

/** How often it looks whether the agent is still there: nothing tells a process that its parent has gone. */
const lookMs = 1000;

const spool = process.argv[2] ?? '';
const answers = join(spool, 'answers');

function put(name: string, event: object): void {
  const aside = join(spool, `q.${name}`);
  writeFileSync(aside, JSON.stringify(event), { mode: 0o600 });
  renameSync(aside, `${aside}.json`);
}

function readAnswer(path: string): string | null {
  if (!existsSync(path)) return null;
  const { means, note } = parseRecord(readFileSync(path, 'utf8')) ?? {};
  const allow = means === 'allow_once' || means === 'allow_always';
  const decision = allow
    ? { behavior: 'allow' }
    : { behavior: 'deny', message: asText(note) || 'A person refused this.' };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}

function answerFrom(path: string): Promise<string | null> {
  const parent = process.ppid;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const look = () => {
    const answer = readAnswer(path);
    if (answer !== null) resolve(answer);
    else if (process.ppid !== parent) resolve(null);
  };
  const watcher = watch(answers, look);
  const round = setInterval(look, lookMs);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(null));
  look();
  return promise.finally(() => {
    watcher.close();
    clearInterval(round);
  });
}

async function main(): Promise<void> {
  const question = parseRecord((await buffer(process.stdin)).toString('utf8')) ?? {};
  // Two of the same in one turn are two questions.
  const id = createHash('sha256')
    .update(`${JSON.stringify(question)} ${process.pid} ${process.hrtime.bigint()}`)
    .digest('hex')
    .slice(0, 16);
  mkdirSync(answers, { recursive: true, mode: 0o700 });
  put(id, { ...question, hook_event_name: 'DroverAsked', id });
  const answer = await answerFrom(join(answers, `${id}.json`));
  put(`${id}.closed`, { hook_event_name: 'DroverClosed', id });
  if (answer !== null) process.stdout.write(`${answer}\n`);
}

await main();
