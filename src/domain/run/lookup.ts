// A look-up: one command of a pre-analysis as a run. It reads the copy, asks a server of tools or runs a command there; what it found is a file, and the row says how much.
import type { PreCommand } from '../flow/pre-command.ts';
import type { Hub } from '../place/hub.ts';
import type { McpServer } from '../task/settings/settings.ts';

/** What an agent is asked is a turn of its own. */
export type LookupCommand = Exclude<PreCommand, { readonly kind: 'run' }>;

/** What a run found, or its agent answered, as many bytes of it. One behind the other they are a value. */
export type ValuePart = { readonly run: string; readonly bytes: number };
/** By their names. What is long stands in files: a row holds no megabytes. */
export type Values = Readonly<Record<string, readonly ValuePart[]>>;

export type Lookup = {
  readonly kind: 'lookup';
  readonly command: LookupCommand;
  /** What its words may name. */
  readonly values: Values;
  /** The copy that it looks at. */
  readonly folder: string;
  /** That paths are relative to, within the copy; absent: the copy itself. */
  readonly below?: string;
  /** Where what is no part of the repository is kept, by its path. */
  readonly given?: Readonly<Record<string, string>>;
  readonly hub: Hub;
  readonly dependencies: string | null;
  /** That it may ask; absent: none. */
  readonly servers?: readonly McpServer[];
  /** The end of what it wrote is told with its result; absent: it stands in its file alone. */
  readonly tells?: true;
};

/** `why`: empty where it went well. `bytes`: of its file; `cut`: there was more. `told`: absent where nobody asked. */
export type Looked = {
  readonly ok: boolean;
  readonly why: string;
  readonly bytes: number;
  readonly cut: boolean;
  readonly told?: { readonly output: string; readonly errors: string; readonly exit: number | null };
};

/** What is told with a result: a row holds no megabytes. */
export const toldBytes = 8 * 1024;

/** Of one command, and of all of a step. */
export const lookupLimit = 1024 * 1024;
export const stepLimit = 4 * lookupLimit;

export const lookupSpec = <Sandbox>(purpose: Lookup, sandbox: Sandbox) => ({
  purpose,
  sandbox,
  deadlineMs: purpose.command.kind === 'bash' ? 600_000 : 60_000,
});

/** How its program ends: it found all, there was more, or there is nothing, and its errors say why. */
export const lookupExits = { whole: 0, cut: 3, notFound: 4 } as const;

export function sayLookup(command: LookupCommand): string {
  switch (command.kind) {
    case 'read':
      return `read ${command.path}`;
    case 'search':
      return `search ${command.pattern}`;
    case 'glob':
      return `glob ${command.pattern}`;
    case 'mcp':
      return `${command.server}: ${command.tool}`;
    case 'bash':
      return command.command;
  }
}
