// A message's id as a program is given it: unlike that of any other run, because programs drop a message whose id stands in the resumed conversation already.
import { createHash } from 'node:crypto';
import type { Live } from '../../ports/agent.ts';

const markOf = ({ folder, runId }: Live) =>
  createHash('sha256').update(`${folder}\n${runId}`).digest('hex').slice(0, 12);

export const wireId = (live: Live, id: string): string => `${id}@${markOf(live)}`;
/** The id as we know it. */
export const ownId = (wire: string): string => wire.replace(/@[0-9a-f]{12}$/, '');
