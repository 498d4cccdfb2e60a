// The command line as plain data: from it come parsing, help, completion and the nearest word. The CLI loads this and nothing else of the contract.
import type { CommandName } from './commands.ts';

export type Flag = {
  readonly name: string;
  readonly short?: string;
  /** What its value is called in help; absent for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** `a,b` and repeated: becomes a list. */
  readonly list?: true;
  readonly number?: true;
  readonly help: string;
};

export type Positional = {
  readonly name: string;
  readonly required?: true;
  /** Takes all that follows, joined by a space. */
  readonly rest?: true;
  readonly choices?: readonly string[];
};

export type Word = {
  /** `task list`; '' for the bare program. */
  readonly name: string;
  readonly group: 'everyday' | 'task' | 'registry' | 'step' | 'service' | 'help';
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
  130: 'cancelled',
};

export const groups: Readonly<Record<Word['group'], string>> = {
  everyday: 'Everyday',
  task: 'Tasks',
  registry: 'Registry',
  step: 'Steps by hand',
  service: 'Service',
  help: 'Help',
};

const help: Flag = { name: 'help', short: 'h', help: 'usage, one example, exit codes' };
const json: Flag = { name: 'json', help: 'exactly one JSON document on stdout' };
const jsonl: Flag = { name: 'jsonl', help: 'one JSON document a line, as things happen' };
const version: Flag = { name: 'version', short: 'V', help: 'the version' };
/** Known before the command's name as well as after it. */
export const everywhere: readonly Flag[] = [help, json];
export const bare: readonly Flag[] = [version];
export const streaming: readonly Flag[] = [jsonl];

const workspace: Flag = {
  name: 'workspace',
  short: 'w',
  value: 'NAME',
  help: 'the workspace; without it the one of this folder',
};
const all = (what: string): Flag => ({ name: 'all', short: 'a', help: what });
const raw: Flag = { name: 'raw', help: 'control sequences are not stripped' };
const taskHere: Positional = { name: 'task' };
const task: Positional = { name: 'task', required: true };
const name: Positional = { name: 'name', required: true };
const byOutcome = [5, 6, 130] as const;

