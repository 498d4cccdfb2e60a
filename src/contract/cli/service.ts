// The daemon itself, and the board.
import { all, type Requests, type Word } from './word.ts';

/** The bare program. */
export const board: Word = {
  name: '',
  group: 'everyday',
  request: 'service.board',
  help: 'the board: what needs you, sessions, tasks, spend; live on a terminal',
  example: 'drover',
  positionals: [],
  flags: [],
};

export const words: readonly Word[] = [
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
    name: 'backup',
    group: 'service',
    request: 'service.backup',
    startsWork: true,
    help: 'a copy of the database, while it is at work; one is made every day by itself',
    example: 'drover backup ~/drover.db.copy',
    positionals: [{ name: 'file' }],
    flags: [],
  },
  {
    name: 'restore',
    group: 'service',
    request: 'service.down',
    quiet: true,
    exits: [130],
    help: 'puts a copy of the database back, after asking; without a file, names the copies',
    example: 'drover restore ~/drover.db.copy',
    positionals: [{ name: 'file' }],
    flags: [
      { name: 'anew', help: 'begins an empty database instead; what is there is set aside' },
      { name: 'moved', help: 'this machine takes the place of the one that made the copy' },
      { name: 'yes', short: 'y', help: 'do not ask' },
    ],
  },
  {
    name: 'upgrade',
    group: 'service',
    request: 'service.down',
    quiet: true,
    exits: [130],
    help: 'a newer version in the place of this one, tried first; the daemon is replaced, agents go on',
    example: 'drover upgrade ./drover-0.2.0.tgz',
    positionals: [{ name: 'from' }],
    flags: [
      { name: 'check', help: 'gets and tries it, and changes nothing' },
      { name: 'yes', short: 'y', help: 'do not ask' },
    ],
  },
  {
    name: 'uninstall',
    group: 'service',
    request: 'service.down',
    exits: [130],
    help: 'ends everything and takes away what Drover put on this machine; asks',
    example: 'drover uninstall --keep-state',
    positionals: [],
    flags: [
      { name: 'keep-state', help: 'state and configuration stay' },
      { name: 'yes', short: 'y', help: 'do not ask' },
    ],
  },
  {
    name: 'mcp',
    group: 'service',
    request: null,
    help: 'Drover as a server of tools (MCP), on standard input and output',
    example: 'claude mcp add drover -- drover mcp',
    positionals: [],
    flags: [],
  },
  {
    name: 'doctor',
    group: 'service',
    request: 'service.doctor',
    startsWork: true,
    help: 'whether all is well, and what to do',
    example: 'drover doctor --fix',
    positionals: [],
    flags: [{ name: 'fix', help: 'mends what can be mended' }],
  },
];

export const requests = {
  'service.backup': { person: 'always' },
  'service.board': { person: 'never' },
  'service.doctor': { person: { with: ['fix'] } },
  'service.down': { person: 'always' },
  'service.names': { person: 'never' },
  'service.ping': { person: 'never', wordless: 'restore' },
  'service.ps': { person: 'never' },
} satisfies Requests;
