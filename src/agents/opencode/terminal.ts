// OpenCode in a terminal: a plugin of this start alone tells what it does and gives it answers. It stands in the configuration of the environment, which is put on top of the person's own.
import { pathToFileURL } from 'node:url';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import type { Spool } from '../drivers/pty-spool.ts';
import { filesOf } from '../hook/hook-program.ts';
import { asList, parseRecord } from '../json.ts';
import { hear } from './hear.ts';
import { opencode as plain } from './profile.ts';
import { common } from './program.ts';
import { readOpencodeScreen } from './screen.ts';

const content = 'OPENCODE_CONFIG_CONTENT';

function prepare(plugin: string, spec: AgentSpec, spool: Spool): Prepared {
  const { permissions, mode, resume, fork, model, env } = spec;
  const unasked = mode !== 'analysis' && (permissions === 'auto' || permissions === 'bypass');
  const args = [
    ...(resume === null ? [] : ['--session', resume]),
    ...(resume !== null && fork ? ['--fork'] : []),
    ...(model === null ? [] : ['-m', model]),
    // What the rules do not deny is done.
    ...(unasked ? ['--auto'] : []),
    ...spec.args,
  ];
  const config = withPlugin(env[content], plugin);
  const own = common.env(env, [], spec);
  // Comments may stand in the person's own, and then it is left as it is: the screen tells what it does.
  if (config === null) return { args, env: own };
  return {
    args,
    env: { ...own, [content]: config, DROVER_HOOKS: spool.folder },
    without: [content, 'DROVER_HOOKS'],
    reads: filesOf(plugin),
  };
}

/** null: nobody can tell where in it a plugin could stand. */
function withPlugin(theirs: string | undefined, plugin: string): string | null {
  const config = parseRecord(theirs || '{}');
  if (config === null) return null;
  return JSON.stringify({ ...config, plugin: [...asList(config.plugin), pathToFileURL(plugin).href] });
}

/** `plugin`: the file it loads. */
export const opencodeTerminal = (plugin: string): TerminalProfile => ({
  ...plain,
  capabilities: {
    ...{ resume: true, fork: true, steer: true, readOnly: 'tools', permissions: true, usage: 'turn', money: true },
    ...{ limitTime: false, context: true, turnEnd: 'hook', hooks: true, images: false },
  },
  prepare: async (spec, spool) => prepare(plugin, spec, spool),
  read: readOpencodeScreen,
  hear,
  outcome: outcomeOf,
  // Its plugin tells every end, an interrupted turn's too, and its screen may lag behind for seconds.
  tellsBusy: false,
  beginMs: 45_000,
  asksByHook: true,
  calmMs: 60,
  interrupt: '\u001b',
  farewell: '/exit',
});

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lines.findLast((line) => /^\s*▣ /u.test(line)) ?? '';
  return /· interrupted\s*$/.test(said) ? { kind: 'interrupted' } : null;
}
