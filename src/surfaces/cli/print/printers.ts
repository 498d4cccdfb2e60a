// Every command's printer, in one piece: one file is loaded faster than six.
import { printers as agents } from './agents.ts';
import { printers as chain } from './chain.ts';
import { printers as config } from './config.ts';
import { printers as environment } from './environment.ts';
import { printers as feature } from './feature.ts';
import type { Printers } from './print-reply.ts';
import { printers as question } from './question.ts';
import { printers as record } from './record.ts';
import { printers as run } from './run.ts';
import { printers as service } from './service.ts';
import { printers as session } from './session.ts';
import { printers as step } from './step.ts';
import { printers as task } from './task.ts';
import { printers as telegram } from './telegram.ts';
import { printers as workspace } from './workspace.ts';

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
