// What the protocol wants said as things stand, and whether the program is to be let go.
import type { Live } from '../../ports/agent.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';
import type { Json } from '../json.ts';
import { type Said, say } from './native-input.ts';
import { firstPrompt, goodbyeKey, type Protocol, promptKey } from './native-profile.ts';

/** `first`: the text of the first prompt. */
export type Pump<State> = {
  readonly protocol: Protocol<State>;
  readonly keeper: Keeper;
  readonly kept: Kept;
  readonly live: Live;
  readonly first: string | null;
};

/** Says all that is wanted; true: its stdin was closed, nothing more will be said. */
export async function pump<State>(of: Pump<State>, state: State): Promise<boolean> {
  const { protocol, keeper, kept, live } = of;
  const { said, ended } = await say(keeper, kept, protocol.keyOf, (said) => nextOf(of, state, said));
  if (ended) return true;
  const { broken, turnsEnded } = protocol.seen(state);
  if (!broken && !said.has(goodbyeKey) && !(live.once && turnsEnded > 0)) return false;
  await keeper.closeInput(kept.runId);
  return true;
}

function nextOf<State>({ protocol, live, first }: Pump<State>, state: State, said: Said): Json | null {
  if (said.has(goodbyeKey)) return null;
  const wanted = protocol.wants(state, live, said).find((line) => !said.has(protocol.keyOf(line)));
  if (wanted !== undefined) return wanted;
  const { conversation, broken } = protocol.seen(state);
  if (first === null || broken || conversation === null || said.has(promptKey(firstPrompt))) return null;
  return protocol.prompt(state, live, firstPrompt, first, false);
}
