// A reply in words, by its command's printer, and the exit code it means.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import { agentsPrinters } from './agents.ts';
import { chainExits, chainPrinters } from './chain.ts';
import { configPrinters } from './config.ts';
import { environmentExits, environmentPrinters } from './environment.ts';
import { featurePrinters } from './feature.ts';
import { flowPrinters } from './flow.ts';
import type { Look } from './look.ts';
import { manualExits, manualPrinters } from './manual.ts';
import { questionPrinters } from './question.ts';
import { recordPrinters } from './record.ts';
import { runPrinters } from './run.ts';
import { serviceExits, servicePrinters } from './service.ts';
import { sessionExits, sessionPrinters } from './session.ts';
import { taskExits, taskPrinters } from './task.ts';
import { telegramPrinters } from './telegram.ts';
import { webPrinters } from './web.ts';
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
  ...flowPrinters,
  ...manualPrinters,
  ...taskPrinters,
  ...telegramPrinters,
  ...webPrinters,
  ...workspacePrinters,
};

export const exits: { readonly [Name in CommandName]?: (data: Replies[Name]) => number } = {
  ...chainExits,
  ...environmentExits,
  ...serviceExits,
  ...sessionExits,
  ...manualExits,
  ...taskExits,
};

/** Of a reply that was not refused, as its noun says. */
export const exitOf = <Name extends CommandName>(name: Name, data: Replies[Name]): number => exits[name]?.(data) ?? 0;
