// The rows of the table of agents: which tests of their suite show what, and what an agent may honestly lack.
import type { Capabilities, Driver } from '../src/ports/agent.ts';

export type Ability = {
  readonly name: string;
  /** The first row that a test's name fits takes the test. */
  readonly tests: RegExp;
  /** Absent: every agent must. */
  readonly can?: (capabilities: Capabilities, driver: Driver) => boolean;
};

export const confined = 'inside bubblewrap';

/** Through `plain` a process has one turn. */
const stays = (_: Capabilities, driver: Driver) => driver !== 'plain';

export const abilities: readonly Ability[] = [
  {
    name: 'permission asked, answered, late',
    tests: /permission|question|what is asked no more/,
    can: (c) => c.permissions,
  },
  { name: 'words in mid-turn', tests: /steer/, can: (c) => c.steer },
  { name: 'fork', tests: /\bfork/, can: (c) => c.fork },
  { name: 'read-only', tests: /analysis mode/, can: (c) => c.readOnly !== 'none' },
  { name: 'resume', tests: /in a new process|unknown conversation/, can: (c) => c.resume },
  { name: 'usage', tests: /usage is of this turn|what its context/, can: (c) => c.usage !== 'none' },
  { name: 'time of a limit', tests: /usage limit/, can: (c) => c.limitTime },
  { name: 'no login, 401', tests: /status_401|no_login/ },
  { name: '429', tests: /status_429|\(limit\)/ },
  { name: '500, cut stream, slow, silent', tests: /status_500|\(cut\)|slow answer|without a word|garbage/ },
  { name: 'interrupt', tests: /interrupt/ },
  { name: 'asked to leave', tests: /asked to leave|end is polite|leaves/, can: stays },
  { name: 'killed, ended from outside', tests: /SIGKILL|SIGTERM|killed|stdin/ },
  { name: 'deadline', tests: /deadline/ },
  {
    name: 'several turns in one process',
    tests: /idle agent|delivered|say nothing twice|next prompt/,
    can: stays,
  },
  {
    name: 'screens: idle, busy, asks, dialogs',
    tests: /screen|idle|busy|dialog|terminal|composer|at its first start/,
    can: (_, driver) => driver === 'pty',
  },
  { name: 'the same after a restart', tests: /made anew|read again|reading the events again|restart/ },
  { name: 'tool calls', tests: /tool call/ },
  { name: 'large and odd texts', tests: /250 kB|32 KiB|megabyte|three-byte|UTF-8/ },
  { name: 'prompt to answer', tests: /an answer comes back whole|not in argv/ },
  { name: 'found, or missed', tests: /is found with|not installed/ },
  { name: 'other', tests: /(?:)/ },
];

const wholeTurn = 'one process a turn, which takes its prompt and nothing else';
const noScreen = 'it is not driven by its screen';
const notPassedOn = 'the program does not pass it on';

/** Why an agent lacks something, by its name or else by the driver, where more can be said than that it does. */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'words in mid-turn': { plain: wholeTurn, acp: 'the protocol has no words for it' },
  'several turns in one process': { plain: wholeTurn },
  'asked to leave': { plain: wholeTurn },
  'permission asked, answered, late': {
    pi: 'the program knows no permissions: its tools run, or are not given to it',
    plain: `${wholeTurn}: what is not allowed beforehand is refused`,
  },
  fork: {
    gemini: 'the program cannot fork a conversation',
    qwen: 'the program does not offer it over this protocol',
    copilot: 'the program does not offer it over this protocol',
    plain: 'a conversation is forked through the other drivers',
  },
  'time of a limit': {
    ...{ gemini: notPassedOn, qwen: notPassedOn, opencode: notPassedOn, pi: notPassedOn },
    ...{ acp: 'the protocol has no words for it', pty: 'the screen does not tell it in a form that lasts' },
  },
  usage: { pty: 'the screen does not tell it for a turn' },
  'screens: idle, busy, asks, dialogs': { plain: noScreen, native: noScreen, acp: noScreen },
};

export const reasonFor = (ability: string, agent: string, driver: string): string =>
  reasons[ability]?.[agent] ?? reasons[ability]?.[driver] ?? 'the program has no such thing through this driver';
