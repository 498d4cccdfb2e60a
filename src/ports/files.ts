/** The state folder. Paths are relative to it and cannot leave it. Folders 0700, files 0600. Throws `Failed(DISK_FULL | STATE_READ_ONLY)`. */
export interface Files {
  path(...parts: string[]): string;
  /** Whole or not at all (temporary file, fsync, rename). */
  write(path: string, content: string | Uint8Array): Promise<string>;
  read(path: string): Promise<Uint8Array | null>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<string>;
}
