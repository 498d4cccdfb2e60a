// The person's configuration.
import type { Requests, Word } from './word.ts';

export const words: readonly Word[] = [
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
    name: 'config get',
    group: 'registry',
    request: 'config.get',
    help: 'what a key is: as the file says, else what holds without it',
    example: 'drover config get limits.attempts',
    positionals: [{ name: 'key', required: true }],
    flags: [],
  },
  {
    name: 'config set',
    group: 'registry',
    request: 'config.set',
    help: 'sets a key; comments, order and what is not ours stay',
    example: 'drover config set limits.attempts 5',
    positionals: [
      { name: 'key', required: true },
      { name: 'value', required: true },
    ],
    flags: [],
  },
  {
    name: 'config unset',
    group: 'registry',
    request: 'config.unset',
    help: 'takes a key out: what holds without it holds again',
    example: 'drover config unset limits.attempts',
    positionals: [{ name: 'key', required: true }],
    flags: [],
  },
  {
    name: 'config edit',
    group: 'registry',
    request: 'config.replace',
    help: 'the file in your editor ($VISUAL, $EDITOR): a copy, checked before it takes the place',
    example: 'drover config edit',
    positionals: [],
    flags: [],
  },
  {
    name: 'config pin',
    group: 'registry',
    request: 'config.pin',
    help: 'a PIN for answers that publish, undo or spend, where `step_up: pin` is configured',
    example: 'drover config pin',
    positionals: [],
    flags: [{ name: 'remove', help: 'take it away' }],
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
];

export const requests = {
  'config.get': { person: 'never' },
  'config.list': { person: 'never' },
  'config.path': { person: 'never' },
  'config.pin': { person: 'always' },
  'config.replace': { person: 'always' },
  'config.set': { person: 'always', once: 'again' },
  'config.text': { person: 'always', wordless: 'config edit' },
  'config.unset': { person: 'always', once: 'again' },
} satisfies Requests;
