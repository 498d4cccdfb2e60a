// `wait`: returns with the fact that is waited for, and the exit code it means.
import type { WaitBeat } from '../../contract/session.ts';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { clockTime } from './print/amounts.ts';
import { clean, toJson } from './print/clean.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tell } from './tell.ts';
import type { Values } from './value.ts';

/** A daemon that ended is started again and asked once more, for what is left of the time. */
const mostCuts = 3;

export async function runWait(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const input = { ...fieldsOf(values, ['id', 'until', 'timeout', 'heartbeat']), cwd: console.cwd };
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const onEvent = (event: unknown) => beat(console, event as WaitBeat, manner);
  try {
    for (let cuts = 0; ; cuts += 1) {
      const reply = await ask('service.wait', input, { onEvent, signal: leaving.signal });
      if (leaving.signal.aborted) return 130;
      const isCut = !reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < mostCuts;
      if (!isCut || values.port !== undefined) return await tell(console, 'service.wait', reply, manner);
    }
  } finally {
    withdraw();
  }
}

function beat({ stdout, stderr }: Console, event: WaitBeat, { output }: Manner): void {
  if (output === 'jsonl') stdout.write(`${toJson(event)}\n`);
  else stderr.write(`${clockTime(event.at)} ${clean(event.id)} is ${clean(event.state)}\n`);
}
