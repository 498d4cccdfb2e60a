// What a project is made with, by the words of its task files or else by its files: which guides are at hand for whoever works.

export const stacks = ['typescript', 'react', 'javascript', 'python', 'java', 'go'] as const;
export type Stack = (typeof stacks)[number];

const names: Readonly<Record<Stack, RegExp>> = {
  typescript: /\btypescript\b|^ts$/i,
  react: /\breact\b|\bnext(?:\.?js)?\b/i,
  javascript: /\bjavascript\b|\bnode(?:\.?js)?\b|\bexpress\b|^js$/i,
  python: /\bpython\b|\bfastapi\b|\bdjango\b|\bflask\b|\bsqlalchemy\b/i,
  java: /\bjava\b|\bspring(?: ?boot)?\b|\bkotlin\b/i,
  go: /^go(?:lang)?\b/i,
};

export const stacksNamed = (said: readonly string[]): readonly Stack[] =>
  stacks.filter((stack) => said.some((word) => names[stack].test(word)));

/** `paths`: relative to the project. `packageJson`: its text; null where it has none. Several where there are several: a project of React with types is both. */
export function stacksFound(paths: readonly string[], packageJson: string | null): readonly Stack[] {
  const has = (form: RegExp) => paths.some((path) => form.test(path));
  const typed = has(/(?:^|\/)tsconfig[^/]*\.json$|\.tsx?$/);
  const found: Readonly<Record<Stack, boolean>> = {
    typescript: typed,
    react: /"(?:react|next)"\s*:/.test(packageJson ?? '') || has(/\.[jt]sx$/),
    javascript: !typed && (packageJson !== null || has(/\.[cm]?jsx?$/)),
    python: has(/\.py$|(?:^|\/)(?:requirements[^/]*\.txt|pyproject\.toml|setup\.cfg)$/),
    java: has(/(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$|\.java$/),
    go: has(/(?:^|\/)go\.mod$|\.go$/),
  };
  return stacks.filter((stack) => found[stack]);
}
