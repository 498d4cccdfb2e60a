// The scripted agent in a terminal, with hooks or, where the person's environment says `DROVER_SCRIPTED_HOOKS=none`, by its screen alone.

import { defined } from '../../domain/defined.ts';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import { readClaudeScreen } from '../claude/terminal.ts';
import { heardByHooks } from '../drivers/capabilities.ts';
import { hearHooks } from '../drivers/pty/hooks.ts';
import type { TerminalProfile } from '../drivers/pty/profile.ts';
import { type ScriptedSettings, scriptedProfile } from './profile.ts';

export function scriptedTerminal(settings: ScriptedSettings): TerminalProfile {
  const plain = scriptedProfile(settings);
  return {
    ...plain,
    capabilities: { ...plain.capabilities, ...heardByHooks },
    async prepare(spec, spool) {
      const silent = spec.env.DROVER_SCRIPTED_HOOKS === 'none';
      return {
        args: [...plain.args(spec), '--driver', 'pty', ...(spec.permissions === 'ask' ? ['--asks'] : []), ...spec.args],
        env: silent ? {} : { DROVER_SCRIPTED_HOOKS: spool.folder },
        without: ['DROVER_SCRIPTED_HOOKS'],
      };
    },
    read: readClaudeScreen,
    hear: hearHooks,
    outcome: outcomeOf,
    tellsBusy: settings.steady !== true,
    ...defined({ beginMs: settings.beginMs }),
    calmMs: 0,
    interrupt: '\u001b',
    farewell: '/exit',
  };
}

const outcomeOf = ({ lines }: Screen): TurnOutcome | null =>
  lines.findLast((line) => /^(❯ |Interrupted)/u.test(line))?.startsWith('Interrupted') ? { kind: 'interrupted' } : null;
