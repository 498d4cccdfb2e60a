// What a program's end may mean that it only has inside a sandbox.
import type { Ending } from './ending.ts';

/** Shells end so where a program is not there, or cannot be started. */
const missing = [126, 127];

/** Empty: it means nothing more. */
export function hiddenBySandbox(ending: Ending, confined: boolean): string {
  if (!confined || ending.kind !== 'exited' || !missing.includes(ending.code)) return '';
  return '; the sandbox may hide the program: name its folder in `sandbox_read` of your own configuration';
}
