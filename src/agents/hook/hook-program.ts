// Where the program is that asks for a permission, and the command that starts it. The build turns the path into that of its bundle.
import { fileURLToPath } from 'node:url';
import { quote } from '../drivers/pty/hooks.ts';

export type HookProgram = { readonly entry: string; readonly node: string };

export const hookProgram = (): HookProgram => ({
  entry: fileURLToPath(new URL('./main.ts', import.meta.url)),
  node: process.execPath,
});

/** For `/bin/sh`; `folder`: the spool. */
export const askCommand = ({ node, entry }: HookProgram, folder: string): string =>
  [node, entry, folder].map(quote).join(' ');

/** What a program of ours needs to be there: in the package its one file, in development the sources around it. */
export const filesOf = (entry: string): readonly string[] =>
  entry.endsWith('.ts') ? [entry.slice(0, entry.lastIndexOf('/agents/') + '/agents'.length)] : [entry];
