// A reply in words, by its command's printer.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import { printers as agents } from './agents.ts';
import { printers as chain } from './chain.ts';
import { printers as config } from './config.ts';
import { printers as environment } from './environment.ts';
import { printers as feature } from './feature.ts';
import type { Look } from './look.ts';
import { printers as question } from './question.ts';
import { printers as record } from './record.ts';
import { printers as run } from './run.ts';
import { printers as service } from './service.ts';
import { printers as session } from './session.ts';
import { printers as step } from './step.ts';
import { printers as task } from './task.ts';
import { printers as telegram } from './telegram.ts';
import { printers as workspace } from './workspace.ts';

type Printers = { readonly [Name in CommandName]: (data: Replies[Name], look: Look) => string };

/** Without the last newline. The data must be clean. */
export const printReply = <Name extends CommandName>(name: Name, data: Replies[Name], look: Look): string =>
  printers[name](data, look);

// Every command's printer, in one piece: one file is loaded faster than six.

export const printers: Printers = {
  ...agents,
  ...chain,
  ...config,
  ...environment,
  ...question,
  ...record,
  ...run,
  ...service,
  ...session,
  ...feature,
  ...step,
  ...task,
  ...telegram,
  ...workspace,
};
