// A session folder goes among those that are put away, or comes back. Nothing in it is changed: what was blocked stays blocked.
import { renameSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { partsOf, within } from '../../disk/held-folder.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { sharingFiles } from '../../domain/flow/flow-run.ts';
import { findFlow, standsItself } from './find-flow.ts';

type Shelf = 'active' | 'archives';

export type MovedSession = { readonly name: string; readonly from: string; readonly to: string };

/** The folder as it is, and whether it can go there at all. */
export function findMove(given: string, cwd: string, shelf: Shelf): Result<MovedSession> {
  const found = findFlow(given, cwd);
  if (!found.ok) return found;
  const { folder } = found.value;
  const [, workflow, stands, name] = /^(.*\/\.workflow)\/(?:(active|archives)\/)?([^/]+)$/.exec(folder) ?? [];
  if (workflow === undefined || name === undefined || name.startsWith('.'))
    return fail('FLOW_INVALID', `${folder} is no session folder in a .workflow.`);
  if ((stands ?? 'active') === shelf)
    return fail('ALREADY_EXISTS', `${name} is ${shelf === 'archives' ? 'put away already' : 'not put away'}.`, {
      path: folder,
      hint: `It stands in ${folder}; nothing was moved.`,
    });
  return ok({ name, from: folder, to: `${workflow}/${shelf}/${name}` });
}

/** Of a flow that would write into it. */
export const foldersOf = ({ from }: MovedSession): readonly string[] => sharingFiles(from);

/** Might a flow that is looked for in `folder` be in this one, because somebody moved it? */
export const mayBe = ({ from, to }: MovedSession, folder: string): boolean =>
  folder !== to && workflowOf(folder) === workflowOf(from) && !standsItself(folder);

const workflowOf = (folder: string): string | undefined => /^(.*\/\.workflow)\//.exec(folder)?.[1];

/** No link is followed on the way, for agents write there. */
export async function moveSession({ name, from, to }: MovedSession): Promise<Result<MovedSession>> {
  const workflow = dirname(dirname(to));
  const shelfOf = (session: string) => partsOf(relative(workflow, dirname(session)));
  const moved = await within(workflow, shelfOf(from), (source) =>
    within(
      workflow,
      shelfOf(to),
      async (target) => {
        if ((await target.look(name)) !== null) return 'taken' as const;
        renameSync(source.at(name), target.at(name));
        return 'moved' as const;
      },
      0o755,
    ),
  );
  if (moved === 'moved') return ok({ name, from, to });
  if (moved === 'taken')
    return fail('ALREADY_EXISTS', `${to} is there already.`, {
      path: to,
      hint: 'Move that away first; nothing was moved.',
    });
  return fail('PATH_NOT_FOUND', `${workflow} holds a link, or went meanwhile; nothing was moved.`, { path: workflow });
}
