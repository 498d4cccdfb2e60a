// The reply of every command by name (types only).
import type { Said } from './command.ts';
import type { CommandName, Commands, StreamName } from './commands.ts';

export type Replies = { [Name in CommandName]: Said<Commands[Name]['reply']> };

/** Events of the streaming commands. */
export type Events = { [Name in StreamName]: Said<Commands[Name]['event']> };
