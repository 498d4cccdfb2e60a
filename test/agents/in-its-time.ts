// Gemini goes on with a conversation in another minute than it was begun in: here the conversation is made older instead of waiting.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../../src/ports/agent.ts';

/** Conversations of this agent were begun long ago. */
export function inItsTime(agent: Agent): Agent {
  if (agent.name !== 'gemini' || agent.driver !== 'acp') return agent;
  return {
    ...agent,
    async start(keeper, spec) {
      if (spec.resume !== null) makeOlder(join(spec.env.HOME ?? '', '.gemini', 'tmp'));
      return agent.start(keeper, spec);
    },
  };
}

function makeOlder(folder: string): void {
  for (const project of existsSync(folder) ? readdirSync(folder) : []) {
    const chats = join(folder, project, 'chats');
    for (const name of existsSync(chats) ? readdirSync(chats) : [])
      renameSync(join(chats, name), join(chats, name.replace(/^session-.{16}/, 'session-2026-01-01T00-00')));
  }
}
