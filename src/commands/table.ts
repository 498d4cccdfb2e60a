// Every command under its name, as the folders have them: one that is missing does not compile.
import type { CommandName, StreamName } from '../contract/commands.ts';
import { agentsCommands } from './agents/table.ts';
import { chainCommands, chainStreams } from './chain/table.ts';
import { configCommands } from './config/table.ts';
import { environmentCommands } from './environment/table.ts';
import { featureCommands } from './feature/table.ts';
import { flowCommands } from './flow/table.ts';
import { followStreams } from './follow/table.ts';
import { manualCommands, manualStreams } from './manual/table.ts';
import type { Command, Stream } from './ports.ts';
import { questionCommands, questionStreams } from './question/table.ts';
import { recordCommands } from './record/table.ts';
import { runCommands, runStreams } from './run/table.ts';
import { serviceCommands } from './service/table.ts';
import { sessionCommands, sessionStreams } from './session/table.ts';
import { taskCommands, taskStreams } from './task/table.ts';
import { telegramCommands } from './telegram/table.ts';
import { webCommands } from './web/table.ts';
import { workspaceCommands } from './workspace/table.ts';

/** Those that tell events stand apart. */
export const table: { readonly [Name in Exclude<CommandName, StreamName>]: Command<Name> } = {
  ...agentsCommands,
  ...chainCommands,
  ...configCommands,
  ...environmentCommands,
  ...featureCommands,
  ...flowCommands,
  ...manualCommands,
  ...questionCommands,
  ...recordCommands,
  ...runCommands,
  ...serviceCommands,
  ...sessionCommands,
  ...taskCommands,
  ...telegramCommands,
  ...webCommands,
  ...workspaceCommands,
};

export const streamTable: { readonly [Name in StreamName]: Stream<Name> } = {
  ...chainStreams,
  ...followStreams,
  ...manualStreams,
  ...runStreams,
  ...sessionStreams,
  ...questionStreams,
  ...taskStreams,
};
