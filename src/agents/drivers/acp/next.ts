// What the protocol wants said now, by the state alone.
import { choiceFor, decisionOf } from './permissions.ts';
import { pendingStep } from './setup.ts';
import { type AcpState, isPrompt, openOf, promptId, saidPrompt } from './state.ts';
import { cannot, permit, prompt } from './write.ts';

/** `close`: nothing more will be said. `first`: the prompt in the file. */
export type AcpWord =
  | { readonly kind: 'say'; readonly line: string }
  | { readonly kind: 'first'; readonly line: (text: string) => string }
  | { readonly kind: 'close' };

export function next(state: AcpState): AcpWord | null {
  if (state.fatal !== null || state.leaving || state.stopped) return { kind: 'close' };
  const answer = answerNow(state);
  if (answer !== null) return { kind: 'say', line: answer };
  const step = pendingStep(state);
  if (step !== null) return step.line === null ? null : { kind: 'say', line: step.line };
  return nextPrompt(state);
}

function nextPrompt(state: AcpState): AcpWord | null {
  const { conversation, live, turns } = state;
  if (conversation === null) return null;
  const first = promptId(null);
  if (live.promptFile !== null && saidPrompt(state, first) === undefined)
    return { kind: 'first', line: (text) => prompt(first, conversation, text) };
  const again = failedOnce(state);
  if (again !== null) return { kind: 'say', line: prompt(`${again.id}:again`, conversation, again.text) };
  return live.once && turns > 0 ? { kind: 'close' } : null;
}

/** A prompt that was not taken, as its turn is neither over nor under way. */
function failedOnce(state: AcpState) {
  const last = state.said.findLast(isPrompt);
  const failed = last !== undefined && state.answered[last.id] === false && state.again.includes(last.id);
  return failed ? last : null;
}

/** Questions that the run's rights decide, and what cannot be done for an agent. */
function answerNow(state: AcpState): string | null {
  for (const open of openOf(state)) {
    if (open.kind === 'foreign')
      return open.method === 'session/request_permission' ? permit(open.raw, null) : cannot(open.raw, open.method);
    const decision = decisionOf(state, open);
    if (decision === null) continue;
    return permit(open.raw, choiceFor(open.asked, decision)?.id ?? null);
  }
  return null;
}
