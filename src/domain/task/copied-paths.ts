// What a copy was given from the person's checkout, as git names it: part of no tree of ours.
export const copiedPaths = ({ copyFiles }: { readonly copyFiles?: readonly string[] }): readonly string[] =>
  (copyFiles ?? []).map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  );
