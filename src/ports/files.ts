/** `outside`: the path leads out of the folder, or into its `.git`. `path`: without `.` and double slashes; `text`: the first 256 KiB. */
export type Inside =
  | { readonly kind: 'files'; readonly files: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'missing' | 'link' | 'outside' };
export type Brought = 'brought' | 'missing' | 'link' | 'outside';

/** A place below a folder to which only the person has the way; what stands below it an agent may have put there. */
export type Below = { readonly root: string; readonly path: string };

/** The state folder. Paths are relative to it and cannot leave it, except where a sentence says so: no link below it is ever followed. Folders 0700, files 0600. Throws `Failed(DISK_FULL | STATE_READ_ONLY)`. */
export interface Files {
  /** Absolute path of something in the state folder. */
  path(...parts: string[]): string;
  /** Whole or not at all (temporary file, fsync, rename). `executable`: a program of ours. Returns the absolute path. */
  write(path: string, content: string | Uint8Array, executable?: true): Promise<string>;
  read(path: string): Promise<Uint8Array | null>;
  exists(path: string): Promise<boolean>;
  /** Is there anything at this absolute path? */
  there(absolute: string): Promise<boolean>;
  /** Where an absolute folder is, links resolved; null: there is none, or what is there is no folder. */
  realFolder(absolute: string): Promise<string | null>;
  /** With all that is in it; safe to repeat. */
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<string>;
  /** What stands in a folder, links as such, and when it was changed last; none where there is no folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
  /** Of an absolute file, itself no link (then null): at most the last `limit` bytes as text; null where there is none. */
  tail(absolute: string, limit: number): Promise<string | null>;
  /** A file in pieces, each good until the next is asked for, as far as it reaches now; null: there is none, or a link stands on the way. */
  inPieces<T>(at: Below, read: (pieces: AsyncIterable<Uint8Array> | null) => Promise<T>): Promise<T>;
  /** Copies a folder or file, links as links, and follows none on either way; false: nothing was done, for the source is missing or a link stands there. Replaces the target. */
  copy(from: Below, to: Below): Promise<boolean>;
  /** A file, or all files of a folder, below the absolute `root`; no link is followed on the way. */
  lookInside(root: string, path: string): Promise<Inside>;
  /** When a file below the absolute `root` was changed last; null: there is none, or a link stands on the way. */
  changedInside(root: string, path: string): Promise<number | null>;
  /** The same brought to the same place below the absolute `into`, where no link is followed either. Links inside a folder are left out. */
  bringInside(root: string, path: string, into: string): Promise<Brought>;
  /** A symbolic link, replacing what is there; false: one stands on the way to it, and nothing was done. */
  link(target: string, at: Below): Promise<boolean>;
  /** Lends a folder of dependencies, absolute, to a checkout, replacing what stands there: links in it that lead out of it lead into that checkout. False: there is none, or a link stands on the way. */
  share(from: string, at: Below): Promise<boolean>;
  /** Whole or not at all, mode 0600, also outside of the state folder; false: a link stands on the way. `shared`: with the mode of what stood there, where nothing did as files of a person are. */
  put(at: Below, content: string, shared?: true): Promise<boolean>;
  /** What stands there, with all that is in it; nothing over a link. */
  drop(at: Below): Promise<void>;
  /** Paths below a folder, as `at.path` with what follows, whose own name has this word in it; a folder stands for all that is in it. */
  named(at: Below, word: string): Promise<readonly string[]>;
  /** From now on all files below this absolute folder count as never read, those of dependencies aside. False: the file system does not tell of reads. Throws nothing where there is no folder. */
  forgetReads(absolute: string): Promise<boolean>;
  /** Those that were read since and are older than `before`, relative; no link is followed. */
  readSince(absolute: string, before: number): Promise<readonly string[]>;
  /** Is there room where this absolute folder is, where the state is, and for temporary files? */
  hasRoom(absolute: string): Promise<boolean>;
  /** SHA-256 of an absolute file, hex; null where there is none. */
  hash(absolute: string): Promise<string | null>;
}
