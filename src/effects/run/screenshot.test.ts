import { describe, expect, it } from 'vitest';
import { mostPictureBytes } from '../../domain/place/screenshot.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { screenshotRun } from './screenshot.ts';

const png = new Uint8Array(64);
png.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1, 224,
]);

/** A state folder in memory, with what the browser left in its home. */
function leaving(
  left: Uint8Array | null,
  trees: readonly string[] = ['t1'],
  tail = 'ERROR:headless Page load failed: net::ERR_CONNECTION_REFUSED',
) {
  const files = new Map<string, Uint8Array | string>([['runs/r7/tree.json', '{"tree":"t1"}']]);
  if (left !== null) files.set('runs/r7/home/picture.png', left);
  let looks = 0;
  const bytesOf = (path: string) => {
    const found = files.get(path);
    return found === undefined ? null : typeof found === 'string' ? new TextEncoder().encode(found) : found;
  };
  const ports = {
    files: {
      path: (...parts: string[]) => parts.join('/'),
      read: async (path: string) => bytesOf(path),
      write: async (path: string, bytes: string | Uint8Array) => {
        files.set(path, bytes);
        return path;
      },
      remove: async (path: string) => {
        for (const each of files.keys()) if (each === path || each.startsWith(`${path}/`)) files.delete(each);
      },
      hash: async (path: string) => (files.has(path) ? 'a1' : null),
      tail: async () => tail,
      inPieces: async (at: { root: string; path: string }, read: (pieces: unknown) => unknown) => {
        const found = bytesOf(`${at.root}/${at.path}`);
        return read(
          found === null
            ? null
            : (async function* () {
                yield found;
              })(),
        );
      },
    },
    git: {
      snapshot: async () => ({ ok: true, value: { tree: trees[Math.min(looks++, trees.length - 1)], head: null } }),
    },
    store: { read: (work: (reads: object) => unknown) => work({ copy: async () => null, root: async () => null }) },
  } as unknown as EffectPorts;
  const purpose = { kind: 'screenshot', shot: { path: '/cart', width: 640, height: 480 }, port: 4100 };
  const run = { id: 'r7', task: 'shop-1', spec: { purpose } };
  const came = {
    kept: { files: { output: 'o', error: 'e' }, endedAt: 5 },
    ending: { kind: 'exited', code: 0 },
    now: 9,
  };
  return { files, read: () => screenshotRun.read(ports, run as never, purpose as never, came as never) };
}

const taken = { sha256: 'a1', bytes: 64, width: 640, height: 480, path: '/cart', port: 4100, tree: 't1', at: 5 };

describe('U3 a picture that a browser left', () => {
  it('is kept by its hash and read again as it was, though its home is gone', async () => {
    const { files, read } = leaving(png);
    expect(await read()).toEqual({ ok: true, value: { kind: 'screenshot', screenshot: taken } });
    expect(files.get('screenshots/shop-1/a1.png')).toEqual(Buffer.from(png));
    expect([...files.keys()].some((path) => path.includes('/home/'))).toBe(false);
    expect(await read()).toEqual({ ok: true, value: { kind: 'screenshot', screenshot: taken } });
  });

  it('says that the copy changed while it was taken', async () => {
    expect(await leaving(png, ['t2']).read()).toMatchObject({ value: { screenshot: { tree: 't1', moved: true } } });
  });

  it.each([
    ['nothing is there', null, 'net::ERR_CONNECTION_REFUSED'],
    ['it is no PNG', new TextEncoder().encode('<html>'.repeat(20)), 'no PNG'],
    ['it is more than may be kept', new Uint8Array(mostPictureBytes + 1), 'ERR_'],
  ])('is none where %s', async (_what, left, why) => {
    const { files, read } = leaving(left);
    const failure = { error_code: 'SCREENSHOT_FAILED', message: expect.stringContaining(why) };
    expect(await read()).toMatchObject({ ok: false, failure });
    expect([...files.keys()]).toEqual(['runs/r7/tree.json']);
  });

  it('is none for root without a sandbox, and nobody is advised to give up the browser’s own', async () => {
    const said = '[8407:ERROR:zygote_host_impl_linux.cc:103] Running as root without --no-sandbox is not supported.';
    const read = await leaving(null, undefined, said).read();
    expect(read).toMatchObject({ failure: { message: expect.stringContaining('for root it runs in a sandbox') } });
    expect(JSON.stringify(read)).not.toContain('--no-sandbox');
  });
});
