// What a copy is given from the person's checkout, as git names it: part of no tree of ours.

/** A folder with one of them in it is left out as a whole. */
export const withoutSecrets = (files: readonly string[], secrets: readonly string[]): readonly string[] =>
  files.filter((path) => !secrets.some((one) => one === tidied(path) || one.startsWith(`${tidied(path)}/`)));

const tidied = (path: string): string => copiedPaths({ copyFiles: [path] })[0] ?? path;

export const copiedPaths = ({ copyFiles }: { readonly copyFiles?: readonly string[] }): readonly string[] =>
  (copyFiles ?? []).map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  );
