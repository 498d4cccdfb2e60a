// A reply in words, by its command's printer.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import { agentsPrinters } from './agents.ts';
import { chainPrinters } from './chain.ts';
import { configPrinters } from './config.ts';
import { environmentPrinters } from './environment.ts';
import { featurePrinters } from './feature.ts';
import type { Look } from './look.ts';
import { manualPrinters } from './manual.ts';
import { questionPrinters } from './question.ts';
import { recordPrinters } from './record.ts';
import { runPrinters } from './run.ts';
import { servicePrinters } from './service.ts';
import { sessionPrinters } from './session.ts';
import { taskPrinters } from './task.ts';
import { telegramPrinters } from './telegram.ts';
import { workspacePrinters } from './workspace.ts';

type Printers = { readonly [Name in CommandName]: (data: Replies[Name], look: Look) => string };

/** Without the last newline. The data must be clean. */
export const printReply = <Name extends CommandName>(name: Name, data: Replies[Name], look: Look): string =>
  printers[name](data, look);

// Every command's printer, in one piece: one file is loaded faster than six.

export const printers: Printers = {
  ...agentsPrinters,
  ...chainPrinters,
  ...configPrinters,
  ...environmentPrinters,
  ...questionPrinters,
  ...recordPrinters,
  ...runPrinters,
  ...servicePrinters,
  ...sessionPrinters,
  ...featurePrinters,
  ...manualPrinters,
  ...taskPrinters,
  ...telegramPrinters,
  ...workspacePrinters,
};
