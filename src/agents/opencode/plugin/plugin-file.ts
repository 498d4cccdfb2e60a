// Where the plugin is that OpenCode loads. The build turns the path into that of its bundle.
import { fileURLToPath } from 'node:url';

export const pluginFile = (): string => fileURLToPath(new URL('./main.ts', import.meta.url));
