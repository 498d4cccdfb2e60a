// The person's own list of programs that are switched on for flows, as other programs for task files keep it in their home.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toolsList } from '../../agents/tools-list.ts';
import type { Problem } from '../../contract/flow/read-file.ts';
import { fileLimit } from '../../contract/flow/read-json.ts';
import { refuseFiles } from '../../contract/flow/refuse-flow.ts';
import { readTools, type Tool } from '../../contract/flow/tools-file.ts';
import { ok, type Result } from '../../domain/error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

const shown = ['~', ...toolsList].join('/');

/** Empty: there is none. */
export function findTools({ HOME: home = '' }: Env): Result<readonly Tool[]> {
  const read = home === '' ? null : textOf(join(home, ...toolsList));
  if (read === null) return ok([]);
  const found = typeof read === 'string' ? readTools({ path: shown, text: read }) : [read];
  return 'tools' in found ? ok(found.tools) : { ok: false, failure: refuseFiles(found) };
}

/** Null: it is not there. */
function textOf(path: string): string | Problem | null {
  const wrong = (what: string): Problem => ({ path: shown, line: 1, column: 1, what });
  try {
    const found = statSync(path);
    if (!found.isFile()) return wrong('is no file');
    return found.size > fileLimit ? wrong('is longer than 1 MiB') : readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === undefined) throw error;
    return wrong(`cannot be read: ${code}`);
  }
}
