// Plans one after another.
import { all, byOutcome, type Requests, type Word, workspaceFlag } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'chain',
    group: 'everyday',
    request: 'chain.create',
    cwd: true,
    streams: true,
    startsWork: true,
    exits: byOutcome,
    help: 'plans one after another: each reviewed, done, reviewed, committed',
    example: 'drover chain 23..27 --name cx --agent codex --review-by claude',
    positionals: [{ name: 'plans', rest: true, each: true }],
    flags: [
      { name: 'name', value: 'NAME', help: 'its steps are called after it: `NAME-impl-23-r1`' },
      workspaceFlag,
      { name: 'agent', short: 'a', value: 'NAME', help: 'who does the work' },
      { name: 'review-by', value: 'NAME', help: 'who reviews it (another one, where there is one)' },
      { name: 'base', value: 'BRANCH', help: 'what it starts from' },
      { name: 'budget', value: 'DOLLARS', number: true, help: 'ask before it costs more' },
      { name: 'parallel', help: 'each plan in a chain and copy of its own, all at once' },
      {
        name: 'issue',
        value: 'ISSUE',
        help: 'is cut into plans first: a file, - (standard input), a number or an address',
      },
      { name: 'resume', value: 'CHAIN', help: 'goes on with a parked one, and watches it' },
      { name: 'detach', short: 'd', help: 'print the id and return' },
    ],
  },
  {
    name: 'chain list',
    group: 'everyday',
    request: 'chain.list',
    help: 'the chains there are',
    example: 'drover chain list --all',
    positionals: [],
    flags: [all('ended ones too')],
  },
  {
    name: 'chain show',
    group: 'everyday',
    request: 'chain.show',
    help: 'one of them: its plans, its branch, its note, what it used',
    example: 'drover chain show x7',
    positionals: [{ name: 'chain', required: true }],
    flags: [],
  },
  {
    name: 'chain cancel',
    group: 'everyday',
    request: 'chain.cancel',
    help: 'ends it; its copy and its commits stay',
    example: 'drover chain cancel x7',
    positionals: [{ name: 'chain', required: true }],
    flags: [],
  },
];

export const requests = {
  'chain.cancel': { person: 'always', once: 'again' },
  'chain.create': { person: { with: ['budget'] }, once: 'told' },
  'chain.list': { person: 'never' },
  'chain.resume': { person: 'never', once: 'again', wordless: 'chain --resume' },
  'chain.show': { person: 'never' },
  'chain.watch': { person: 'never', wordless: 'chain' },
} satisfies Requests;
