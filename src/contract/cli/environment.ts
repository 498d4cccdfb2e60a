// The places where the software runs.
import { namePositional, type Requests, type Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'env add',
    group: 'registry',
    request: 'env.add',
    cwd: true,
    help: 'registers a place where the software runs',
    example: 'drover env add shop-prod deploy@prod:/opt/shop',
    positionals: [namePositional, { name: 'connect', required: true }],
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
    name: 'env show',
    group: 'registry',
    request: 'env.show',
    help: 'one of them as configured, and whose it is',
    example: 'drover env show shop-prod',
    positionals: [{ name: 'env', required: true }],
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
    name: 'env probe',
    group: 'registry',
    request: 'env.probe',
    startsWork: true,
    help: 'a read-only look: what runs, what its logs say',
    example: "drover env probe shop-prod --command 'grep -c ERROR logs/app.log'",
    positionals: [{ name: 'env', required: true }],
    flags: [
      { name: 'command', value: 'COMMAND', repeated: true, help: 'asked as well, if it only reads; repeat for more' },
      { name: 'baseline', help: 'what later looks are compared with (the first one is)' },
    ],
  },
  {
    name: 'env verify',
    group: 'registry',
    request: 'env.verify',
    startsWork: true,
    exits: [5],
    help: 'what became of the errors that the baseline knew',
    example: 'drover env verify shop-prod --since 20m --soak 10m',
    positionals: [{ name: 'env', required: true }],
    flags: [
      { name: 'since', value: 'TIME', help: 'when it was deployed; else all since the baseline' },
      { name: 'against', value: 'ENV', help: 'the errors of this one must not be there either' },
      { name: 'soak', value: 'TIME', help: 'resolved only if it stays quiet so long' },
    ],
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
];

export const requests = {
  'env.add': { person: 'always', once: 'told' },
  'env.list': { person: 'never' },
  'env.probe': { person: 'never', identified: true },
  'env.remove': { person: 'always', once: 'told' },
  'env.set': { person: 'always', once: 'again' },
  'env.show': { person: 'never' },
  'env.verify': { person: 'never', identified: true },
} satisfies Requests;
