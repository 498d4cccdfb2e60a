// The files of one tree, read from the hub. A tree never changes, so its list is read once, and so is a small file.
import { Failed } from '../domain/error.ts';
import type { Hub, Tree } from '../ports/git.ts';
import { decodeName, splitZero } from './names.ts';
import { inHub } from './tools.ts';

export type Entry = { readonly mode: string; readonly id: string; readonly path: string };

/** Manifests and configuration, which one look after the other asks for. */
const smallBytes = 64 * 1024;

/** Throws `Failed` where the tree or a blob cannot be read. */
export function openTree(hub: Hub, id: string): Tree {
  let entries: Promise<ReadonlyMap<string, Entry>> | null = null;
  const list = () => {
    entries ??= listTree(hub, id).then((found) => new Map(found.map((entry) => [entry.path, entry])));
    return entries;
  };
  const small = new Map<string, Uint8Array>();
  const read = async (blob: string) => {
    const bytes = small.get(blob) ?? (await readBlob(hub, blob));
    if (bytes.length <= smallBytes) small.set(blob, bytes);
    return bytes;
  };
  return {
    id,
    paths: async () => [...(await list()).keys()],
    read: async (path) => {
      const entry = (await list()).get(path);
      return entry?.mode.startsWith('100') ? read(entry.id) : null;
    },
    link: async (path) => {
      const entry = (await list()).get(path);
      return entry?.mode === '120000' ? decodeName(Buffer.from(await read(entry.id))) : null;
    },
  };
}

/** Every file, link (120000) and submodule (160000) of a tree, in git's order. Throws `Failed`. */
export async function listTree(hub: Hub, id: string): Promise<readonly Entry[]> {
  const listed = await inHub(hub, `read the tree ${id}`, [
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    '--end-of-options',
    id,
  ]);
  if (!listed.ok) throw new Failed(listed.failure);
  return splitZero(listed.value).map((field) => {
    const tab = field.indexOf(9);
    const [mode = '', , blob = ''] = field.subarray(0, tab).toString('latin1').split(' ');
    return { mode, id: blob, path: decodeName(field.subarray(tab + 1)) };
  });
}

async function readBlob(hub: Hub, id: string): Promise<Uint8Array> {
  const read = await inHub(hub, `read the file ${id}`, ['cat-file', 'blob', id]);
  if (!read.ok) throw new Failed(read.failure);
  return read.value;
}
