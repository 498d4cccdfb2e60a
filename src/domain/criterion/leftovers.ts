// What tools leave beside the work: copies and locks of editors, caches. It is told by its form alone; whatever else is new may be what the work is for.
import type { Change } from '../evidence/gate-plan.ts';

/** Made by tools for themselves, wherever they stand. */
const folders = new Set(
  '__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .ipynb_checkpoints .nyc_output .parcel-cache .cache .gradle .tig .playwright-mcp'.split(
    ' ',
  ),
);
const files = new Set(
  '.DS_Store Thumbs.db .eslintcache .stylelintcache .coverage npm-debug.log yarn-error.log'.split(' '),
);
/** Vim's and Emacs's own names, which they give while a file is open. */
const whileOpen = /^\..+\.sw[l-p]$|^\.#.+|^#.+#$/;
/** Only where what it is a copy of stands there. */
const copyOf = /^(.+?)(?:~|\.swp|\.orig|\.rej)$/;

export type Leftover = {
  /** By which something else may speak of it. */
  readonly name: string;
  /** All of it: the file, or the folder with a slash at its end. */
  readonly all: string;
  /** The file that it is a copy of; absent: it is one by its name alone. */
  readonly of?: string;
};

export function leftoverAt(path: string): Leftover | null {
  const parts = path.split('/');
  const at = parts.findIndex((part) => folders.has(part));
  if (at >= 0) return { name: parts[at] ?? '', all: `${parts.slice(0, at + 1).join('/')}/` };
  const name = parts.at(-1) ?? '';
  if (files.has(name) || whileOpen.test(name)) return { name, all: path };
  const [, original] = copyOf.exec(name) ?? [];
  return original === undefined ? null : { name, all: path, of: [...parts.slice(0, -1), original].join('/') };
}

/** Of new files alone, by their path. `spoken`: names that the plan or the change speaks of. */
export const leftoversIn = (changes: readonly Change[], spoken: ReadonlySet<string>): ReadonlyMap<string, Leftover> =>
  new Map(
    changes.flatMap(({ kind, path }) => {
      const found = kind === 'added' ? leftoverAt(path) : null;
      return found === null || spoken.has(found.name) ? [] : [[path, found]];
    }),
  );

/** Names of leftovers that a text speaks of, a path or a word of it at a time. */
export const spokenOf = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s"'`,;:()<>[\]{}|=]+/).flatMap((word) => leftoverAt(word)?.name ?? [])),
];
