// Values put where the words of a pre-analysis name them. A value is never a command: a shell gets it as a variable, and its own words stay as they are.
import type { LookupCommand } from '../run/lookup.ts';
import { type ShellPlace, shellPlaces } from '../text/shell-places.ts';
import { places, substitute } from './substitute.ts';

type Texts = ReadonlyMap<string, string>;

export type Bound = { readonly command: LookupCommand; readonly env: Readonly<Record<string, string>> };

export function bindValues(command: LookupCommand, values: Texts): Bound {
  const put = (text: string) => substitute(text, values).text;
  switch (command.kind) {
    case 'read':
      return { command: { ...command, path: put(command.path) }, env: {} };
    case 'search': {
      const path = command.path === null ? null : put(command.path);
      return { command: { ...command, pattern: put(command.pattern), path }, env: {} };
    }
    case 'glob':
      return { command: { ...command, pattern: put(command.pattern) }, env: {} };
    case 'mcp':
      return { command: { ...command, args: putInto(command.args, put) as typeof command.args }, env: {} };
    case 'bash':
      return bindShell(command.command, values);
  }
}

/** Texts of arguments at any depth; their names stay. */
function putInto(value: unknown, put: (text: string) => string): unknown {
  if (typeof value === 'string') return put(value);
  if (Array.isArray(value)) return value.map((each) => putInto(each, put));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, putInto(each, put)]));
}

/** How a variable stands there, as one word that no shell takes apart; null: not at all, for a shell runs what stands in a number. */
const forms: Readonly<Record<ShellPlace, ((name: string) => string) | null>> = {
  command: (name) => `"\${${name}}"`,
  double: (name) => `\${${name}}`,
  single: (name) => `'"\${${name}}"'`,
  number: null,
  escaped: null,
};

function bindShell(line: string, values: Texts): Bound {
  const env: Record<string, string> = {};
  const variables = new Map<string, string>();
  const stands = shellPlaces(line);
  const text = line.replace(places, (whole: string, ...groups: unknown[]) => {
    const name = String(groups.slice(0, 3).find((group) => group !== undefined));
    const at = Number(groups[3]);
    const place = stands[at] ?? 'escaped';
    const value = values.get(name);
    const form = forms[place];
    if (value === undefined || form === null) return whole;
    // `\[x]` and `${x}` are the shell's own.
    if (place !== 'single' && /[\\$]$/.test(line.slice(0, at))) return whole;
    const variable = variables.get(name) ?? `DROVER_VALUE_${variables.size + 1}`;
    variables.set(name, variable);
    env[variable] = value.replaceAll('\0', '');
    return form(variable);
  });
  return { command: { kind: 'bash', command: text }, env };
}
