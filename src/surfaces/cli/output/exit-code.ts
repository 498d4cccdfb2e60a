// The exit code of a reply that was not refused, as its noun says; of any other it is 0.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import { chainExits } from '../print/chain.ts';
import { environmentExits } from '../print/environment.ts';
import { manualExits } from '../print/manual.ts';
import { serviceExits } from '../print/service.ts';
import { sessionExits } from '../print/session.ts';
import { taskExits } from '../print/task.ts';

type Exits = { readonly [Name in CommandName]?: (data: Replies[Name]) => number };
export const exits: Exits = {
  ...chainExits,
  ...environmentExits,
  ...serviceExits,
  ...sessionExits,
  ...manualExits,
  ...taskExits,
};

export const exitOf = <Name extends CommandName>(name: Name, data: Replies[Name]): number => exits[name]?.(data) ?? 0;
