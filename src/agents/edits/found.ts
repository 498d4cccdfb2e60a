// Where a program that runs in an agent, or is one, tells its edits: by the variable that it was started with. null: nobody wants to know.
import type { EditFolder } from '../../ports/edits.ts';
import { asNumber, asText, parseRecord } from '../json.ts';

export const editVariable = 'DROVER_EDITS';

export function foundEdits(env: NodeJS.ProcessEnv = process.env): EditFolder | null {
  const { folder, takenMs, waitMs } = parseRecord(env[editVariable] ?? '') ?? {};
  if (asText(folder) === '') return null;
  return { folder: asText(folder), takenMs: asNumber(takenMs) ?? 0, waitMs: asNumber(waitMs) ?? 0 };
}
