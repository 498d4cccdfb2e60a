// Every command by name, as its noun declares it: what its input must be, and whether it streams. The daemon and every surface that validates use this; the CLI does not load it.
import { commands as agents } from './agents.ts';
import { commands as chain } from './chain.ts';
import { commands as config } from './config.ts';
import { commands as environment } from './environment.ts';
import { commands as feature } from './feature.ts';
import { commands as flow } from './flow.ts';
import { commands as manual } from './manual.ts';
import { commands as question } from './question.ts';
import { commands as record } from './record.ts';
import { commands as run } from './run.ts';
import { commands as service } from './service.ts';
import { commands as session } from './session.ts';
import { commands as task } from './task.ts';
import { commands as telegram } from './telegram.ts';
import { commands as web } from './web.ts';
import { commands as workspace } from './workspace.ts';

const commands = {
  ...agents,
  ...chain,
  ...config,
  ...environment,
  ...feature,
  ...flow,
  ...question,
  ...record,
  ...run,
  ...service,
  ...session,
  ...manual,
  ...task,
  ...telegram,
  ...web,
  ...workspace,
};
export type Commands = typeof commands;
export type CommandName = keyof Commands;

const names = Object.keys(commands) as CommandName[];

export const schemas = Object.fromEntries(names.map((name) => [name, commands[name].input])) as {
  readonly [Name in CommandName]: Commands[Name]['input'];
};

/** Those that tell events before their reply. */
export type StreamName = {
  [Name in CommandName]: Commands[Name] extends { readonly event: unknown } ? Name : never;
}[CommandName];
export const streams = names.filter((name): name is StreamName => 'event' in commands[name]);
