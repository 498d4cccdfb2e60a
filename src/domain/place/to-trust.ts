// What of a repository a person must have seen before it is used, and how it is remembered that they agreed.

/** Only what this person has not agreed to before. */
export type ToTrust = {
  /** Run with all of the person's rights, for there is no sandbox. null: none do. */
  readonly programs: { readonly hash: string; readonly lines: readonly string[] } | null;
  /** Of `copy`; `hash` is that of their content. */
  readonly secrets: readonly { readonly path: string; readonly hash: string }[];
  /** Agreed to and not yet on record. */
  readonly agreed?: { readonly grants: readonly string[]; readonly by: string };
};

/** As it is remembered. */
export const programsGrant = (hash: string): string => `programs ${hash}`;

export const secretGrant = ({ path, hash }: ToTrust['secrets'][number]): string => `copy ${hash} ${path}`;
