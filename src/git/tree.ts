// The files of one tree, read from the hub. A tree never changes, so its list is read once, and so is a small file.
import { Failed } from '../domain/error.ts';
import type { Hub, Tree } from '../ports/git.ts';
import { decodeName, splitZero } from './names.ts';
import { inHub } from './tools.ts';

export type Entry = { readonly mode: string; readonly id: string; readonly path: string };

/** Manifests and configuration, which one look after the other asks for. */
const smallBytes = 64 * 1024;

const atOnce = 500;

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
    ahead: async (paths) => {
      const all = await list();
      const wanted = paths
        .flatMap((path) => all.get(path) ?? [])
        .filter(({ mode, id }) => mode.startsWith('100') && !small.has(id));
      for (let at = 0; at < wanted.length; at += atOnce)
        for (const [blob, bytes] of await readBlobs(hub, wanted.slice(at, at + atOnce))) small.set(blob, bytes);
    },
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

/** Those of them that are small; git tells `ID blob SIZE`, the bytes and a line end of each. */
async function readBlobs(hub: Hub, entries: readonly Entry[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const ask = (ids: readonly string[]) => ({ input: Buffer.from(`${ids.join('\n')}\n`) });
  const ids = [...new Set(entries.map(({ id }) => id))];
  const sizes = await inHub(hub, 'look at files', ['cat-file', '--batch-check'], ask(ids));
  if (!sizes.ok) throw new Failed(sizes.failure);
  const told = sizes.value
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(' '));
  const light = told.flatMap(([id = '', kind, size]) => (kind === 'blob' && Number(size) <= smallBytes ? [id] : []));
  const found = new Map<string, Uint8Array>();
  if (light.length === 0) return found;
  const read = await inHub(hub, 'read files', ['cat-file', '--batch'], ask(light));
  if (!read.ok) throw new Failed(read.failure);
  for (let at = 0; at < read.value.length; ) {
    const end = read.value.indexOf(10, at);
    const [id = '', , size] = read.value.subarray(at, end).toString('latin1').split(' ');
    const from = end + 1;
    found.set(id, Uint8Array.from(read.value.subarray(from, from + Number(size))));
    at = from + Number(size) + 1;
  }
  return found;
}
