// What was made for a task where others have things of their own too. It is noted before it is made; what is not on the record is somebody else's, and nothing takes it away.

export type Created = {
  /** `folder`: the copy itself; `checkout_branch`: a branch in the person's repository; `remote_branch`: one on the remote. */
  readonly kind: 'folder' | 'checkout_branch' | 'remote_branch';
  /** An absolute path, or the branch's name. */
  readonly name: string;
};

/** Absent: a row of an earlier version, which kept no record. Nothing on it is ours then. */
export type CreatedRecord = readonly Created[] | undefined;

export const isOurs = (record: CreatedRecord, kind: Created['kind'], name: string): boolean =>
  record?.some((one) => one.kind === kind && one.name === name) === true;

/** Folders that the record says were made. */
export const foldersOf = (record: CreatedRecord): readonly string[] =>
  (record ?? []).flatMap(({ kind, name }) => (kind === 'folder' ? [name] : []));

export const withCreated = (record: CreatedRecord, added: readonly Created[]): readonly Created[] => [
  ...(record ?? []),
  ...added.filter(({ kind, name }) => !isOurs(record, kind, name)),
];

export const withoutCreated = (record: CreatedRecord, gone: readonly Created[]): readonly Created[] =>
  (record ?? []).filter(({ kind, name }) => !isOurs(gone, kind, name));

/** What a copy may consist of. */
export const createdWithCopy = (path: string, branch: string): readonly Created[] => [
  { kind: 'folder', name: path },
  { kind: 'checkout_branch', name: branch },
];
