// What a command line is made of, as plain data: a word, its flags and positionals; and the flags that several words share.
import type { CommandName } from '../commands.ts';

export type Flag = {
  readonly name: string;
  readonly short?: string;
  /** What its value is called in help; absent for a switch. */
  readonly value?: string;
  /** The value may be left out; given apart it stands where no positional can. */
  readonly optional?: true;
  readonly choices?: readonly string[];
  /** `a,b` and repeated: becomes a list. */
  readonly list?: true;
  /** Repeated, each as it is: becomes a list. */
  readonly repeated?: true;
  /** Another name of this flag. */
  readonly alias?: string;
  readonly number?: true;
  /** Of a number: a whole one from the first to the second. */
  readonly within?: readonly [number, number];
  readonly help: string;
};

export type Positional = {
  readonly name: string;
  readonly required?: true;
  /** Takes all that follows, joined by a space. */
  readonly rest?: true;
  /** Where several words are given, the first of them under this name too. */
  readonly first?: string;
  /** With `rest`: each as it is, as a list. */
  readonly each?: true;
  readonly choices?: readonly string[];
};

export type Word = {
  /** `task list`; '' for the bare program. */
  readonly name: string;
  readonly group: 'everyday' | 'task' | 'session' | 'registry' | 'step' | 'service' | 'help';
  /** The request it makes; null for what runs in the CLI itself. */
  readonly request: CommandName | null;
  readonly help: string;
  readonly example: string;
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  /** The input carries the folder one stands in. */
  readonly cwd?: true;
  /** `--jsonl` is known. */
  readonly streams?: true;
  /** The person's environment goes along, for the work it starts. */
  readonly startsWork?: true;
  /** What stands after `--` is handed on as it is, as a list of this name. */
  readonly passes?: string;
  /** `--port` asks a daemon over HTTP instead. */
  readonly direct?: true;
  /** A daemon that does not run is not started for it. */
  readonly quiet?: true;
  /** Beyond 0, 1, 2, 3, 4 and 8. */
  readonly exits?: readonly number[];
};

export const exitCodes: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'failed',
  2: 'usage',
  3: 'not found',
  4: 'refused as things stand',
  5: 'claimed done but not proven',
  6: 'waits for a person',
  7: "the agent's service limits it",
  8: 'unreachable',
  124: 'timeout',
  125: "Drover itself failed, where other codes are the agent's own",
  130: 'cancelled',
};

export const groups: Readonly<Record<Word['group'], string>> = {
  everyday: 'Everyday',
  task: 'Tasks',
  session: 'Sessions',
  registry: 'Registry',
  step: 'Steps by hand',
  service: 'Service',
  help: 'Help',
};

const help: Flag = { name: 'help', short: 'h', help: 'usage, one example, exit codes' };
const json: Flag = { name: 'json', help: 'exactly one JSON document on stdout' };
const jsonl: Flag = { name: 'jsonl', help: 'one JSON document a line, as things happen' };
const plain: Flag = {
  name: 'plain',
  help: 'lines alone: no colours, nothing drawn again, no keys; for screen readers too',
};
const version: Flag = { name: 'version', short: 'V', help: 'the version' };
/** Known before the command's name as well as after it. */
export const everywhere: readonly Flag[] = [help, json, plain];
export const bare: readonly Flag[] = [version];
export const streaming: readonly Flag[] = [jsonl];

export const workspaceFlag: Flag = {
  name: 'workspace',
  short: 'w',
  value: 'NAME',
  help: 'the workspace, or a path of its checkout; without it the one of this folder',
};
export const all = (what: string): Flag => ({ name: 'all', short: 'a', help: what });
export const taskHere: Positional = { name: 'task' };
export const namePositional: Positional = { name: 'name', required: true };
export const onceFlag: Flag = { name: 'once', value: 'KEY', help: 'said again with the same key, it is done once' };
/** Of commands that work over HTTP too. */
export const direct: readonly Flag[] = [
  { name: 'port', value: 'N', number: true, help: 'ask the daemon that listens on this loopback port' },
  { name: 'token-file', value: 'FILE', help: 'where its token is (else DROVER_TOKEN)' },
];
export const byOutcome = [5, 6, 130] as const;

/** What the command line and the daemon both know of a request before its input is read. */
export type Rule = {
  /** Whether only a person may make it: never, whatever the input, or as the input says. */
  readonly person:
    | 'never'
    | 'always'
    | {
        /** When one of these input fields is set (not absent, false or empty). */
        readonly with?: readonly string[];
        /** When this input field is absent. */
        readonly without?: string;
      };
  /** It matters whether an agent asks: the caller shows its process, whatever the input. */
  readonly identified?: true;
  /**
   * It may carry a key (`once` in its input), under which it is done once however often it is said. `found`: what it made is found under the key,
   * written with it in one transaction. Of the others the reply is remembered. Where a crash came between the deed and its reply, `again` ones are
   * done again, which changes nothing more; of `told` ones it is said that nobody knows. Without: it changes nothing, ends the daemon, replies with
   * a secret that is not to be kept, or is safe to repeat by itself (a step under its lease, a text with the one it replaces).
   */
  readonly once?: 'found' | 'again' | 'told';
  /** No word has it as its request; it is made on the way of this one. */
  readonly wordless?: string;
};
export type Requests = Readonly<Record<string, Rule>>;
