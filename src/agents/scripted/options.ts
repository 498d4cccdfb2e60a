// How the scripted agent is started, and what every mode needs of it before it can play.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Conversation, recall } from './conversation.ts';
import { parseScript, type Script } from './script.ts';

const flags = {
  driver: { type: 'string', default: 'plain' },
  script: { type: 'string' },
  cwd: { type: 'string', default: process.cwd() },
  mode: { type: 'string', default: 'write' },
  'session-id': { type: 'string' },
  resume: { type: 'string' },
  /** The resumed conversation is left as it is; `--session-id` names the new one. */
  fork: { type: 'boolean', default: false },
  /** What it would ask for is done unless this is `deny`; with `asks` somebody is there to be asked. */
  unasked: { type: 'string', default: 'allow' },
  asks: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

export const readOptions = () => parseArgs({ options: flags }).values;
export type Options = ReturnType<typeof readOptions>;

/** A sentence on stderr, and the end. */
export function stop(code: number, why: string): never {
  process.stderr.write(`scripted: ${why}\n`);
  process.exit(code);
}

export function loadScript({ script: path }: Options): Script {
  if (path === undefined) return stop(2, '--script FILE is missing');
  try {
    return parseScript(readFileSync(path, 'utf8'));
  } catch (error) {
    return stop(2, `${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The one it goes on with, forked where that is asked, or a new one. */
export function openConversation(options: Options): Conversation {
  const { resume, fork, 'session-id': own } = options;
  const earlier = resume === undefined ? null : recall(resume);
  if (resume !== undefined && earlier === null) stop(1, `no conversation ${resume}`);
  const id = (fork ? own : (resume ?? own)) ?? stop(2, '--session-id or --resume is missing');
  return { id, prompts: earlier?.prompts ?? [] };
}
