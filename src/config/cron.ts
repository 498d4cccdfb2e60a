// Times as cron writes them, with seconds where there are six fields. The one place that knows who reads them.
import { Cron } from 'croner';

export type Times = { readonly cron: string; readonly zone?: string | undefined };

const read = ({ cron, zone }: Times): Cron => new Cron(cron, { paused: true, ...(zone && { timezone: zone }) });

/** null: they are times; else what is wrong. One that never comes is wrong too. */
export function wrongTimes(times: Times): string | null {
  try {
    return read(times).nextRun() === null ? 'a time that comes' : null;
  } catch {
    return 'times like "0 3 * * 1-5" (minute, hour, day, month, weekday), and a zone like Europe/Berlin';
  }
}

/** The first one after that; null: there is none. */
export const nextTime = (times: Times, after: number): number | null =>
  read(times).nextRun(new Date(after))?.getTime() ?? null;

/** The last one up to then; null: there was none. */
export const lastTime = (times: Times, until: number): number | null =>
  read(times)
    .previousRuns(1, new Date(until + 1))[0]
    ?.getTime() ?? null;
