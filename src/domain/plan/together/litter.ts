// What an agent that works by itself leaves lying about: new files where its plan has nothing to do, and what editors keep beside a file. Whatever else is new beside what is worked on need not be named.
import type { Change } from '../../evidence/gate-plan.ts';
import { matchAny } from '../../text/match-glob.ts';
import { claimOf, owns } from './ownership.ts';

type Ground = {
  /** All that the plan names. */
  readonly planned: readonly string[];
  /** Globs. */
  readonly tests: readonly string[];
};

/** Of a change as a whole: where something else of it was edited, or a new test stands, there is work. */
export function litterIn(changes: readonly Change[], { planned, tests }: Ground): readonly Change[] {
  const claim = claimOf({ files: planned });
  if (claim === null) return [];
  const isTest = ({ path }: Change): boolean => matchAny(tests, path);
  const edited = changes.filter((change) => change.kind !== 'added' || isTest(change)).map(({ path }) => path);
  const folders = [...new Set([...planned, ...edited].map(folderOf))];
  return changes.filter(
    (change) =>
      change.kind === 'added' && !owns(claim, change.path) && !isTest(change) && !isWork(change.path, folders),
  );
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Of the top folder only what lies in it itself. */
const isWork = (path: string, folders: readonly string[]): boolean =>
  !keptByEditors.test(path.slice(path.lastIndexOf('/') + 1)) &&
  folders.some((folder) =>
    folder === ''
      ? !path.includes('/')
      : path.startsWith(`${folder}/`) && !/(?:^|\/)\.[^/]*\//.test(path.slice(folder.length + 1)),
  );

const keptByEditors = /(?:~|\.(?:orig|rej|bak|sw[a-p]))$|^\.#|^#.+#$|^\.DS_Store$/;
