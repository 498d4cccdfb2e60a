// Tasks driven by hand or by an agent that drives: lease, renewal, release. The token never stands in argv or a reply.
import * as v from 'valibot';
import { absolutePath, id, name, text, token } from './fields.ts';

export const takeStep = v.strictObject({
  workspace: v.optional(name()),
  text: text(),
  cwd: absolutePath(),
  /** Replaces a quiet owner; only a person may. */
  takeover: v.optional(v.boolean(), false),
});
/** `task` may be left out in the task's copy. */
export const renewStep = v.strictObject({ task: v.optional(id()), cwd: absolutePath(), token: v.optional(token()) });
export const releaseStep = v.strictObject({
  task: v.optional(id()),
  cwd: absolutePath(),
  cleanup: v.optional(v.boolean(), false),
  /** Without it only a person may. */
  token: v.optional(token()),
});

export type StepTaken = {
  readonly task: string;
  readonly copy: string;
  readonly branch: string | null;
  readonly phase: string;
  readonly phase_history: readonly {
    readonly phase: string;
    readonly entered: number;
    readonly left: number | null;
    readonly outcome: string | null;
  }[];
  readonly pushed_to_remote: boolean;
  readonly expires_at: number;
  /** A file with mode 0600 that holds the token. */
  readonly token_file: string;
  readonly notes: readonly string[];
};
export type StepRenewed = { readonly task: string; readonly expires_at: number };
export type StepReleased = {
  readonly task: string;
  /** It had been released before; nothing was done. */
  readonly already: boolean;
  /** What was removed or kept, in sentences. */
  readonly notes: readonly string[];
};
