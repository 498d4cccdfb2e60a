// Is the copy still where it was? Looked at before anything is tried in it.
import { fail, ok, type Result } from '../domain/error.ts';
import type { EffectPorts } from '../ports/effect.ts';

/** `COPY_MISSING`: somebody removed it. */
export async function mustHaveCopy({ files }: Pick<EffectPorts, 'files'>, copy: string): Promise<Result<void>> {
  if (await files.there(copy)) return ok(undefined);
  return fail(
    'COPY_MISSING',
    `The copy is gone: there is no folder ${copy}. Trying again makes it anew from what was kept of it last.`,
    {
      path: copy,
    },
  );
}
