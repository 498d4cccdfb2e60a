// Where the plugin is that OpenCode loads, and how it is told of it: by its configuration of the environment, which is put on top of the person's own. The build turns the path into that of its bundle.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { editsByVariable, type TellsEdits } from '../../edits/edit-hook.ts';
import { filesOf } from '../../hook/hook-program.ts';
import { asList, parseRecord } from '../../json.ts';

export const pluginFile = (): string => fileURLToPath(new URL('./main.ts', import.meta.url));

export const configVariable = 'OPENCODE_CONFIG_CONTENT';

/** null: comments may stand in the person's own, and nobody can tell where in it a plugin could stand. */
export function withPlugin(theirs: string | undefined, plugin: string): string | null {
  const config = parseRecord(theirs || '{}');
  if (config === null) return null;
  return JSON.stringify({ ...config, plugin: [...asList(config.plugin), pathToFileURL(plugin).href] });
}

export const opencodeEdits: TellsEdits = (edits, { env }) => {
  const plugin = pluginFile();
  const config = withPlugin(env[configVariable], plugin);
  if (config === null) return { reads: [] };
  return { env: { [configVariable]: config, ...editsByVariable(edits) }, reads: filesOf(plugin) };
};
