// The value of a result; its failure thrown, to be caught once at the door.
import { Failed, type Result } from '../domain/error.ts';

export function orFail<T>(result: Result<T>): T {
  if (!result.ok) throw new Failed(result.failure);
  return result.value;
}
