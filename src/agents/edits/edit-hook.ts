// What a program is given at its start so that it tells its edits: by flags, variables and files of that start alone. The build turns the path into that of its bundle.
import { fileURLToPath } from 'node:url';
import type { AgentSpec } from '../../ports/agent.ts';
import type { EditFolder } from '../../ports/edits.ts';
import { quote } from '../drivers/pty/hooks.ts';
import { filesOf } from '../hook/hook-program.ts';
import { editVariable } from './found.ts';

export type EditHook = {
  readonly args?: readonly string[];
  /** In place of the person's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it must find wherever it runs. */
  readonly reads: readonly string[];
};

/** Writes nothing outside of the run's own folder. Safe to repeat. */
export type TellsEdits = (edits: EditFolder, spec: AgentSpec) => EditHook | Promise<EditHook>;

const entry = () => fileURLToPath(new URL('./main.ts', import.meta.url));

/** For `/bin/sh`. */
export const editCommand = ({ folder, takenMs, waitMs }: EditFolder): string =>
  [process.execPath, entry(), folder, String(takenMs), String(waitMs)].map(quote).join(' ');

export const editProgram = (): readonly string[] => [...filesOf(entry()), process.execPath];

/** Seconds after which the agent itself ends it: it has gone by then. */
export const hookSeconds = ({ waitMs }: EditFolder): number => Math.ceil(waitMs / 1000) + 10;

/** For what runs in the agent itself. */
export const editsByVariable = (edits: EditFolder): Readonly<Record<string, string>> => ({
  [editVariable]: JSON.stringify(edits),
});
