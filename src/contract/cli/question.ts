// Questions of the work, and their answers.
import type { Requests, Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'answer',
    group: 'everyday',
    request: 'question.answer',
    exits: [6],
    startsWork: true,
    help: 'answers a question; without arguments walks through the open ones',
    example: 'drover answer q7 yes',
    positionals: [{ name: 'question' }, { name: 'choice' }, { name: 'words', rest: true }],
    flags: [
      { name: 'binding', value: 'HASH', help: 'what you saw; refused if it has changed' },
      { name: 'propose', help: 'what an agent takes your words for; nothing is answered' },
      { name: 'pin', help: 'your PIN comes on standard input' },
    ],
  },
];

export const requests = {
  'question.answer': { person: 'always', once: 'told' },
  'question.list': { person: 'never', wordless: 'answer' },
  'question.propose': { person: 'always', wordless: 'answer' },
  'question.watch': { person: 'never', wordless: 'answer' },
} satisfies Requests;
