// Gemini CLI over the Agent Client Protocol.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { View } from '../../domain/run/program.ts';
import { wordsOf } from '../drivers/acp/outcome.ts';
import { type AcpProfile, overAcp } from '../drivers/acp/profile.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import type { Environment } from '../drivers/plain/profile.ts';
import { asText } from '../json.ts';
import { geminiCommon, model } from './program.ts';

/** Of its conversations, as they are outside of a sandbox. */
const placesOf = (env: Environment, views: readonly View[]): readonly string[] =>
  geminiCommon.state(env).map(({ at }) => views.find((view) => view.at === `${at}/tmp`)?.from ?? `${at}/tmp`);

export const geminiAcp: AcpProfile = {
  ...geminiCommon,
  capabilities: { ...overAcp, fork: false, instructions: ['GEMINI.md'] },
  args: (spec) => ['--acp', '--skip-trust', '-m', model(spec), ...spec.args],
  modes: { 'read-only': 'plan', ask: 'default', auto: 'yolo', bypass: 'yolo' },
  model: 'argv',
  variables: 'filled',
  wait: (spec, views) => untilItsMinuteIsOver(placesOf(spec.env, views), spec.resume, Date.now()),
  toolOf: ({ toolCallId }) => asText(toolCallId).split('__')[0] ?? '',
  // Its code for an error without a status is 500 too: the words tell.
  judge: (error) => (error.code === 500 ? judgeWords(wordsOf(error)) : null),
  settledBy: 'available_commands_update',
  graceMs: 4000,
};

// A conversation that is loaded over the protocol within the minute it was begun is lost: its file bears that minute, and loading begins a file of its own name there.

const minute = 60_000;

/** Milliseconds until it can be loaded; `places`: the folders of its projects. As of gemini 0.61.0, November 2026. */
export async function untilItsMinuteIsOver(
  places: readonly string[],
  conversation: string | null,
  now: number,
): Promise<number> {
  if (conversation === null) return 0;
  const stamp = new Date(now).toISOString().slice(0, 16).replace(':', '-');
  const name = `session-${stamp}-${conversation.slice(0, 8)}.jsonl`;
  const files = await Promise.all(places.map((folder) => filesNamed(name, folder)));
  const begun = await Promise.all(files.flat().map(holdsWords));
  return begun.includes(true) ? minute - (now % minute) : 0;
}

/** One folder for each project. */
async function filesNamed(name: string, folder: string): Promise<readonly string[]> {
  const projects = await readdir(folder).catch(() => []);
  return projects.map((project) => join(folder, project, 'chats', name));
}

/** One that was only loaded holds nothing but its head. */
const holdsWords = (file: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (text) => text.includes('"type":"user"'),
    () => false,
  );
