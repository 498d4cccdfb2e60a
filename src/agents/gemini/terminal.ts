// Gemini CLI in a terminal. Its title tells idle, work and questions apart, so it is read without hooks.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { lastSaid } from '../drivers/frame.ts';
import { failureOf } from '../drivers/hear-hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import { parseRecord } from '../json.ts';
import { gemini as plain } from './profile.ts';
import { readGeminiScreen } from './screen.ts';

/** Unattended, as over its protocol: its own mode for edits would ask about every command. */
const modes: Readonly<Record<AgentSpec['permissions'], string>> = {
  'read-only': 'plan',
  ask: 'default',
  auto: 'yolo',
  bypass: 'yolo',
};

/** Without a model of its own each prompt asks another model first which to take. */
const usual = 'gemini-2.5-flash';

async function prepare(spec: AgentSpec): Promise<Prepared> {
  const { permissions, mode, resume, conversation, model } = spec;
  const args = [
    ...['-m', model ?? spec.env.GEMINI_MODEL ?? usual],
    ...['--approval-mode', modes[mode === 'analysis' ? 'read-only' : permissions]],
    ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
    ...spec.args,
  ];
  // To trust a folder it must start itself anew, which it cannot as one process.
  return { args, env: (await isTrusted(spec)) ? { GEMINI_CLI_NO_RELAUNCH: 'true' } : {} };
}

async function isTrusted({ cwd, env }: AgentSpec): Promise<boolean> {
  const file = join(env.HOME ?? '', '.gemini', 'trustedFolders.json');
  const trusted = parseRecord(await readFile(file, 'utf8').catch(() => '{}')) ?? {};
  return Object.entries(trusted).some(
    ([folder, how]) => how === 'TRUST_FOLDER' && (cwd === folder || cwd.startsWith(`${folder}/`)),
  );
}

export const geminiTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: {
    ...{ resume: true, fork: false, steer: true, readOnly: 'mode', permissions: true, usage: 'none', money: false },
    ...{ limitTime: false, context: false, turnEnd: 'screen', hooks: false, images: false },
  },
  prepare,
  read: readGeminiScreen,
  hear: () => [],
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 100,
  interrupt: '\u001b',
  farewell: '/quit',
});

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lastSaid(lines, (line) => /^(ℹ Request cancelled|✕ |✦ )/u.test(line));
  if (said.startsWith('ℹ')) return { kind: 'interrupted' };
  return said.startsWith('✕') ? failureOf('', said.slice(2).trim()) : null;
}
