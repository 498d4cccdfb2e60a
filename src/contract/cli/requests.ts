// Every request with its rule; data, so that the CLI knows when to prove its pid and what to ask again, and the daemon when to demand a person and what to remember.
import type { CommandName } from '../commands.ts';
import { requests as agents } from './agents.ts';
import { requests as chain } from './chain.ts';
import { requests as config } from './config.ts';
import { requests as environment } from './environment.ts';
import { requests as feature } from './feature.ts';
import { requests as flow } from './flow.ts';
import { requests as manual } from './manual.ts';
import { requests as question } from './question.ts';
import { requests as record } from './record.ts';
import { requests as run } from './run.ts';
import { requests as service } from './service.ts';
import { requests as session } from './session.ts';
import { requests as task } from './task.ts';
import { requests as telegram } from './telegram.ts';
import { requests as web } from './web.ts';
import type { Rule } from './word.ts';
import { requests as workspace } from './workspace.ts';

export const requests: { readonly [Name in CommandName]: Rule } = {
  ...agents,
  ...chain,
  ...config,
  ...environment,
  ...feature,
  ...flow,
  ...manual,
  ...question,
  ...record,
  ...run,
  ...service,
  ...session,
  ...task,
  ...telegram,
  ...web,
  ...workspace,
};
