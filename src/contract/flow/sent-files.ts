// A flow as it is sent to be carried out.
import * as v from 'valibot';
import { absolutePath, line } from '../fields.ts';

/** A file by its path in the folder, and what stands in it. */
const file = v.strictObject({
  path: line(4096),
  text: v.pipe(v.string(), v.maxLength(1024 * 1024, 'is longer than 1 MiB')),
});

/** A session folder as who asks has read it. */
export const flowFiles = v.strictObject({
  folder: absolutePath(),
  /** That paths in them are relative to. */
  root: absolutePath(),
  name: line(),
  /** One task file by its name, without what else is in the folder. */
  alone: v.optional(line(4096)),
  plan: v.optional(v.nullable(file), null),
  session: v.optional(v.nullable(file), null),
  /** What its nodes are to read beside the repository, by their paths below the root. */
  given: v.optional(v.pipe(v.array(file), v.maxLength(20, 'are more than 20 files')), []),
  tasks: v.pipe(v.array(file), v.minLength(1, 'must have a task file')),
  /** What is switched on for flows, in its order, and what is switched off. */
  tools: v.optional(
    v.pipe(
      v.array(v.strictObject({ name: line(100), enabled: v.boolean('must be true or false') })),
      v.maxLength(100, 'are more than 100 tools'),
    ),
    [],
  ),
  /** Nodes that are begun anew whatever their files say of them. */
  reset: v.optional(v.array(line(128)), []),
});
