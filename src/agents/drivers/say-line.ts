// One line to the program, under its number.
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Keeper } from '../../ports/keeper.ts';

/** False: it has ended, or the number was passed by. A number that was taken is accepted and not written: the journal tells whose line it holds. */
export async function sayLine(keeper: Keeper, runId: RunId, number: number, line: string): Promise<boolean> {
  try {
    await keeper.write(runId, number, Buffer.from(line));
    return true;
  } catch (error) {
    if (error instanceof Failed && error.failure.error_code === 'RUN_NOT_FOUND') return false;
    throw error;
  }
}
