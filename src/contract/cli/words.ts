// The command line as plain data, its words in the order of help: from them come parsing, help, completion and the nearest word. The CLI loads this folder and nothing else of the contract that is more than types.
import { words as agents } from './agents.ts';
import { words as chain } from './chain.ts';
import { words as config } from './config.ts';
import { words as environment } from './environment.ts';
import { words as flow } from './flow.ts';
import { words as help } from './help.ts';
import { words as manual } from './manual.ts';
import { words as question } from './question.ts';
import { words as record } from './record.ts';
import { words as run } from './run.ts';
import { board, words as service } from './service.ts';
import { words as session } from './session.ts';
import { stateTask, words as task, verifyProof, workPlan } from './task.ts';
import { words as telegram } from './telegram.ts';
import { words as web } from './web.ts';
import type { Word } from './word.ts';
import { words as workspace } from './workspace.ts';

export const words: readonly Word[] = [
  board,
  stateTask,
  workPlan,
  ...run,
  ...question,
  ...chain,
  ...task,
  verifyProof,
  ...flow,
  ...session,
  ...record,
  ...workspace,
  ...telegram,
  ...environment,
  ...config,
  ...manual,
  ...service,
  ...web,
  ...agents,
  ...help,
];

export const wordNames: readonly string[] = words.map(({ name }) => name);

export const wordNamed = (name: string): Word | undefined => words.find((word) => word.name === name);