export const words: readonly Word[] = [
  {
    name: '',
    group: 'everyday',
    request: 'service.board',
    help: 'the board: what needs you, tasks, spend',
    example: 'drover',
    positionals: [],
    flags: [],
  },
  {
    name: 'do',
    group: 'everyday',
    request: 'task.create',
    cwd: true,
    streams: true,
    startsWork: true,
    exits: byOutcome,
    help: 'states a task and watches it',
    example: 'drover do "heartbeat job does not fire" -w shop',
    positionals: [{ name: 'text', rest: true }],
    flags: [
      { name: 'file', short: 'f', value: 'FILE', help: 'the text from a file, `-` for standard input' },
      workspace,
      { name: 'env', value: 'NAME', help: 'the environment where the trouble shows' },
      { name: 'agent', short: 'a', value: 'NAME', help: 'the agent of every role' },
      { name: 'model', short: 'm', value: 'NAME', help: "the agent's model" },
      { name: 'base', value: 'BRANCH', help: 'what it starts from' },
      { name: 'branch', value: 'NAME', help: 'the branch it makes' },
      { name: 'title', value: 'TEXT', help: 'title of commit and pull request' },
      { name: 'until', value: 'PHASE', choices: ['analyze', 'plan', 'test'], help: 'stop there with the result' },
      { name: 'yes', short: 'y', value: 'KINDS', list: true, help: 'questions that policy may answer: `proceed,plan`' },
      { name: 'plan', value: 'FILE', help: 'a plan of your own' },
      { name: 'budget', value: 'DOLLARS', number: true, help: 'ask before it costs more' },
      { name: 'priority', value: 'WORD', choices: ['low', 'normal', 'high'], help: 'whose turn for a slot' },
      { name: 'detach', short: 'd', help: 'print the id and return' },
    ],
  },
  {
    name: 'answer',
    group: 'everyday',
    request: 'question.answer',
    exits: [6],
    startsWork: true,
    help: 'answers a question; without arguments walks through the open ones',
    example: 'drover answer q7 yes',
    positionals: [{ name: 'question' }, { name: 'choice' }, { name: 'words', rest: true }],
    flags: [{ name: 'binding', value: 'HASH', help: 'what you saw; refused if it has changed' }],
  },
  {
    name: 'task list',
    group: 'task',
    request: 'task.list',
    help: 'tasks, those that wait for you first',
    example: 'drover task list -w shop',
    positionals: [],
    flags: [workspace, all('ended ones too')],
  },
  {
    name: 'task show',
    group: 'task',
    request: 'task.show',
    cwd: true,
    help: 'all about one task',
    example: 'drover task show shop-12',
    positionals: [taskHere],
    flags: [],
  },
  {
    name: 'task watch',
    group: 'task',
    request: 'task.watch',
    cwd: true,
    streams: true,
    exits: byOutcome,
    help: 'its phases, live; asks inline',
    example: 'drover task watch shop-12',
    positionals: [taskHere],
    flags: [
      { name: 'follow', short: 'f', help: 'go on while it waits for a person' },
      { name: 'after', value: 'POSITION', number: true, help: 'facts above this position' },
    ],
  },
  {
    name: 'task say',
    group: 'task',
    request: 'task.say',
    help: 'tells its agent something, now or in the next turn',
    example: 'drover task say shop-12 "keep the old route too"',
    positionals: [task, { name: 'text', required: true, rest: true }],
    flags: [],
  },
  {
    name: 'task diff',
    group: 'task',
    request: 'task.diff',
    cwd: true,
    help: 'all changes since the base',
    example: 'drover task diff shop-12',
    positionals: [taskHere],
    flags: [raw],
  },
  {
    name: 'task log',
    group: 'task',
    request: 'task.log',
    cwd: true,
    help: 'what happened, and what its agents said',
    example: 'drover task log shop-12 -n 50',
    positionals: [taskHere],
    flags: [{ name: 'lines', short: 'n', value: 'N', number: true, help: 'how many (200)' }, raw],
  },
  {
    name: 'task path',
    group: 'task',
    request: 'task.path',
    cwd: true,
    help: 'the folder of its copy',
    example: 'cd "$(drover task path shop-12)"',
    positionals: [taskHere],
    flags: [],
  },
  {
    name: 'task pause',
    group: 'task',
    request: 'task.pause',
    help: 'parks it at the next safe point',
    example: 'drover task pause shop-12',
    positionals: [task],
    flags: [],
  },
  {
    name: 'task resume',
    group: 'task',
    request: 'task.resume',
    startsWork: true,
    help: 'goes on with a parked one',
    example: 'drover task resume shop-12',
    positionals: [task],
    flags: [],
  },
  {
    name: 'task cancel',
    group: 'task',
    request: 'task.cancel',
    help: 'ends it; its branch is kept unless said otherwise',
    example: 'drover task cancel shop-12 --remove',
    positionals: [task],
    flags: [
      { name: 'keep', help: 'keep its branch (so it is without a flag)' },
      { name: 'remove', help: 'remove its branch; what is nowhere else is kept in the hub' },
    ],
  },
  {
    name: 'task finish',
    group: 'task',
    request: 'task.finish',
    help: 'closes it with its open points recorded as not done',
    example: 'drover task finish shop-12',
    positionals: [task],
    flags: [],
  },
  {
    name: 'task retry',
    group: 'task',
    request: 'task.retry',
    startsWork: true,
    help: 'starts the failed phase again',
    example: 'drover task retry shop-12',
    positionals: [task],
    flags: [],
  },
  {
    name: 'task evidence',
    group: 'task',
    request: 'task.evidence',
    cwd: true,
    exits: [5],
    help: 'what proves it',
    example: 'drover task evidence shop-12 --verify',
    positionals: [taskHere],
    flags: [
      { name: 'verify', help: 'check the chain of hashes' },
      { name: 'export', value: 'FOLDER', help: 'write it all to a new folder' },
    ],
  },
  {
    name: 'workspace add',
    group: 'registry',
    request: 'workspace.add',
    cwd: true,
    help: 'registers a git checkout',
    example: 'drover workspace add shop ~/dev/shop',
    positionals: [name, { name: 'path', required: true }],
    flags: [],
  },
  {
    name: 'workspace init',
    group: 'registry',
    request: 'workspace.init',
    cwd: true,
    help: 'writes down what was detected',
    example: 'drover workspace init --mine',
    positionals: [{ name: 'workspace' }],
    flags: [{ name: 'mine', help: 'into your configuration instead of .drover.yaml' }],
  },
  {
    name: 'workspace list',
    group: 'registry',
    request: 'workspace.list',
    help: 'the registered workspaces',
    example: 'drover workspace list',
    positionals: [],
    flags: [],
  },
  {
    name: 'workspace show',
    group: 'registry',
    request: 'workspace.show',
    cwd: true,
    help: 'one of them, with its environments and tasks',
    example: 'drover workspace show shop',
    positionals: [{ name: 'workspace' }],
    flags: [],
  },
  {
    name: 'workspace set',
    group: 'registry',
    request: 'workspace.set',
    help: 'sets a key',
    example: 'drover workspace set shop slots 2',
    positionals: [
      { name: 'workspace', required: true },
      { name: 'key', required: true },
      { name: 'value', required: true },
    ],
    flags: [],
  },
  {
    name: 'workspace remove',
    group: 'registry',
    request: 'workspace.remove',
    help: 'forgets it; the checkout stays',
    example: 'drover workspace remove shop',
    positionals: [{ name: 'workspace', required: true }],
    flags: [],
  },
  {
    name: 'workspace check',
    group: 'registry',
    request: 'workspace.check',
    cwd: true,
    startsWork: true,
    help: 'a read-only look: git, runtimes, gates, agents, sandbox',
    example: 'drover workspace check shop',
    positionals: [{ name: 'workspace' }],
    flags: [],
  },
  {
    name: 'env add',
    group: 'registry',
    request: 'env.add',
    cwd: true,
    help: 'registers a place where the software runs',
    example: 'drover env add shop-prod deploy@prod:/opt/shop',
    positionals: [name, { name: 'connect', required: true }],
    flags: [],
  },
  {
    name: 'env list',
    group: 'registry',
    request: 'env.list',
    help: 'the registered environments',
    example: 'drover env list',
    positionals: [],
    flags: [],
  },
  {
    name: 'env set',
    group: 'registry',
    request: 'env.set',
    help: 'sets a key',
    example: 'drover env set shop-prod service shop',
    positionals: [
      { name: 'env', required: true },
      { name: 'key', required: true },
      { name: 'value', required: true },
    ],
    flags: [],
  },
  {
    name: 'env remove',
    group: 'registry',
    request: 'env.remove',
    help: 'forgets it',
    example: 'drover env remove shop-prod',
    positionals: [{ name: 'env', required: true }],
    flags: [],
  },
  {
    name: 'config list',
    group: 'registry',
    request: 'config.list',
    help: 'the configuration as it stands, defaults included',
    example: 'drover config list',
    positionals: [],
    flags: [],
  },
  {
    name: 'config path',
    group: 'registry',
    request: 'config.path',
    help: 'where the configuration file is',
    example: 'drover config path',
    positionals: [],
    flags: [],
  },
  {
    name: 'step take',
    group: 'step',
    request: 'step.take',
    cwd: true,
    startsWork: true,
    help: 'takes a lease and makes a copy, for work by hand',
    example: 'drover step take -w shop "fix the heartbeat"',
    positionals: [{ name: 'text', required: true, rest: true }],
    flags: [workspace, { name: 'takeover', help: 'replace a quiet owner' }],
  },
  {
    name: 'step renew',
    group: 'step',
    request: 'step.renew',
    cwd: true,
    help: 'moves the expiry of the lease',
    example: 'drover step renew shop-12',
    positionals: [taskHere],
    flags: [],
  },
  {
    name: 'step release',
    group: 'step',
    request: 'step.release',
    cwd: true,
    help: 'gives the lease back; safe to repeat',
    example: 'drover step release shop-12 --cleanup',
    positionals: [taskHere],
    flags: [{ name: 'cleanup', help: 'remove copy and branches this task made' }],
  },
  {
    name: 'up',
    group: 'service',
    request: null,
    help: 'the daemon in the foreground',
    example: 'drover up',
    positionals: [],
    flags: [{ name: 'install', help: 'as a service of your login instead' }],
  },
  {
    name: 'down',
    group: 'service',
    request: 'service.down',
    quiet: true,
    exits: [130],
    help: 'ends the daemon; agents go on',
    example: 'drover down --all',
    positionals: [],
    flags: [all('agents too; asks when something runs'), { name: 'yes', short: 'y', help: 'do not ask' }],
  },
  {
    name: 'ps',
    group: 'service',
    request: 'service.ps',
    help: 'what runs',
    example: 'drover ps',
    positionals: [],
    flags: [all('what ended too')],
  },
  {
    name: 'doctor',
    group: 'service',
    request: 'service.doctor',
    startsWork: true,
    help: 'whether all is well, and what to do',
    example: 'drover doctor',
    positionals: [],
    flags: [],
  },
  {
    name: 'demo',
    group: 'help',
    request: null,
    exits: [5, 6, 130],
    help: 'one task from start to end in a throw-away folder, with a scripted agent',
    example: 'drover demo',
    positionals: [],
    flags: [
      { name: 'agent', short: 'a', value: 'NAME', help: 'a real agent instead of the scripted one' },
      { name: 'keep', help: 'leave the folder' },
    ],
  },
  {
    name: 'completion',
    group: 'help',
    request: null,
    help: 'completion for your shell',
    example: 'source <(drover completion bash)',
    positionals: [{ name: 'shell', required: true, choices: ['bash', 'zsh', 'fish'] }],
    flags: [],
  },
  {
    name: 'help',
    group: 'help',
    request: null,
    help: 'usage of a command',
    example: 'drover help task watch',
    positionals: [{ name: 'words', rest: true }],
    flags: [],
  },
];
