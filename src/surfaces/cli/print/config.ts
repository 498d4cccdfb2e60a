// The configuration as it stands, in the form of its file.
import type {
  ConfigChanged,
  ConfigList,
  ConfigPath,
  ConfigReplaced,
  ConfigText,
  ConfigUnset,
  ConfigValue,
  PinSet,
} from '../../../contract/config.ts';
import { indent } from './cells.ts';
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
    ...(config.triggers === undefined ? [] : [map('triggers', config.triggers)]),
  ].join('\n');

const path = ({ path: file }: ConfigPath): string => file;

const pin = ({ set }: PinSet): string => (set ? 'The PIN is set.' : 'There is no PIN any more.');

const got = ({ value: found }: ConfigValue): string => (found === null ? '' : value(found));
const changed = ({ key, value: said }: ConfigChanged): string => `${key} is ${said}.`;
const unset = ({ key, was_set }: ConfigUnset): string =>
  was_set ? `${key} is not set any more.` : `${key} was not set.`;
const text = ({ text: said }: ConfigText): string => (said ?? '').trimEnd();
const replaced = ({ path: file }: ConfigReplaced): string => `${file} is changed.`;

export const configPrinters = {
  'config.get': got,
  'config.list': list,
  'config.path': path,
  'config.pin': pin,
  'config.replace': replaced,
  'config.set': changed,
  'config.text': text,
  'config.unset': unset,
};
