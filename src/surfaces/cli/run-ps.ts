// `ps --watch`: what runs, again and again in place.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { createLiveView } from './live-view.ts';
import { pause } from './pause.ts';
import { cleanAll } from './print/clean.ts';
import { cut } from './print/columns.ts';
import { findLook } from './print/look.ts';
import { printReply } from './print/print-reply.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tell } from './tell.ts';
import type { Values } from './value.ts';

const everyMs = 1000;

export async function runPs(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const input = { ...fieldsOf(values, ['id', 'all']), cwd: console.cwd };
  if (values.watch !== true || manner.output !== 'text' || console.stdout.isTTY !== true)
    return tell(console, 'service.ps', await ask('service.ps', input), manner);
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const view = createLiveView(console.stdout);
  try {
    while (!leaving.signal.aborted) {
      const reply = await ask('service.ps', input);
      if (!reply.ok) return await tell(console, 'service.ps', reply, manner);
      const look = { ...findLook(console), color: false };
      const lines = printReply('service.ps', cleanAll(reply.data), look).split('\n');
      view.status(lines.map((line) => cut(line, look.width - 1)));
      await pause(everyMs, leaving.signal);
    }
    return 0;
  } finally {
    withdraw();
  }
}
