// The scripted agent over the Agent Client Protocol.
import { judgeRpcError } from '../drivers/acp/outcome.ts';
import type { AcpProfile } from '../drivers/acp/profile.ts';
import { asNumber, asRecord } from '../json.ts';
import { type ScriptedSettings, scriptedProfile } from './profile.ts';

export function scriptedAcp(settings: ScriptedSettings): AcpProfile {
  const plain = scriptedProfile(settings);
  return {
    ...plain,
    capabilities: { ...plain.capabilities, fork: true, readOnly: 'mode', permissions: true, money: false },
    args: ({ cwd, mode, args }) => [
      settings.entry,
      ...['--driver', 'acp', '--script', settings.script, '--cwd', cwd, '--mode', mode],
      ...args,
    ],
    modes: { 'read-only': 'read-only', ask: 'ask', auto: 'auto', bypass: 'auto' },
    model: 'argv',
    judge(error) {
      const judged = judgeRpcError(error);
      return judged.kind === 'limited' ? { ...judged, until: asNumber(asRecord(error.data).until) } : judged;
    },
    graceMs: 4000,
  };
}
