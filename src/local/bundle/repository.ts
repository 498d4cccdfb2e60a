// All that is asked of git: settings of the person's, a commit's tree, and notes.

import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import { type Environment, type Ran, runProgram } from './run-program.ts';

export const notesRef = 'refs/notes/drover';

export type Repository = {
  /** null: not set. */
  setting(key: string, type?: 'path' | 'bool'): string | null;
  /** As the person says for all repositories; what this one says of it does not count. */
  ownSetting(key: string): string | null;
  /** The root of the work tree; null: there is none. */
  workTree(): string | null;
  /** The whole name of a commit; null: there is none. */
  commit(name: string): string | null;
  /** Of a commit by its whole name, from bytes that have that name; null: it is not here. */
  treeOf(commit: string): string | null;
  /** All of it is here: its folders and all their files. */
  hasTree(tree: string): boolean;
  /** null: there is none. */
  note(commit: string): Buffer | 'large' | null;
  /** In place of what stood there; '' or what git complains of. */
  writeNote(commit: string, text: string): string;
};

/** Where the caller's variables point is not where the folder is; who they are stays. */
const kept =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|(AUTHOR|COMMITTER)_(NAME|EMAIL)|CEILING_DIRECTORIES)$/;

export function openRepository(cwd: string, env: Environment, mostBytes: number): Repository {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || kept.test(name));
  const pinned = {
    ...Object.fromEntries(own),
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  };
  const git = (argv: readonly string[], input?: Uint8Array): Ran =>
    runProgram(['git', ...argv], { env: pinned, cwd, ...defined({ input }) });
  const line = (argv: readonly string[]): string | null => {
    const { code, out } = git(argv);
    return code === 0 ? out.toString('utf8').replace(/\n$/, '') : null;
  };
  return {
    setting: (key, type) => line(['config', ...(type === undefined ? [] : [`--type=${type}`]), '--get', key]),
    ownSetting: (key) => {
      const [scope, value] = (line(['config', '--show-scope', '--get', key]) ?? '').split('\t');
      return value !== undefined && /^(system|global|command)$/.test(scope ?? '') ? value : null;
    },
    workTree: () => line(['rev-parse', '--show-toplevel']),
    commit: (name) => line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]),
    treeOf: (commit) => {
      const { code, out } = git(['cat-file', 'commit', commit]);
      return code === 0 && isNamed(out, commit)
        ? (/^tree ([0-9a-f]{40,64})\n/.exec(out.toString('latin1'))?.[1] ?? null)
        : null;
    },
    hasTree: (tree) => {
      const { code, out } = git(['rev-list', '--objects', '--missing=print', '--no-object-names', `${tree}^{tree}`]);
      return code === 0 && out.length > 0 && !out.includes('?');
    },
    note: (commit) => {
      const blob = line(['notes', `--ref=${notesRef}`, 'list', commit]);
      if (blob === null) return null;
      if (Number(line(['cat-file', '-s', blob])) > mostBytes) return 'large';
      return git(['cat-file', 'blob', blob]).out;
    },
    writeNote: (commit, text) => {
      const made = git(['hash-object', '-w', '--stdin'], Buffer.from(text));
      if (made.code !== 0) return made.complaint;
      const put = git(['notes', `--ref=${notesRef}`, 'add', '--force', '-C', made.out.toString().trim(), commit]);
      return put.code === 0 ? '' : put.complaint || 'git has not written the note';
    },
  };
}

/** "The lowercase hex SHA-1 (40 character) or SHA-256 (64 character)" over type, length and content. */
function isNamed(content: Buffer, name: string): boolean {
  const hash = createHash(name.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`commit ${content.length}\0`).update(content).digest('hex') === name;
}
