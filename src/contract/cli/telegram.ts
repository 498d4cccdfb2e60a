// Who is known to the bot.
import type { Requests, Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'telegram pair',
    group: 'registry',
    request: 'telegram.pair',
    help: 'a code by which you become known to the bot',
    example: 'drover telegram pair',
    positionals: [],
    flags: [{ name: 'right', value: 'WORD', choices: ['act', 'look'], help: 'what they may do (act)' }],
  },
  {
    name: 'telegram list',
    group: 'registry',
    request: 'telegram.list',
    help: 'whether the bot runs, and who is paired with it',
    example: 'drover telegram list',
    positionals: [],
    flags: [],
  },
  {
    name: 'telegram unpair',
    group: 'registry',
    request: 'telegram.unpair',
    help: 'somebody is unknown to the bot from now on',
    example: 'drover telegram unpair 4711',
    positionals: [{ name: 'user', required: true }],
    flags: [],
  },
];

export const requests = {
  'telegram.list': { person: 'never' },
  'telegram.pair': { person: 'always' },
  'telegram.unpair': { person: 'always', once: 'again' },
} satisfies Requests;
