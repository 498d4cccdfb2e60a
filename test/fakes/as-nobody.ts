// What the mode of a file forbids is no matter to root, as which tests may run.
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** `work` as a user whom modes bind; `folder`, in the temporary folder of this test, is opened to it. What `work` needs is loaded before. */
export async function asNobody<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  for (const [way, mode] of [
    [dirname(tmpdir()), 0o711],
    [tmpdir(), 0o711],
    [folder, 0o755],
  ] as const)
    chmodSync(way, mode);
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
