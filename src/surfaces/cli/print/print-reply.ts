// A reply in words, by its command's printer.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { Look } from './look.ts';
import { printers } from './printers.ts';

export type Printers = { readonly [Name in CommandName]: (data: Replies[Name], look: Look) => string };

/** Without the last newline. The data must be clean. */
export const printReply = <Name extends CommandName>(name: Name, data: Replies[Name], look: Look): string =>
  printers[name](data, look);
