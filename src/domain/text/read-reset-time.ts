// When a service takes work again, from the sentence in which a program says so: "resets 1:04pm (Europe/Berlin)", "try again at Nov 22nd, 2026 1:11 PM", "will reset after 3h12m". To the minute; without a zone the machine's own.

const verb = '(?:try again|retry|resets?|available)(?: again)?';
const sentence = new RegExp(
  String.raw`\b${verb},?(?: at| on)? ` +
    String.raw`(?:(?<tomorrow>tomorrow)(?: at)? |(?<weekday>sun|mon|tue|wed|thu|fri|sat)[a-z]*,?(?: at)? |(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?,?(?: at)? )?` +
    String.raw`(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?: ?(?<half>[ap])\.?m\b\.?)?(?: ?\(?(?<zone>UTC|GMT|[A-Za-z]+/[\w+/-]+)\)?)?`,
  'i',
);
const whole = new RegExp(String.raw`\b${verb}(?: at| on)? (\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))`, 'i');
const span =
  /\b(?:in|after) ((?:\d+(?:\.\d+)? ?(?:d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\b,? ?(?:and )?|(?:\d+[dhms])+)+)/i;
const waits = new RegExp(String.raw`\b${verb}\b`, 'i');
const part = /(\d+(?:\.\d+)?) ?([dhms])/gi;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const minuteMs = 60_000;
const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: minuteMs, s: 1000 };

/** Milliseconds since 1970, the end of the minute; null where no time is told. `now`: when it was said; a time of day alone is the next one after that. */
export function readResetTime(message: string, now: number): number | null {
  const words = message.replaceAll(/\s+/g, ' ');
  const stamp = Date.parse(whole.exec(words)?.[1] ?? '');
  if (!Number.isNaN(stamp)) return stamp;
  return readClock(words, now) ?? readSpan(words, now);
}

function readSpan(words: string, now: number): number | null {
  const found = waits.test(words) ? span.exec(words)?.[1] : undefined;
  if (found === undefined) return null;
  const parts = [...found.matchAll(part)];
  return parts.reduce((at, [, amount, unit]) => at + Number(amount) * (unitMs[unit?.toLowerCase() ?? ''] ?? 0), now);
}

function readClock(words: string, now: number): number | null {
  const found = sentence.exec(words)?.groups;
  if (found === undefined || (found.minute === undefined && found.half === undefined)) return null;
  const zone = zoneOf(found.zone);
  const hour = found.half === undefined ? Number(found.hour) : twelve(Number(found.hour), found.half);
  if (hour > 23 || Number(found.minute ?? 0) > 59) return null;
  const today = partsIn(zone, now);
  const on = (year: number, month: number, day: number) =>
    instantIn(zone, Date.UTC(year, month, day, hour, Number(found.minute ?? 0))) + minuteMs;
  const { year, month, day } = today;
  if (found.month !== undefined) {
    const named = months.indexOf(found.month.toLowerCase());
    const at = on(Number(found.year ?? year), named, Number(found.day));
    return found.year === undefined && at <= now ? on(year + 1, named, Number(found.day)) : at;
  }
  if (found.tomorrow !== undefined) return on(year, month, day + 1);
  const days = found.weekday === undefined ? 1 : 7;
  const ahead =
    found.weekday === undefined ? 0 : (weekdays.indexOf(found.weekday.toLowerCase()) - today.weekday + 7) % 7;
  const at = on(year, month, day + ahead);
  return at <= now ? on(year, month, day + ahead + days) : at;
}

const twelve = (hour: number, half: string): number => (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);

/** The machine's own where none is named or nobody knows it. */
function zoneOf(name: string | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? own }).resolvedOptions().timeZone;
  } catch {
    return own;
  }
}

/** Date and time as clocks of that zone show them. */
function partsIn(zone: string, at: number) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  return { year, month: month - 1, day, asUtc, weekday: new Date(asUtc).getUTCDay() };
}

/** When clocks there show what clocks of UTC show at `shown`. */
function instantIn(zone: string, shown: number): number {
  const away = (at: number) => partsIn(zone, at).asUtc - Math.floor(at / 1000) * 1000;
  const near = shown - away(shown);
  return shown - away(near);
}
