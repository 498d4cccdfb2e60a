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

/** How a variable stands there, as one word that no shell takes apart; null: not at all. */
const forms: Readonly<Record<ShellPlace, ((name: string) => string) | null>> = {
  command: (name) => `"\${${name}}"`,
  double: (name) => `\${${name}}`,
  here: (name) => `\${${name}}`,
  single: (name) => `'"\${${name}}"'`,
  number: null,
  program: null,
  verbatim: null,
  escaped: null,
};

/** Why it does not stand there; what is the shell's own is no value. */
const refusals: { readonly [P in ShellPlace]?: (name: string) => string } = {
  number: (name) => `${name} stands where a shell works out a number, and runs what stands in it`,
  program: (name) => `${name} stands where it would be run`,
  verbatim: (name) => `${name} stands in a text into which a shell puts nothing`,
};

function bindShell(line: string, values: Texts): Bound {
  const env: Record<string, string> = {};
  const variables = new Map<string, string>();
  const text = putIntoShell(line, values, ({ name, whole, place }) => {
    const form = forms[place];
    if (form === null) return whole;
    const variable = variables.get(name) ?? `DROVER_VALUE_${variables.size + 1}`;
    variables.set(name, variable);
    env[variable] = (values.get(name) ?? '').replaceAll('\0', '');
    return form(variable);
  });
  return { command: { kind: 'bash', command: text }, env };
}

/** Of values that a command names where a shell would run them, or leave their names standing. */
export function misplacedIn(line: string, names: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  putIntoShell(line, new Map([...names].map((name) => [name, ''])), ({ whole, place }) => {
    const why = refusals[place]?.(whole);
    if (why !== undefined) found.add(why);
    return whole;
  });
  return [...found];
}

type InShell = { readonly name: string; readonly whole: string; readonly place: ShellPlace };

function putIntoShell(line: string, values: Texts, put: (found: InShell) => string): string {
  const stands = shellPlaces(line);
  return line.replace(places, (whole: string, ...groups: unknown[]) => {
    const name = String(groups.slice(0, 3).find((group) => group !== undefined));
    const at = Number(groups[3]);
    const place = stands[at] ?? 'escaped';
    // `\[x]` and `${x}` are the shell's own.
    const isOwn = place !== 'single' && /[\\$]$/.test(line.slice(0, at));
    return isOwn || !values.has(name) ? whole : put({ name, whole, place });
  });
}
