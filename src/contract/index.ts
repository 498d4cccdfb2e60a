// What may be asked, by name: the schema of the input, whether events come before the reply, and whether always a person must ask.
import { requests } from './cli/requests.ts';
import { type CommandName, schemas, streams } from './commands.ts';

export type Command<Name extends CommandName = CommandName> = {
  readonly schema: (typeof schemas)[Name];
  readonly streams: boolean;
  /** Only a person may, whatever the input; `needsPerson(name, input)` tells the cases that depend on it. */
  readonly person: boolean;
};

const streaming: readonly CommandName[] = streams;

const command = <Name extends CommandName>(name: Name): Command<Name> => ({
  schema: schemas[name],
  streams: streaming.includes(name),
  person: requests[name].person === 'always',
});

export const commands = Object.fromEntries(
  (Object.keys(schemas) as CommandName[]).map((name) => [name, command(name)]),
) as { readonly [Name in CommandName]: Command<Name> };

export type { CommandName } from './commands.ts';
