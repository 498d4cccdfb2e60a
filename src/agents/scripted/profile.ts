// The scripted agent: a real program of ours that plays a script, for the demo and the tests.
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentSpec } from '../../ports/agent.ts';
import { type Environment, onePerTurn, type PlainProfile } from '../drivers/plain/profile.ts';
import { editsByVariable } from '../edits/edit-hook.ts';
import { type ScriptedState, scriptedFold } from './reader.ts';

/** Absolute paths: the script, the program (`main.ts`, or the bundle), the node that runs it. */
export type ScriptedSettings = {
  readonly script: string;
  readonly entry: string;
  readonly node: string;
  /** In a terminal its screen does not show when it works. */
  readonly steady?: true;
  /** In a terminal: so long after Enter it may not show that it works; a usual time when absent. */
  readonly beginMs?: number;
};

const stateFolder = (env: Environment): string => env.DROVER_SCRIPTED_STATE || join(env.HOME ?? '', '.drover-scripted');

/** A bundle needs the pieces beside it; a source what it imports: its room, and the domain. */
const sourcesOf = (entry: string): string => (entry.endsWith('.ts') ? join(entry, '../../..') : dirname(entry));

/** What nobody is asked for: done where it may work unattended, else refused. */
const unasked = { 'read-only': 'deny', ask: 'deny', auto: 'allow', bypass: 'allow' } as const;

export function scriptedProfile({ script, entry, node }: ScriptedSettings): PlainProfile<ScriptedState> {
  const args = ({ cwd, mode, resume, fork, conversation, permissions }: AgentSpec) => [
    entry,
    ...['--script', script, '--cwd', cwd, '--mode', mode, '--unasked', unasked[permissions]],
    ...(resume === null ? [] : ['--resume', resume]),
    ...(resume === null || fork ? ['--session-id', conversation] : []),
    ...(resume !== null && fork ? ['--fork'] : []),
  ];
  return {
    name: 'scripted',
    capabilities: { ...onePerTurn, readOnly: 'none', money: true, limitTime: true, edits: true },
    tellsEdits: (edits) => ({ env: editsByVariable(edits), reads: [] }),
    passEnv: ['DROVER_SCRIPTED_LOG', 'DROVER_SCRIPTED_PTY', 'DROVER_SCRIPTED_STATE'],
    dropEnv: /^CLAUDECODE$/,
    hint: 'it comes with Drover',
    locate: () =>
      access(entry).then(
        () => node,
        () => null,
      ),
    reads: [sourcesOf(entry), script],
    versionArgs: [entry, '--version'],
    args,
    env: () => ({}),
    state: (env) => [{ at: stateFolder(env), open: true }],
    fold: scriptedFold,
  };
}
