// The reply to one request, asked for again whenever more is heard of what it is about.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CommandName } from '../../../src/contract/commands.ts';
import type { Replies } from '../../../src/contract/replies.ts';
import { type Answered, ask } from '../door/ask.ts';
import { createAgain } from './again.ts';

const gapMs = 500;

/** null: not answered yet. What was known stays while it is asked for anew. */
export function useReply<Name extends CommandName>(
  command: Name,
  input: object,
  heard: unknown,
): Signal<Answered<Replies[Name]> | null> {
  const reply = useSignal<Answered<Replies[Name]> | null>(null);
  const key = JSON.stringify([command, input]);
  useEffect(() => {
    let left = false;
    again(key, async () => {
      const told = await ask(command, input);
      if (!left) reply.value = told;
    });
    return () => {
      left = true;
    };
  }, [key, heard]);
  return reply;
}

const again = createAgain(gapMs);
