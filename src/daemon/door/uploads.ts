// Files that browsers brought, until a task takes a copy: nobody else reads them, nothing executes them, and after a day they go.
import { cleanName } from '../../domain/task/settings/attachments.ts';
import type { Files } from '../../ports/files.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { KeepUpload } from '../../surfaces/http/uploads.ts';

type Ports = { readonly files: Pick<Files, 'list' | 'remove' | 'write'>; readonly ids: Ids; readonly clock: Clock };

const folder = 'uploads';
const keptMs = 24 * 3_600_000;
/** Files that wait for a task at once. Of more the oldest go, and first those of who brings the next: nobody pushes out what others are stating a task with. */
const mostKept = 200;

export const createUploads =
  ({ files, ids, clock }: Ports): KeepUpload =>
  async (visit, given, content) => {
    const isOwn = (name: string): number => Number(name.startsWith(`${visit}-`));
    const kept = (await files.list(folder)).toSorted(
      (one, other) => isOwn(one.name) - isOwn(other.name) || other.changedAt - one.changedAt,
    );
    for (const [at, { name, changedAt }] of kept.entries())
      if (at >= mostKept - 1 || changedAt < clock.now() - keptMs) await files.remove(`${folder}/${name}`);
    const name = cleanName(given, []);
    const path = await files.write(`${folder}/${visit}-${ids.uuid()}/${name}`, content);
    return { name, path, bytes: content.length };
  };
