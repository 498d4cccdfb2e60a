/** `outside`: the path leads out of the folder, or into its `.git`. `path`: without `.` and double slashes; `text`: the first 256 KiB. */
export type Inside =
  | { readonly kind: 'files'; readonly files: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'missing' | 'link' | 'outside' };
export type Brought = 'brought' | 'missing' | 'link' | 'outside';

/** The state folder. Paths are relative to it and cannot leave it, except where a sentence says so. Folders 0700, files 0600. Throws `Failed(DISK_FULL | STATE_READ_ONLY)`. */
export interface Files {
  /** Absolute path of something in the state folder. */
  path(...parts: string[]): string;
  /** Whole or not at all (temporary file, fsync, rename). Returns the absolute path. */
  write(path: string, content: string | Uint8Array): Promise<string>;
  read(path: string): Promise<Uint8Array | null>;
  exists(path: string): Promise<boolean>;
  /** Is there anything at this absolute path? */
  there(absolute: string): Promise<boolean>;
  /** With all that is in it; safe to repeat. */
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<string>;
  /** Of an absolute file: at most the last `limit` bytes as text; null where there is none. */
  tail(absolute: string, limit: number): Promise<string | null>;
  /** Copies a folder or file, absolute to absolute, links as links; nothing where the source is missing (false). Replaces the target. */
  copy(from: string, to: string): Promise<boolean>;
  /** A file, or all files of a folder, below the absolute `root`; no link is followed on the way. */
  lookInside(root: string, path: string): Promise<Inside>;
  /** The same brought to the same place below the absolute `into`, where no link is followed either. Links inside a folder are left out. */
  bringInside(root: string, path: string, into: string): Promise<Brought>;
  /** A symbolic link at an absolute path, replacing one that is there. */
  link(target: string, at: string): Promise<void>;
  /** SHA-256 of an absolute file, hex; null where there is none. */
  hash(absolute: string): Promise<string | null>;
}
