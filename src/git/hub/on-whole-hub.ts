// The one door to a hub: it is there and whole before anything is done on it, and looked over where git could not do what it was told.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failed, type Failure, type Result } from '../../domain/error.ts';
import type { Hub, Tree } from '../../ports/git.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { lookUpRepository } from '../process/repository.ts';
import { isThere } from '../process/small-file.ts';
import { waitForLock } from './left-lock.ts';
import { findOrMake } from './open.ts';
import { copiesOf, isHollow, refillHub } from './refill.ts';
import { checkHub, suspectFile } from './repair.ts';

export type OnWholeHub = {
  /** The verb, and once more on a hub that was made anew or mended meanwhile, or whose name nobody holds any more. */
  readonly verb: <Rest extends readonly unknown[], T>(
    act: (hub: Hub, ...rest: Rest) => Promise<Result<T>>,
  ) => (hub: Hub, ...rest: Rest) => Promise<Result<T>>;
  readonly tree: (open: (hub: Hub, id: string) => Tree) => (hub: Hub, id: string) => Tree;
};

/** Git's words for what it cannot find or read. */
const damaged =
  /bad (object|revision|tree|signature)|unable to (read|find|access|parse)|missing|corrupt|not a git repository|pack|inflate|loose object|invalid object|not a valid|unknown revision|not exist|not a tree|could not (read|parse)|could not be started|no such file|ENOENT|\bref\b|broken/i;

export function onWholeHub(tools: Tools): OnWholeHub {
  const atWork = new Map<string, Promise<boolean>>();
  const asked = new Map<string, number>();
  /** One at a time for a hub; whoever comes meanwhile waits for it. */
  const remake = (hub: Hub): Promise<boolean> => {
    const work = atWork.get(hub.path) ?? remakeHub(tools, hub).finally(() => atWork.delete(hub.path));
    atWork.set(hub.path, work);
    asked.set(hub.path, tools.clock.ticks());
    return work;
  };
  const isAskedLately = (hub: Hub) => tools.clock.ticks() - (asked.get(hub.path) ?? -againMs) < againMs;
  const after = async (hub: Hub, failure: Failure): Promise<boolean> =>
    failure.error_code === 'GIT_FAILED' &&
    ((await waitForLock(tools, hub, failure)) || ((await isToBeRemade(hub, failure)) && (await remake(hub))));
  return {
    verb:
      (act) =>
      async (hub, ...rest) => {
        if (!(await hasParts(hub.path)) || ((await isHollow(hub.path)) && !isAskedLately(hub))) await remake(hub);
        const done = await act(hub, ...rest);
        if (done.ok || !(await after(hub, done.failure))) return done;
        const again = await act(hub, ...rest);
        return again.ok || (await isHollow(hub.path)) ? again : { ok: false, failure: lacking(again.failure) };
      },
    tree: (open) => (hub, id) =>
      readAgain(
        () => open(hub, id),
        (failure) => after(hub, failure),
      ),
  };
}

/** A tree that is opened once more where `remade` says that its hub was made anew or mended. */
function readAgain(open: () => Tree, remade: (failure: Failure) => Promise<boolean>): Tree {
  let tree = open();
  const again = async <T>(read: (tree: Tree) => Promise<T>): Promise<T> => {
    try {
      return await read(tree);
    } catch (error) {
      if (!(error instanceof Failed) || !(await remade(error.failure))) throw error;
      tree = open();
      return await read(tree).catch((last: unknown) => {
        throw last instanceof Failed ? new Failed(lacking(last.failure), last) : last;
      });
    }
  };
  return {
    id: tree.id,
    paths: () => again((one) => one.paths()),
    ahead: (paths) => again(async (one) => one.ahead?.(paths)),
    read: (path) => again((one) => one.read(path)),
    link: (path) => again((one) => one.link(path)),
  };
}

/** `remade`: all that remote, checkout and copies have is there again, and what was asked for is not. */
const lacking = (failure: Failure): Failure =>
  failure.error_code === 'GIT_FAILED' ? { ...failure, details: { ...failure.details, remade: true } } : failure;

/** No program is started for it. */
async function hasParts(hub: string): Promise<boolean> {
  const parts = ['HEAD', 'config', 'objects', 'refs', 'drover-hub'].map((part) => isThere(join(hub, part)));
  return (await Promise.all(parts)).every((there) => there);
}

async function isToBeRemade(hub: Hub, { message, details }: Failure): Promise<boolean> {
  if (await isHollow(hub.path)) return true;
  if (damaged.test(`${message} ${details?.said ?? ''}`)) await writeFile(suspectFile(hub.path), '').catch(() => null);
  return (await checkHub(hub.path)) !== 'whole';
}

/** Where neither remote nor checkout could be asked they are asked again after so long. */
const againMs = 60_000;

/** False: it could not be. */
async function remakeHub(tools: Tools, hub: Hub): Promise<boolean> {
  const found = await lookUpRepository(personalEnv(await tools.person()), hub.checkout);
  const [copy] = await copiesOf(tools, hub);
  const format = found.ok ? found.value.objectFormat : copy?.base.length === 64 ? 'sha256' : 'sha1';
  const there = await findOrMake(tools, hub, format);
  if (!there.ok) return false;
  await refillHub(tools, hub);
  return true;
}
