// When a log line was written, where it says so at its beginning.
import { type Instant, instant } from '../ids.ts';

const iso = /^\W{0,3}(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/;
const syslog = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\s/;
const dayMs = 86_400_000;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `offset`: minutes that the host's clock is ahead of UTC, for lines that name no zone; `now`: for those that name no year. null: it does not say. */
export function timeOf(
  line: string,
  { offset, now }: { readonly offset: number; readonly now: Instant },
): Instant | null {
  const full = iso.exec(line);
  if (full !== null) {
    const [, year, month, day, hour, minute, second, part = '0', zone] = full;
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    const ahead = zone === undefined ? offset : minutesOf(zone);
    return instant(at + Math.floor(Number(`0.${part}`) * 1_000) - ahead * 60_000);
  }
  const short = syslog.exec(line);
  if (short === null) return null;
  const [, month = '', day, hour, minute, second] = short;
  const inYear = (year: number) =>
    Date.UTC(year, months.indexOf(month) / 3, Number(day), Number(hour), Number(minute), Number(second)) -
    offset * 60_000;
  const year = new Date(now).getUTCFullYear();
  // In January the lines of December are last year's.
  return instant(inYear(year) > now + dayMs ? inYear(year - 1) : inYear(year));
}

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
