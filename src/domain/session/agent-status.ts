// How a live agent stands, said only where a witness says it; everything else is `unknown`, and unknown is not ready.
import type { AgentQuestion } from './agent-question.ts';

export type AgentStatus =
  | { readonly kind: 'starting' }
  /** It would take a message now. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy' }
  /** It waits for a choice: permission, trust, login, any dialog of its own. */
  | { readonly kind: 'asks'; readonly asked: AgentQuestion }
  /** Its service refuses until then; null where no time is told. */
  | { readonly kind: 'limited'; readonly until: number | null }
  /** `typed`: a person's half-typed line is why; it goes when that is entered or erased. */
  | { readonly kind: 'unknown'; readonly why: string; readonly typed?: true };

/** Who says so, from the most to the least trusted. */
export type Source = 'protocol' | 'hook' | 'screen' | 'process';

export type StatusSince = { readonly standing: AgentStatus; readonly source: Source; readonly since: number };
