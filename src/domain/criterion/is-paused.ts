// Pause and resume are notices; the last one counts.
import type { Notice } from '../notice.ts';

export function isPaused(notices: readonly Notice[]): boolean {
  const last = notices.findLast((notice) => notice.kind === 'pause' || notice.kind === 'resume');
  return last?.kind === 'pause';
}
