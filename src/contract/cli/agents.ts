// The coding programs of this machine.
import type { Requests, Word } from './word.ts';

export const words: readonly Word[] = [
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
];

export const requests = {
  'agents.list': { person: 'never' },
} satisfies Requests;
