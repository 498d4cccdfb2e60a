// JSON columns: written plainly, and told as a corrupt state when they cannot be read back.
import { Failed } from '../domain/error.ts';

export const toJson = (value: unknown): string => JSON.stringify(value ?? null);

/** `where` names table and row for the person. Throws `Failed(STATE_CORRUPT)`. */
export function fromJson<T>(text: string, where: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new Failed({ error_code: 'STATE_CORRUPT', message: `${where} is not readable.`, details: { where } }, cause);
  }
}
