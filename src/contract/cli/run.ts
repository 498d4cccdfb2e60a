// One prompt for one agent.
import { onceFlag, type Requests, type Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'run',
    group: 'everyday',
    request: 'run.create',
    cwd: true,
    streams: true,
    startsWork: true,
    exits: [7, 124, 130],
    help: 'one prompt for one agent, and its answer; read-only unless said otherwise',
    example: 'drover run "where is the session closed?" --agent codex --final',
    positionals: [{ name: 'prompt', rest: true, first: 'first' }],
    flags: [
      onceFlag,
      { name: 'file', short: 'f', value: 'FILE', help: 'the prompt from a file, `-` for standard input' },
      {
        name: 'agent',
        short: 'a',
        value: 'NAME',
        help: 'which agent (the one that the first word names, else the first that is installed)',
      },
      {
        name: 'mode',
        value: 'WORD',
        choices: ['analysis', 'write', 'review'],
        help: 'whether it may change files, or is to review a change (analysis)',
      },
      { name: 'uncommitted', help: 'reviewed is what is not committed' },
      { name: 'base', value: 'BRANCH', help: 'reviewed is everything since that branch' },
      { name: 'commit', value: 'COMMIT', help: 'reviewed is that commit' },
      { name: 'name', value: 'NAME', help: 'what it is called, for `--resume`' },
      {
        name: 'resume',
        value: 'RUNS',
        list: true,
        help: "goes on with that run's conversation; with the answers of several, or of another agent's",
      },
      { name: 'fork', help: 'leaves the resumed conversation as it is, and goes on in a new one' },
      { name: 'carry', value: 'BYTES', number: true, help: 'so much of the answers is carried over as text (32768)' },
      { name: 'cd', short: 'C', value: 'FOLDER', help: 'where it works' },
      { name: 'add-dir', value: 'FOLDER', repeated: true, help: 'another folder it may see; repeat for more' },
      { name: 'model', short: 'm', value: 'NAME', help: "the agent's model" },
      { name: 'effort', value: 'WORD', help: 'how much it thinks, where it can' },
      { name: 'timeout', value: 'TIME', help: 'ended after that (60m)' },
      { name: 'max-tokens', value: 'N', number: true, help: 'ended when it has used more' },
      {
        name: 'template',
        value: 'NAME',
        help: 'the prompt in a text of yours, the project or ours (`drover templates`)',
      },
      { name: 'to', value: 'FILE', help: 'the answer goes into this file' },
      { name: 'final', help: 'the answer and nothing else' },
      { name: 'events', help: 'the same as `--jsonl`' },
      {
        name: 'transport',
        value: 'WORD',
        choices: ['auto', 'plain', 'native', 'acp', 'pty'],
        help: 'how it is driven',
      },
      {
        name: 'permissions',
        value: 'WORD',
        choices: ['read-only', 'ask', 'auto', 'bypass'],
        help: 'what it may do without asking (auto in `--mode write`)',
      },
      { name: 'detach', short: 'd', help: 'print the id and return' },
    ],
  },
];

export const requests = {
  'run.cancel': { person: 'never', once: 'again', wordless: 'stop' },
  'run.create': { person: 'never', once: 'found' },
  'run.watch': { person: 'never', wordless: 'run' },
} satisfies Requests;
