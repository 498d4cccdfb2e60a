// The configuration as it stands, in the form of its file.
import type { ConfigList, ConfigPath } from '../../../contract/config.ts';
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
    `store: ${config.store}`,
  ].join('\n');

const path = ({ path: file }: ConfigPath): string => file;

export const printers = { 'config.list': list, 'config.path': path };
