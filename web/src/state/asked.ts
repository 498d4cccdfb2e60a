// The reply to one request, asked for again whenever more is heard of what it is about, and when the daemon is reached again.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CommandName } from '../../../src/contract/commands.ts';
import type { Replies } from '../../../src/contract/replies.ts';
import { type Answered, ask, isPassing } from '../door/ask.ts';
import { pause, waitOf } from '../door/pause.ts';
import { createAgain } from './again.ts';
import { reconnects } from './live.ts';

/** null: not answered yet. What was known stays while it is asked for anew, also where nobody answers now. */
export function useReply<Name extends CommandName>(
  command: Name,
  input: object,
  heard: unknown,
): Signal<Answered<Replies[Name]> | null> {
  const reply = useSignal<Answered<Replies[Name]> | null>(null);
  const key = JSON.stringify([command, input]);
  const reconnected = reconnects.value;
  useEffect(() => {
    const left = new AbortController();
    again(key, async () => {
      for (let tries = 0; !left.signal.aborted; tries += 1) {
        const told = await ask(command, input);
        const passes = !told.ok && isPassing(told);
        if (!left.signal.aborted && !(passes && reply.value?.ok)) reply.value = told;
        if (!passes) return;
        await pause(waitOf(tries), left.signal);
      }
    });
    return () => left.abort();
  }, [key, heard, reconnected]);
  return reply;
}

const again = createAgain(() => 500);
