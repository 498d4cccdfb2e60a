// Qwen Code is given hooks by the system settings of one start, to which those of the machine are joined. Written into the run's own folder.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import type { AgentSpec } from '../../ports/agent.ts';
import { editCommand, editProgram, type TellsEdits } from '../edits/edit-hook.ts';
import { asList, asRecord, type Json } from '../json.ts';

const variable = 'QWEN_CODE_SYSTEM_SETTINGS_PATH';
const machineSettings =
  process.platform === 'darwin'
    ? '/Library/Application Support/QwenCode/settings.json'
    : '/etc/qwen-code/settings.json';

/** Returns the variable that leads there; none where nobody knows what the machine's own say: they stay in force, without hooks. */
export async function systemSettings(
  { env, folder }: Pick<AgentSpec, 'env' | 'folder'>,
  hooks: Readonly<Record<string, readonly object[]>>,
): Promise<Readonly<Record<string, string>>> {
  const settings = join(folder, 'settings.json');
  const read = settingsIn(await readFile(env[variable] ?? machineSettings, 'utf8').catch(() => '{}'));
  if (read === null) return {};
  const joined = { ...read, hooks: addHooks(asRecord(read.hooks), hooks) };
  await writeFile(settings, JSON.stringify(joined), { mode: 0o600 });
  return { [variable]: settings };
}

/** Comments may stand in them. */
function settingsIn(text: string): Json | null {
  const errors: ParseError[] = [];
  const read: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 || Array.isArray(read) || typeof read !== 'object' || read === null ? null : asRecord(read);
}

const addHooks = (theirs: Json, ours: Readonly<Record<string, readonly object[]>>) => ({
  ...theirs,
  ...Object.fromEntries(Object.entries(ours).map(([event, hooks]) => [event, [...asList(theirs[event]), ...hooks]])),
});

export const qwenEdits: TellsEdits = async (edits, spec) => {
  // Its own limit of a hook is told in milliseconds, and is a minute where nothing is said.
  const hook = { type: 'command', command: editCommand(edits), timeout: edits.waitMs + 10_000 };
  const env = await systemSettings(spec, { PostToolUse: [{ matcher: 'edit|write_file|replace', hooks: [hook] }] });
  return { env, reads: [...Object.values(env), ...editProgram()] };
};
