// A conversation that was to be resumed, and that its agent does not know: one killed early has kept nothing. It is begun afresh.
import type { Turn } from './turn.ts';

/** It gave up before it named its conversation; a fresh one cannot meet this again. */
export const isForgotten = (resumed: string | null, { outcome, conversation }: Turn): boolean =>
  resumed !== null && conversation === null && outcome.kind === 'crashed';
