// A reply in words, by its command's printer.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { Look } from './look.ts';

export type Printers = { readonly [Name in CommandName]: (data: Replies[Name], look: Look) => string };

/** Without the last newline. The data must be clean. */
export async function printReply<Name extends CommandName>(
  name: Name,
  data: Replies[Name],
  look: Look,
): Promise<string> {
  const { printers } = await import('./printers.ts');
  return printers[name](data, look);
}
