// The files of trees, read from the hub. A tree never changes, so its list is read once, and so is a small file.
import { join } from 'node:path';
import { Failed, ok, type Result } from '../../domain/error.ts';
import type { Hub, Tree } from '../../ports/git.ts';
import { type Entry, inHub, isId, line, type Tools, type Trees } from '../process/git.ts';
import { readAnswers } from '../process/objects.ts';
import { decodeName, joinZero, splitZero } from '../process/path-names.ts';
import { withScratch } from '../process/scratch.ts';

/** Manifests and configuration, which one look after the other asks for. */
const smallBytes = 64 * 1024;

const atOnce = 500;

/** Lists that are kept, and the files in each beyond which it is not; bytes of small files that are kept. */
const most = { lists: 4, files: 20_000, bytes: 1024 * 1024 };

export function openTrees(): Trees {
  const lists = new Map<string, Promise<readonly Entry[]>>();
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  const keep = (blob: string, content: Uint8Array) => {
    if (content.length > smallBytes || kept.has(blob)) return;
    kept.set(blob, content);
    bytes += content.length;
    for (const [old, { length }] of kept) {
      if (bytes <= most.bytes) return;
      kept.delete(old);
      bytes -= length;
    }
  };
  const list = async (hub: Hub, id: string) => {
    const key = `${id} ${hub.path}`;
    const found = lists.get(key) ?? listTree(hub, id);
    lists.delete(key);
    if (!isId(id)) return found;
    lists.set(key, found);
    const [oldest = key] = lists.keys();
    if (lists.size > most.lists) lists.delete(oldest);
    const forget = () => lists.delete(key);
    found.then(({ length }) => length > most.files && forget(), forget);
    return found;
  };
  const read = async (hub: Hub, blob: string) => {
    const content = kept.get(blob) ?? (await readBlob(hub, blob));
    keep(blob, content);
    return content;
  };
  return { list, open: (hub, id) => openTree(hub, id, () => list(hub, id), read) };
}

function openTree(
  hub: Hub,
  id: string,
  listed: () => Promise<readonly Entry[]>,
  readOne: (hub: Hub, blob: string) => Promise<Uint8Array>,
): Tree {
  let entries: Promise<ReadonlyMap<string, Entry>> | null = null;
  const list = () => {
    entries ??= listed().then((found) => new Map(found.map((entry) => [entry.path, entry])));
    return entries;
  };
  const small = new Map<string, Uint8Array>();
  const read = async (blob: string) => small.get(blob) ?? readOne(hub, blob);
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

async function listTree(hub: Hub, id: string): Promise<readonly Entry[]> {
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

/** Those of them that are small, of one git: it tells `ID KIND SIZE` of all, then the same, the bytes and a line end of those that are asked for. */
async function readBlobs(hub: Hub, entries: readonly Entry[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const ids = [...new Set(entries.map(({ id }) => id))];
  const found = new Map<string, Uint8Array>();
  if (ids.length === 0) return found;
  const ask = (what: string, all: readonly string[]) => Buffer.from(all.map((id) => `${what} ${id}\n`).join(''));
  const next = (came: Buffer) => {
    const told = came.toString('latin1').split('\n');
    if (told.length <= ids.length) return null;
    const light = told
      .map((each) => each.split(' '))
      .filter(([, kind, size]) => kind === 'blob' && Number(size) <= smallBytes);
    return ask(
      'contents',
      light.map(([id = '']) => id),
    );
  };
  const read = await inHub(hub, 'read files', ['cat-file', '--batch-command'], {
    input: { first: ask('info', ids), next },
  });
  if (!read.ok) throw new Failed(read.failure);
  let told = 0;
  for (const _ of ids) told = read.value.indexOf(10, told) + 1;
  for (const answer of readAnswers(read.value.subarray(told)))
    if (answer !== null) found.set(answer.id, Uint8Array.from(answer.content));
  return found;
}

// One tree with some paths taken from another: for "the tests of the base on the tree of the attempt" and the like.

export async function compose(
  { trees }: Tools,
  hub: Hub,
  onto: string,
  from: string,
  paths: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<Result<string>> {
  return withScratch(hub, 'compose a tree', async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    const there = new Map((await trees.list(hub, from)).map((entry) => [entry.path, entry]));
    for (const [path, text] of texts) {
      const written = await inHub(hub, 'write a file', ['hash-object', '-w', '--stdin'], { input: Buffer.from(text) });
      if (!written.ok) return written;
      there.set(path, { mode: '100644', ...there.get(path), path, id: line(written.value) });
    }
    const none = '0'.repeat(onto.length);
    const gone = paths.filter((path) => !there.has(path)).map((path) => `0 ${none} 0\t${path}`);
    const taken = paths
      .flatMap((path) => there.get(path) ?? [])
      .map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`);
    const started = await inHub(hub, 'read a tree', ['read-tree', '--end-of-options', onto], { env });
    if (!started.ok) return started;
    const changed = await inHub(hub, 'compose a tree', ['update-index', '-z', '--index-info'], {
      env,
      input: joinZero([...gone, ...taken]),
    });
    if (!changed.ok) return changed;
    const tree = await inHub(hub, 'write a tree', ['write-tree', '--missing-ok'], { env });
    return tree.ok ? ok(line(tree.value)) : tree;
  });
}
