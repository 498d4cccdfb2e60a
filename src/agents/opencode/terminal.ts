// opencode in a terminal: a plugin in a folder of configuration of this start, beside the person's own.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { failureOf } from '../drivers/hear-hooks.ts';
import type { HookWord } from '../drivers/pty-hook.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import type { Spool } from '../drivers/pty-spool.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { opencode as plain } from './profile.ts';
import { readOpencodeScreen } from './screen.ts';

const wanted = ['session.created', 'session.status', 'session.idle', 'session.error', 'permission.asked'];

/** It is loaded twice; an event has one file, by its own id. */
const pluginOf = ({ folder }: Spool) => `
import { renameSync, writeFileSync } from 'node:fs';
const folder = ${JSON.stringify(folder)};
const wanted = new Set(${JSON.stringify(wanted)});
export const Drover = async () => ({
  event: async ({ event }) => {
    if (!wanted.has(event.type)) return;
    const name = folder + '/e.' + String(event.id).replaceAll(/[^A-Za-z0-9_]/g, '');
    try {
      writeFileSync(name + '.' + process.pid, JSON.stringify(event), { mode: 0o600 });
      renameSync(name + '.' + process.pid, name + '.json');
    } catch {}
  },
});
`;

/** Into a folder of configuration without this it installs a package from the registry, and waits for it: ours needs none. */
const installed = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } };

async function prepare(spec: AgentSpec, spool: Spool): Promise<Prepared> {
  const { permissions, mode, resume, fork, model } = spec;
  const args = [
    ...(resume === null ? [] : ['--session', resume]),
    ...(resume !== null && fork ? ['--fork'] : []),
    ...(model === null ? [] : ['-m', model]),
    ...(mode === 'analysis' || permissions === 'read-only' ? ['--agent', 'plan'] : []),
    ...(permissions === 'bypass' || permissions === 'auto' ? ['--auto'] : []),
    ...spec.args,
  ];
  const quiet = { OPENCODE_DISABLE_AUTOUPDATE: '1' };
  if (spec.env.OPENCODE_CONFIG_DIR) return { args, env: quiet };
  const folder = join(spec.folder, 'opencode');
  for (const each of ['plugin', 'node_modules']) await mkdir(join(folder, each), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(installed), { mode: 0o600 });
  await writeFile(join(folder, 'plugin', 'drover.js'), pluginOf(spool), { mode: 0o600 });
  return { args, env: { ...quiet, OPENCODE_CONFIG_DIR: folder } };
}

export const opencodeTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: {
    ...{ resume: true, fork: true, steer: true, readOnly: 'mode', permissions: true, usage: 'none', money: false },
    ...{ limitTime: false, context: false, turnEnd: 'hook', hooks: true, images: false },
  },
  prepare,
  read: readOpencodeScreen,
  hear,
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 60,
  interrupt: '\u001b',
  farewell: '/exit',
});

export function hear(event: Json): readonly HookWord[] {
  const told = asRecord(event.properties);
  switch (event.type) {
    case 'session.created': {
      // Those with a parent are for parts of its work.
      const info = asRecord(told.info);
      return asText(info.parentID) === '' ? [{ kind: 'began', conversation: asText(info.id), model: null }] : [];
    }
    case 'session.status': {
      const status = asRecord(told.status);
      if (status.type === 'busy') return [{ kind: 'prompted', text: null }];
      if (status.type !== 'retry') return [];
      const attempt = asNumber(status.attempt) ?? 1;
      return [{ kind: 'told', happening: { kind: 'retrying', attempt, why: asText(status.message) } }];
    }
    case 'session.idle':
      return [{ kind: 'stopped', outcome: null }];
    case 'session.error':
      return [{ kind: 'stopped', outcome: errorOf(asRecord(told.error)) }];
    case 'permission.asked': {
      const subject = asText(asRecord(told.metadata).command) || asList(told.patterns).map(asText).join(' ');
      return [{ kind: 'wants', wanted: { tool: asText(told.permission), subject } }];
    }
    default:
      return [];
  }
}

function errorOf({ name, data }: Json): TurnOutcome {
  const { message, statusCode } = asRecord(data);
  if (name === 'MessageAbortedError') return { kind: 'interrupted' };
  return failureOf(`${asText(name)} ${asNumber(statusCode) ?? ''}`, asText(message));
}

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lines.findLast((line) => /^\s*▣ /u.test(line)) ?? '';
  return /· interrupted\s*$/.test(said) ? { kind: 'interrupted' } : null;
}
