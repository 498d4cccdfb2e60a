// pyproject.toml as far as checking needs it.
import { parse } from 'smol-toml';
import type { Sources } from '../sources.ts';
import { isObject } from './package-json.ts';

export type Pyproject = {
  /** Names and versions as `pip` takes them. */
  readonly dependencies: readonly string[];
  /** `project.optional-dependencies`: names of extras. */
  readonly extras: readonly string[];
  /** `dependency-groups`, with the groups that each includes. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** The version is read from git, which is not there during set-up. */
  readonly versionOfGit: boolean;
  readonly ruff: boolean;
  /** null: not configured here. `paths`: it says itself what is checked. */
  readonly mypy: { readonly paths: boolean } | null;
};

const none: Pyproject = { dependencies: [], extras: [], groups: {}, versionOfGit: false, ruff: false, mypy: null };

/** Without the file, or where it cannot be read: nothing is said. */
export async function readPyproject(sources: Sources): Promise<Pyproject> {
  const text = await sources.text('pyproject.toml');
  const root = text === null ? null : tables(text);
  if (root === null) return none;
  const [project, tool] = [table(root.project), table(root.tool)];
  const mypy = tool.mypy === undefined ? null : table(tool.mypy);
  return {
    dependencies: texts(project.dependencies),
    extras: Object.keys(table(project['optional-dependencies'])),
    groups: groupsOf(table(root['dependency-groups'])),
    versionOfGit: /setuptools[_-]scm|hatch-vcs/.test(JSON.stringify(table(root['build-system']).requires ?? [])),
    ruff: tool.ruff !== undefined,
    mypy: mypy === null ? null : { paths: ['files', 'packages', 'modules'].some((key) => mypy[key] !== undefined) },
  };
}

const table = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

function tables(text: string): Record<string, unknown> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** `{ include-group = "test" }` stands for what that group lists; a ring of them ends. */
function groupsOf(all: Record<string, unknown>): Readonly<Record<string, readonly string[]>> {
  const listed = (name: string, seen: readonly string[]): string[] => {
    const entries: readonly unknown[] =
      Array.isArray(all[name]) && !seen.includes(name) ? (all[name] as unknown[]) : [];
    return entries.flatMap((entry) => {
      if (typeof entry === 'string') return [entry];
      const included = table(entry)['include-group'];
      return typeof included === 'string' ? listed(included, [...seen, name]) : [];
    });
  };
  return Object.fromEntries(Object.keys(all).map((name) => [name, listed(name, [])]));
}
