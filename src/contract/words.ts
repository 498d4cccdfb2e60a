// The command line as plain data: from it come parsing, help, completion and the nearest word. The CLI loads this and nothing else of the contract.
import type { CommandName } from './commands.ts';

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
const sessionHere: Positional = { name: 'session' };
const session: Positional = { name: 'session', required: true };
const timeout = (what: string): Flag => ({ name: 'timeout', value: 'TIME', help: what });
const follow = (what: string): Flag => ({ name: 'follow', short: 'f', help: what });
const lines = (what: string): Flag => ({ name: 'lines', short: 'n', value: 'N', number: true, help: what });
/** Of commands that work over HTTP too. */
export const direct: readonly Flag[] = [
  { name: 'port', value: 'N', number: true, help: 'ask the daemon that listens on this loopback port' },
  { name: 'token-file', value: 'FILE', help: 'where its token is (else DROVER_TOKEN)' },
];
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
    name: 'run',
    group: 'everyday',
    request: 'run.create',
    cwd: true,
    streams: true,
    startsWork: true,
    exits: [7, 124, 130],
    help: 'one prompt for one agent, and its answer; read-only unless said otherwise',
    example: 'drover run "where is the session closed?" --agent codex --final',
    positionals: [{ name: 'prompt', rest: true }],
    flags: [
      { name: 'file', short: 'f', value: 'FILE', help: 'the prompt from a file, `-` for standard input' },
      { name: 'agent', short: 'a', value: 'NAME', help: 'which agent (the first that is installed)' },
      { name: 'mode', value: 'WORD', choices: ['analysis', 'write'], help: 'whether it may change files (analysis)' },
      { name: 'name', value: 'NAME', help: 'what it is called, for `--resume`' },
      { name: 'resume', value: 'RUN', help: "goes on with that run's conversation" },
      { name: 'cd', short: 'C', value: 'FOLDER', help: 'where it works' },
      { name: 'add-dir', value: 'FOLDER', repeated: true, help: 'another folder it may see; repeat for more' },
      { name: 'model', short: 'm', value: 'NAME', help: "the agent's model" },
      { name: 'effort', value: 'WORD', help: 'how much it thinks, where it can' },
      { name: 'timeout', value: 'TIME', help: 'ended after that (60m)' },
      { name: 'final', help: 'the answer and nothing else' },
      { name: 'events', help: 'the same as `--jsonl`' },
      {
        name: 'transport',
        value: 'WORD',
        choices: ['auto', 'plain', 'native', 'acp', 'pty'],
        help: 'how it is driven',
      },
      {
        name: 'permissions',
        value: 'WORD',
        choices: ['read-only', 'ask', 'auto', 'bypass'],
        help: 'what it may do without asking (auto in `--mode write`)',
      },
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
    name: 'start',
    group: 'session',
    request: 'session.start',
    cwd: true,
    startsWork: true,
    passes: 'args',
    exits: [124, 125],
    help: 'a session with an agent, here in the foreground; what stands after `--` is for the agent',
    example: 'drover start claude --name review -d -- --add-dir ../docs',
    positionals: [{ name: 'agent', required: true }],
    flags: [
      { name: 'name', value: 'NAME', help: 'what it is called; else two words' },
      { name: 'description', value: 'TEXT', help: 'what it is for' },
      { name: 'cwd', short: 'C', value: 'FOLDER', help: 'where the agent works' },
      { name: 'context', value: 'TEXT', help: 'its first message' },
      { name: 'detach', short: 'd', help: 'in the background' },
      { name: 'tmux', value: 'NAME', optional: true, help: 'in a window of tmux' },
      {
        name: 'permissions',
        value: 'WORD',
        choices: ['read-only', 'ask', 'auto', 'bypass'],
        help: 'what it may do without asking (ask)',
      },
      { name: 'allow', value: 'PATTERN', repeated: true, help: 'allowed without a question: `Tool` or `Tool(glob)`' },
      { name: 'deny', value: 'PATTERN', repeated: true, help: 'denied without a question; wins' },
      { name: 'model', short: 'm', value: 'NAME', help: "the agent's model" },
      { name: 'effort', value: 'WORD', help: 'how much it thinks, where it can' },
      {
        name: 'transport',
        value: 'WORD',
        choices: ['auto', 'native', 'acp', 'pty'],
        help: 'how it is driven (auto: in a terminal)',
      },
      { name: 'max-runtime', value: 'TIME', help: 'ended after that' },
      { name: 'inbox-ttl', value: 'TIME', help: 'how long a message may wait (24h)' },
      { name: 'watch-file', value: 'FILE', help: 'a message whenever it changes' },
      { name: 'on-done', value: 'COMMAND', help: 'a program that is told of every end of a turn' },
      { name: 'meta', value: 'JSON', help: 'yours, told back as it is' },
      timeout('how long the start may take (60s)'),
      { name: 'sandbox', help: 'confined to its repository' },
      { name: 'resume', value: 'ID', help: "a conversation of the agent's own to go on with" },
      { name: 'fork', help: 'with `--resume`: leaves that conversation as it is' },
      { name: 'budget', value: 'DOLLARS', number: true, help: 'pause and ask beyond it' },
      { name: 'detach-key', value: 'KEY', help: 'leaves it running (ctrl-\\ d)' },
    ],
  },
  {
    name: 'send',
    group: 'session',
    request: 'session.send',
    cwd: true,
    startsWork: true,
    direct: true,
    exits: [7, 124],
    help: 'a message to an agent: at once if it is ready, else queued',
    example: 'drover send review "look at the last commit" --wait',
    positionals: [session, { name: 'text', rest: true }],
    flags: [
      { name: 'message', value: 'TEXT', help: 'the text' },
      { name: 'file', short: 'f', value: 'FILE', help: 'the text from a file, `-` for standard input' },
      { name: 'no-submit', help: 'typed, and Enter is not pressed' },
      { name: 'submit-only', help: 'Enter alone' },
      { name: 'force', help: 'whatever the agent is doing' },
      { name: 'keys', help: 'control characters are keys' },
      { name: 'no-wait', help: 'only put into the inbox' },
      { name: 'wait', help: 'until the turn has ended' },
      { name: 'wait-for-idle', alias: 'wait', help: 'the same as `--wait`' },
      { name: 'steer', help: 'into the turn under way, where the agent can' },
      { name: 'relay', help: 'say who sends it' },
      { name: 'no-relay', help: 'do not say that another session sends it' },
      timeout('one budget over all (2m, with `--wait` 30m)'),
      { name: 'leave-queued', help: 'stays in the inbox when the time is over' },
      { name: 'verbose', short: 'v', help: 'what happens on the way, on stderr' },
    ],
  },
  {
    name: 'wait',
    group: 'session',
    request: 'service.wait',
    cwd: true,
    streams: true,
    direct: true,
    exits: [5, 6, 7, 124, 125, 130],
    help: 'waits for a session, task, run or message',
    example: 'drover wait review --until done --timeout 30m',
    positionals: [{ name: 'id' }],
    flags: [
      {
        name: 'until',
        short: 'u',
        value: 'WORD',
        choices: ['ended', 'ready', 'turn', 'asks', 'done'],
        help: 'what for (ended; of a task done)',
      },
      timeout('no longer than this'),
      { name: 'max-wait', value: 'TIME', alias: 'timeout', help: 'the same as `--timeout`' },
      { name: 'heartbeat', value: 'TIME', help: 'a line on stderr every so often' },
    ],
  },
  {
    name: 'stop',
    group: 'session',
    request: 'session.stop',
    cwd: true,
    startsWork: true,
    direct: true,
    exits: [124, 130],
    help: 'ends a session: asks politely, then insists',
    example: 'drover stop review',
    positionals: [sessionHere],
    flags: [
      { name: 'now', help: 'without asking politely' },
      all('every agent, and all tasks are paused; asks'),
      { name: 'yes', short: 'y', help: 'do not ask' },
      { name: 'no-wait', help: 'do not wait for its end' },
      timeout('how long its end is waited for (60s)'),
    ],
  },
  {
    name: 'ps',
    group: 'session',
    request: 'service.ps',
    cwd: true,
    direct: true,
    help: 'sessions of this repository, then runs of tasks',
    example: 'drover ps --all',
    positionals: [{ name: 'id' }],
    flags: [all('of every repository, and what ended too'), { name: 'watch', help: 'again and again, in place' }],
  },
  {
    name: 'pane',
    group: 'session',
    request: 'session.pane',
    cwd: true,
    streams: true,
    direct: true,
    help: 'what is on its screen',
    example: 'drover pane review --lines 20',
    positionals: [sessionHere],
    flags: [
      lines('the last so many lines'),
      { name: 'history', value: 'N', number: true, help: 'lines that have scrolled off the top too' },
      follow('again whenever it changes'),
      { name: 'ansi', help: 'with colours, as escape sequences' },
    ],
  },
  {
    name: 'logs',
    group: 'session',
    request: 'service.logs',
    cwd: true,
    streams: true,
    direct: true,
    help: 'the transcript of a session, run or task',
    example: 'drover logs review -n 100 --follow',
    positionals: [{ name: 'id' }],
    flags: [
      lines('the last so many lines (200)'),
      follow('goes on with what comes'),
      { name: 'plain', help: 'control sequences are stripped' },
      { name: 'raw', help: 'control sequences are let through to a terminal too' },
    ],
  },
  {
    name: 'attach',
    group: 'session',
    request: 'session.attach',
    cwd: true,
    startsWork: true,
    exits: [125],
    help: 'its terminal, here; the detach key leaves it running',
    example: 'drover attach review',
    positionals: [sessionHere],
    flags: [
      { name: 'read-only', short: 'r', help: 'keys are not passed on' },
      { name: 'detach-key', value: 'KEY', help: 'leaves it running (ctrl-\\ d)' },
    ],
  },
  {
    name: 'inbox list',
    group: 'session',
    request: 'inbox.list',
    cwd: true,
    direct: true,
    help: 'messages that wait for an agent; or one message, whatever became of it',
    example: 'drover inbox list review',
    positionals: [{ name: 'session' }],
    flags: [all('delivered and given up ones too')],
  },
  {
    name: 'inbox drop',
    group: 'session',
    request: 'inbox.drop',
    cwd: true,
    direct: true,
    help: 'takes one message out; it is never delivered',
    example: 'drover inbox drop m40',
    positionals: [{ name: 'message', required: true }],
    flags: [],
  },
  {
    name: 'inbox clear',
    group: 'session',
    request: 'inbox.clear',
    cwd: true,
    direct: true,
    help: 'takes all messages out',
    example: 'drover inbox clear review',
    positionals: [session],
    flags: [],
  },
  {
    name: 'events',
    group: 'session',
    request: 'service.events',
    cwd: true,
    streams: true,
    direct: true,
    help: 'the journal of a session, run or task as JSON lines',
    example: 'drover events review --follow',
    positionals: [{ name: 'id' }],
    flags: [follow('goes on with what happens'), { name: 'from', value: 'SEQ|TIME', help: 'from there on' }],
  },
  {
    name: 'history',
    group: 'session',
    request: 'service.history',
    cwd: true,
    direct: true,
    help: 'past sessions and runs: outcome, duration, tokens, money, files',
    example: 'drover history --since 7d',
    positionals: [],
    flags: [
      { name: 'limit', short: 'n', value: 'N', number: true, help: 'how many (50)' },
      { name: 'since', value: 'TIME', help: 'not those that ended longer ago' },
      all('of every repository'),
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
    flags: [
      { name: 'install', help: 'as a service of your login instead' },
      { name: 'port', value: 'N', number: true, help: 'HTTP on this loopback port, with a token' },
    ],
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
    name: 'agents',
    group: 'help',
    request: 'agents.list',
    startsWork: true,
    help: 'what is installed, what it can do, what was seen of it',
    example: 'drover agents --check',
    positionals: [{ name: 'agent' }],
    flags: [{ name: 'check', help: 'looks harmlessly at programs whose version is new' }],
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
