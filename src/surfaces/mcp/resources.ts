// Texts to read: the plan and log of a task, the screen of a session, and what can be asked at all.
import type { CommandName } from '../../contract/commands.ts';

export type Resource = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
};

/** What is read under an address: a command's reply. */
type Kind = {
  readonly template: string;
  readonly name: string;
  readonly says: string;
  readonly command: CommandName;
  readonly field: string;
};

const kinds: readonly Kind[] = [
  {
    template: 'drover://task/{id}',
    name: 'task',
    says: 'One task: phase, plan, criteria, questions.',
    command: 'task.show',
    field: 'task',
  },
  {
    template: 'drover://task/{id}/log',
    name: 'task-log',
    says: 'What happened in a task.',
    command: 'task.log',
    field: 'task',
  },
  {
    template: 'drover://task/{id}/evidence',
    name: 'task-evidence',
    says: 'What proves a task.',
    command: 'task.evidence',
    field: 'task',
  },
  {
    template: 'drover://session/{id}/screen',
    name: 'session-screen',
    says: 'What a session shows.',
    command: 'session.pane',
    field: 'session',
  },
  {
    template: 'drover://run/{id}/transcript',
    name: 'run-transcript',
    says: 'What a run has printed.',
    command: 'service.logs',
    field: 'id',
  },
];

const mimeType = 'application/json';

export const templates = kinds.map(({ template, name, says }) => ({
  uriTemplate: template,
  name,
  description: says,
  mimeType,
}));

export const commandsUri = 'drover://commands';
export const resources: readonly Resource[] = [
  { uri: 'drover://board', name: 'board', description: 'What needs a person, tasks, what was spent.', mimeType },
  { uri: commandsUri, name: 'commands', description: 'Every command with its input.', mimeType: 'text/plain' },
];

/** What is asked to read it; null: nothing is there. */
export function readingOf(uri: string): { readonly command: CommandName; readonly input: object } | null {
  if (uri === 'drover://board') return { command: 'service.board', input: {} };
  for (const { template, command, field } of kinds) {
    const [before = '', after = ''] = template.split('{id}');
    const id = uri.startsWith(before) && uri.endsWith(after) ? uri.slice(before.length, uri.length - after.length) : '';
    if (/^[A-Za-z0-9._#-]{1,128}$/.test(id)) return { command, input: { [field]: id } };
  }
  return null;
}
