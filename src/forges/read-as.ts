// What a forge answered, as a shape that is relied upon; anything else is not that forge.
import * as v from 'valibot';
import { failed } from '../domain/error.ts';

export function readAs<const S extends v.GenericSchema>(forge: string, schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const where = v.getDotPath(read.issues[0]) ?? 'the answer';
  throw failed('FORGE_REFUSED', `${forge} answered in a shape that is not known here (${where}).`);
}

/** Of a page for people; printed and opened, so nothing but a plain web address. */
export const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s\u0000-\u0020\u007f-\u009f"'<>`]+$/));
export const count = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Text that may be absent. */
export const words = v.nullish(v.string(), '');
/** A login, for those forges that call it so. */
export const person = v.nullish(v.object({ login: v.string() }));
