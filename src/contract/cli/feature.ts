// The features of a task, step by step.
import { type Requests, taskHere, type Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'step feature plan',
    group: 'step',
    request: 'feature.plan',
    cwd: true,
    help: 'splits a task into features, or plans them anew; what is done stays',
    example: 'drover step feature plan shop-12 -f features.json',
    positionals: [taskHere, { name: 'features', rest: true }],
    flags: [
      { name: 'file', short: 'f', value: 'FILE', help: 'the features from a file, `-` for standard input' },
      { name: 'force', help: 'nothing that is there is kept' },
    ],
  },
  {
    name: 'step feature next',
    group: 'step',
    request: 'feature.next',
    cwd: true,
    help: 'the next feature that is ready; the same one until it is done',
    example: 'drover step feature next shop-12 --owner ann',
    positionals: [taskHere],
    flags: [{ name: 'owner', value: 'NAME', help: 'who takes it (you); no two have the same one' }],
  },
  {
    name: 'step feature done',
    group: 'step',
    request: 'feature.done',
    cwd: true,
    help: 'a feature is done: needs a commit and fresh passing evidence',
    example: 'drover step feature done shop-12 F-1 --work shop-13',
    positionals: [taskHere, { name: 'feature' }],
    flags: [
      { name: 'owner', value: 'NAME', help: 'who has it (you)' },
      { name: 'work', value: 'TASK', help: 'the task it was done in (the task that is split)' },
      { name: 'branch', value: 'BRANCH', help: 'where it is (the branch of that task)' },
      { name: 'pr', value: 'ADDRESS', help: 'its pull request (that of the task)' },
      { name: 'override', help: 'without evidence; a person only, and it is recorded' },
    ],
  },
  {
    name: 'step feature update',
    group: 'step',
    request: 'feature.update',
    cwd: true,
    help: 'skips a feature, gives it up, opens it again, or tells it differently',
    example: 'drover step feature update shop-12 F-2 --status skipped',
    positionals: [taskHere, { name: 'feature' }],
    flags: [
      { name: 'status', value: 'WORD', choices: ['pending', 'skipped', 'failed'], help: 'what it is from now on' },
      { name: 'title', value: 'TEXT', help: 'its title' },
      { name: 'text', value: 'TEXT', help: 'what is to be done' },
    ],
  },
  {
    name: 'step feature list',
    group: 'step',
    request: 'feature.list',
    cwd: true,
    help: 'the features of a task, with what became of each',
    example: 'drover step feature list shop-12',
    positionals: [taskHere],
    flags: [],
  },
];

export const requests = {
  'feature.done': { person: { without: 'token', with: ['override'] }, once: 'told' },
  'feature.list': { person: 'never' },
  'feature.next': { person: { without: 'token' }, once: 'told' },
  'feature.plan': { person: { without: 'token' }, once: 'told' },
  'feature.update': { person: { without: 'token' }, once: 'again' },
} satisfies Requests;
