// "try again at 1:11 PM." and "try again at Nov 22nd, 2026 1:11 PM.": the machine's own time zone, to the minute.

const sentence = /try again at (?:(\w{3}) (\d{1,2})\w{2}, (\d{4}) )?(\d{1,2}):(\d{2}) ?([AP])M/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const minute = 60_000;

/** Milliseconds since 1970, the minute's end; null where no time is named. A bare time is the next one after `now`. */
export function readResetTime(message: string, now: number): number | null {
  const found = sentence.exec(message);
  if (!found) return null;
  const [, month, day, year, hour, minutes, half] = found;
  const at = new Date(now);
  if (month && day && year) at.setFullYear(Number(year), months.indexOf(month), Number(day));
  at.setHours((Number(hour) % 12) + (half === 'P' ? 12 : 0), Number(minutes), 0, 0);
  if (!month && at.getTime() + minute < now) at.setDate(at.getDate() + 1);
  return at.getTime() + minute;
}
