import { codeOf } from './code-of.ts';

/** What the work gives, or null where it fails by the system's word (ENOENT, EEXIST). */
export function orNull<T>(expected: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === expected) return null;
    throw error;
  }
}
