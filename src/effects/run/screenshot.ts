// A browser of its own looks at the program of a copy, and at nothing else; the picture is kept by its hash. Whatever is shown there may be hostile.

import { dirname, isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import { hostOf, mostPictureBytes, pictureFile, type Screenshot, sizeOfPng } from '../../domain/place/screenshot.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Run } from '../../domain/run/run.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import { bytesAt } from '../bytes-at.ts';
import { copiedFiles } from '../provision.ts';
import { keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { confine, sayEnding, tailOf } from './program.ts';

type Taking = PurposeOf<'screenshot'>;

export const screenshotRun: RunKind<Taking> = {
  start: keptProgram(async (ports, run, purpose) => {
    const tree = await treeNow(ports, run, purpose, 'start');
    await ports.files.write(treeFile(run), JSON.stringify({ tree }));
    return takePicture(ports, run, purpose);
  }),
  read: async (ports, run, purpose, { kept, ending, now }) => {
    const before = await ports.files.read(takenFile(run));
    if (before !== null) return ok({ kind: 'screenshot', screenshot: JSON.parse(text(before)) as Screenshot });
    const bytes = await pictureOf(ports, run);
    const size = bytes === null ? null : sizeOfPng(bytes);
    if (bytes === null || size === null) {
      const why = await whyNone(ports, kept, bytes);
      await ports.files.remove(homeOf(run));
      return fail('SCREENSHOT_FAILED', `The browser took no picture (${sayEnding(ending)}): ${why}`, { run: run.id });
    }
    const tree = await treeAtStart(ports, run);
    const moved = tree !== (await treeNow(ports, run, purpose, 'end'));
    const sha256 = await keepPicture(ports, run, bytes);
    const screenshot: Screenshot = {
      sha256,
      bytes: bytes.length,
      ...size,
      path: purpose.shot.path,
      port: purpose.port,
      tree,
      ...(moved && { moved }),
      at: kept?.endedAt ?? now,
    };
    await ports.files.write(takenFile(run), JSON.stringify(screenshot));
    await ports.files.remove(homeOf(run));
    return ok({ kind: 'screenshot', screenshot });
  },
};

const homeOf = ({ id }: Run): string => `runs/${id}/home`;
const treeFile = ({ id }: Run): string => `runs/${id}/tree.json`;
/** Written before its home goes, so that it can be read again. */
const takenFile = ({ id }: Run): string => `runs/${id}/screenshot.json`;
const picture = 'picture.png';
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** It may speak with that one port, and sees nothing of the copy. */
async function takePicture(ports: EffectPorts, run: Run, purpose: Taking): Promise<Result<Program>> {
  const { browser, shot, port } = purpose;
  const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
  if (!sandbox.ok) return sandbox;
  const home = ports.files.path(homeOf(run));
  const argv = [
    ...['/bin/sh', '-c', `${limits}; exec "$@"`, 'sh', browser],
    ...flags,
    // Its own cannot be opened within ours.
    ...(sandbox.value.name === 'none' ? [] : ['--no-sandbox']),
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost`,
    `--user-data-dir=${home}/profile`,
    `--window-size=${shot.width},${shot.height}`,
    `--timeout=${loadMs}`,
    `--screenshot=${home}/${picture}`,
    `http://${hostOf(port)}${shot.path}`,
  ];
  const confined = await confine(
    ports,
    run,
    { argv, cwd: home, env: {} },
    {
      writable: [],
      readable: isAbsolute(browser) ? [dirname(browser)] : [],
      network: { hosts: [hostOf(port)] },
    },
  );
  return confined.ok ? ok({ ...confined.value, outputLimit: mostOutput }) : confined;
}

const flags = [
  ...['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run', '--mute-audio'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions'],
  ...['--no-proxy-server', '--hide-scrollbars', '--force-device-scale-factor=1', '--renderer-process-limit=1'],
];
/** A page that is still loading then is taken as it stands. */
const loadMs = 10_000;
const mostOutput = 16 * 1024 * 1024;
/** Of each of its processes: 2 GiB of memory of its own, files of 256 MiB, no core. */
const limits = 'ulimit -d 2097152; ulimit -f 524288; ulimit -c 0';

/** Null where it is not there, is a link, or is more than may be kept. */
const pictureOf = ({ files }: EffectPorts, run: Run): Promise<Uint8Array | null> =>
  bytesAt(files, { root: files.path('runs', run.id), path: `home/${picture}` }, mostPictureBytes);

/** By its hash. */
async function keepPicture({ files }: EffectPorts, run: Run, bytes: Uint8Array): Promise<string> {
  const sha256 = await files.hash(await files.write(`runs/${run.id}/${picture}`, bytes));
  if (sha256 === null) throw new Error('a file that was written is gone');
  await files.write(pictureFile(run.task, sha256), bytes);
  await files.remove(`runs/${run.id}/${picture}`);
  return sha256;
}

/** What the browser says of the load, without all else that it says. */
async function whyNone(ports: EffectPorts, kept: Kept | null, bytes: Uint8Array | null): Promise<string> {
  if (bytes !== null) return 'what it left is no PNG';
  const tail = await tailOf(ports, kept);
  // Its own advice is to do without any sandbox.
  if (/Running as root without --no-sandbox/.test(tail))
    return 'for root it runs in a sandbox of Drover alone, and there is none here: see `drover doctor`, or be another user';
  return /Page load failed: (\S+)/.exec(tail)?.[1] ?? (tail.trim().split('\n').at(-1) || 'it left nothing');
}

async function treeNow(ports: EffectPorts, run: Run, { hub, copy, base }: Taking, when: string) {
  const label = `${run.task}/screenshot-${run.id}-${when}`;
  const taken = await ports.git.snapshot(hub, copy, base, label, await copiedFiles(ports, run.task));
  return taken.ok ? taken.value.tree : null;
}

async function treeAtStart({ files }: EffectPorts, run: Run): Promise<string | null> {
  const kept = await files.read(treeFile(run));
  return kept === null ? null : (JSON.parse(text(kept)) as { tree: string | null }).tree;
}
