// Which commands are tools by themselves: what an agent that works with Drover needs. All others are asked through one tool, `command`.
import { toJsonSchema } from '@valibot/to-json-schema';
import { requests } from '../../contract/cli/requests.ts';
import { words } from '../../contract/cli/words.ts';
import { type CommandName, schemas } from '../../contract/commands.ts';
import { isCommand } from '../../contract/read-input.ts';

/** `changes`: it does more than look. */
type Offer = { readonly says: string; readonly changes?: true };

const offers: { readonly [Name in CommandName]?: Offer } = {
  'service.board': { says: 'What needs a person, tasks, what was spent.' },
  'task.create': {
    says: 'States a coding task: Drover has agents do it in a copy, checks it, and asks a person where it matters.',
    changes: true,
  },
  'task.list': { says: 'The tasks there are.' },
  'task.show': { says: 'One task: its phase, plan, criteria, gates, questions.' },
  'task.log': { says: 'What happened in a task, line by line.' },
  'task.diff': { says: 'What a task has changed so far.' },
  'task.attempts': { says: 'The attempts of a task on each criterion, with their gates.' },
  'task.evidence': { says: 'What proves a task: records bound to commit and gates.' },
  'task.say': { says: 'Tells the agent of a task something; it hears it at its next turn.', changes: true },
  'task.pause': { says: 'Holds a task.', changes: true },
  'task.resume': { says: 'Lets a task go on.', changes: true },
  'question.list': { says: 'What a person is asked. Only a person answers.' },
  'service.ps': { says: 'Live sessions, and runs of tasks.' },
  'session.start': { says: 'Starts an interactive agent.', changes: true },
  'session.send': { says: 'Says something to a session, once it would take it.', changes: true },
  'session.pane': { says: 'What the terminal of a session shows.' },
  'session.stop': { says: 'Ends a session that is your own or that you started.', changes: true },
  'run.create': { says: 'One turn of an agent in a folder, outside of any task.', changes: true },
  'run.watch': { says: 'Follows a run to its end.' },
  'run.cancel': { says: 'Ends a run.', changes: true },
  'flow.list': { says: 'Flows and loops that are under way or over.' },
  'flow.status': { says: 'How far the nodes of a flow are, or the criteria of a loop.' },
  'service.wait': { says: 'Waits until a task, session or run is as wanted; tells meanwhile that it still waits.' },
  'service.logs': { says: 'What an agent or gate has printed.' },
  'service.search': { says: 'Looks for words in tasks, plans, questions and transcripts.' },
  'service.history': { says: 'Runs and sessions that are over.' },
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: false };
};

/** `task.create` is the tool `task_create`. */
const toolName = (command: CommandName): string => command.replaceAll(/[._]/g, '_');

const commands = new Map((Object.keys(offers) as CommandName[]).map((command) => [toolName(command), command]));

/** The tool for whatever is none by itself. */
const any = 'command';

let made: readonly Tool[] | null = null;

/** Made when they are asked for first. */
export function tools(): readonly Tool[] {
  made ??= [...(Object.keys(offers) as CommandName[]).map(toolOf), anyTool()];
  return made;
}

function toolOf(command: CommandName): Tool {
  const { says = '', changes } = offers[command] ?? {};
  const { $schema: _, ...schema } = toJsonSchema(schemas[command], { typeMode: 'input', errorMode: 'ignore' });
  const required = (schema.required ?? []).filter((field) => field !== 'cwd');
  return {
    name: toolName(command),
    title: words.find(({ request }) => request === command)?.help ?? command,
    description: `${says}${whoMay(command)}`,
    inputSchema: { ...schema, type: 'object', required },
    annotations: { readOnlyHint: changes !== true, openWorldHint: false },
  };
}

function whoMay(command: CommandName): string {
  const { person } = requests[command];
  if (typeof person === 'string') return '';
  const fields = (person.with ?? []).map((field) => `\`${field}\``).join(', ');
  return fields === '' ? '' : ` Only a person may set ${fields}.`;
}

const anyTool = (): Tool => ({
  name: any,
  title: 'any other command of Drover',
  description:
    'Asks any command by its name (`env.probe`, `chain.create`) with its input; the resource drover://commands has all of them with their inputs. What only a person may is refused.',
  inputSchema: {
    type: 'object',
    required: ['command'],
    additionalProperties: false,
    properties: { command: { type: 'string' }, input: { type: 'object' } },
  },
  annotations: { readOnlyHint: false, openWorldHint: false },
});

/** What is asked by calling a tool so; null: there is none of that name. */
export function requestOf(
  tool: string,
  given: object,
): { readonly command: CommandName; readonly input: object } | null {
  const command = commands.get(tool);
  if (command !== undefined) return { command, input: given };
  if (tool !== any) return null;
  const { command: name, input = {} } = given as { command?: unknown; input?: object };
  return isCommand(name) ? { command: name, input } : null;
}

/** Every command with its input, for who asks by `command`. */
export const describeCommands = (): string =>
  (Object.keys(schemas) as CommandName[])
    .toSorted()
    .map((command) => {
      const { properties = {} } = toJsonSchema(schemas[command], { typeMode: 'input', errorMode: 'ignore' });
      return `${command}: ${words.find(({ request }) => request === command)?.help ?? ''}\n  ${JSON.stringify(properties)}`;
    })
    .join('\n');
