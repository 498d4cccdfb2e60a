// What has been spent, and who did what.
import type { Requests, Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'spend',
    group: 'everyday',
    request: 'service.spend',
    help: 'what agents cost; an unknown price is told as unknown',
    example: 'drover spend --by day --since 30d',
    positionals: [],
    flags: [
      { name: 'by', value: 'WORD', choices: ['task', 'day', 'workspace', 'agent'], help: 'what is added up (task)' },
      { name: 'since', value: 'TIME', help: 'not what ended longer ago' },
    ],
  },
  {
    name: 'audit',
    group: 'service',
    request: 'service.audit',
    help: 'acts that only people may do: who, where, what they saw, what came of it',
    example: 'drover audit --since 7d',
    positionals: [],
    flags: [
      { name: 'limit', short: 'n', value: 'N', number: true, help: 'the last so many (100)' },
      { name: 'since', value: 'TIME', help: 'not those longer ago' },
    ],
  },
];

export const requests = {
  'service.audit': { person: 'never' },
  'service.search': { person: 'never', wordless: 'history --search' },
  'service.spend': { person: 'never' },
} satisfies Requests;
