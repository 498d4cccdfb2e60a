// `env verify`: what became of the errors; with `--soak` once more after it stayed quiet so long.
import type { Verified } from '../../../contract/environment.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import type { Console } from '../terminal/console.ts';
import { pause } from '../terminal/live-view.ts';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export async function runVerify(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const soak = soakOf(values.soak);
  if (soak === null)
    return tellFailure(
      console,
      usage('`--soak` wants a time like 90s, 10m or 1h.', wordOf('env verify')),
      manner.output,
    );
  const input = fieldsOf(values, ['env', 'since', 'against']);
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  try {
    const first = await ask('env.verify', input, { startsWork: true });
    if (!first.ok || first.data.verdict !== 'resolved' || soak === 0)
      return await tellReply(console, 'env.verify', first, manner);
    if (manner.output === 'text') console.stderr.write(`${first.data.summary} Waiting whether it stays so.\n`);
    await pause(soak, leaving.signal);
    if (leaving.signal.aborted) return 130;
    const second = await ask('env.verify', { ...input, marks: first.data.marks }, { startsWork: true });
    return await tellReply(
      console,
      'env.verify',
      second.ok ? { ok: true, data: both(first.data, second.data) } : second,
      manner,
    );
  } finally {
    withdraw();
  }
}

/** Quiet is what was wanted of the second look: no line at all is as good. */
function both(first: Verified, second: Verified): Verified {
  const quiet = second.verdict === 'unknown' && second.logs.every(({ coverage }) => coverage === 'whole');
  if (quiet) return { ...first, at: second.at, marks: second.marks, modules: second.modules };
  return { ...second, resolved_errors: second.verdict === 'resolved' ? first.resolved_errors : [] };
}

/** Milliseconds; null: no time. */
function soakOf(value: unknown): number | null {
  if (value === undefined) return 0;
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(String(value)) ?? [];
  return count === undefined ? null : Number(count) * (units[unit] ?? 0);
}
