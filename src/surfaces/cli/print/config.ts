// The configuration as it stands, in the form of its file.
import type { ConfigList, ConfigPath, PinSet } from '../../../contract/config.ts';
import { indent } from './columns.ts';
import type { Look } from './look.ts';

const value = (said: unknown): string =>
  typeof said === 'object' && said !== null ? JSON.stringify(said) : String(said);

function map(name: string, entries: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(entries).map(([key, entry]) => `${key}: ${value(entry)}`);
  return lines.length === 0 ? `${name}: {}` : `${name}:\n${indent(lines.join('\n'))}`;
}

const list = (config: ConfigList, _look: Look): string =>
  [
    `# ${config.file.path}${config.file.exists ? '' : ' (not there: defaults)'}`,
    map('workspaces', config.workspaces),
    map('environments', config.environments),
    map('agents', config.agents),
    map('defaults', config.defaults),
    `policy: ${value(config.policy)}`,
    map('limits', config.limits),
    `sandbox: ${config.sandbox}`,
    ...(config.step_up === undefined ? [] : [`step_up: ${config.step_up}`]),
    `store: ${config.store}`,
  ].join('\n');

const path = ({ path: file }: ConfigPath): string => file;

const pin = ({ set }: PinSet): string => (set ? 'The PIN is set.' : 'There is no PIN any more.');

export const printers = { 'config.list': list, 'config.path': path, 'config.pin': pin };
