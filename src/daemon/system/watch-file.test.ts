import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stamp } from '../../domain/session/driven.ts';
import { watchFile } from './watch-file.ts';

let folder: string;
let stop: AbortController;
let told: (Stamp | null)[];
let heard: PromiseWithResolvers<void>;
let watching: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  stop = new AbortController();
  told = [];
  heard = Promise.withResolvers();
});
afterEach(async () => {
  stop.abort();
  await watching;
  rmSync(folder, { recursive: true });
});

const watch = (path: string) => {
  const changed = async (stamp: Stamp | null) => {
    told.push(stamp);
    heard.resolve();
  };
  watching = watchFile(path, changed, stop.signal);
};
const next = async () => {
  await heard.promise;
  heard = Promise.withResolvers();
  return told.at(-1);
};

describe('a watched file', () => {
  it('HX-68 is told as it is, then once for a burst of writes, then for a rename onto it, then as gone', async () => {
    const path = join(folder, 'plan.md');
    watch(path);
    expect(await next()).toBeNull();
    for (let write = 0; write < 20; write += 1) writeFileSync(path, 'x'.repeat(write + 1));
    expect(await next()).toMatchObject({ size: 20 });
    writeFileSync(join(folder, 'other.md'), 'renamed');
    renameSync(join(folder, 'other.md'), path);
    expect(await next()).toMatchObject({ size: 7 });
    rmSync(path);
    expect(await next()).toBeNull();
    expect(told).toHaveLength(4);
  });

  it('may have no folder yet, and loses it again', async () => {
    const path = join(folder, 'a', 'b', 'plan.md');
    watch(path);
    expect(await next()).toBeNull();
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(path, 'here');
    while ((await next()) === null);
    rmSync(join(folder, 'a'), { recursive: true });
    while ((await next()) !== null);
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(path, 'again');
    while ((await next())?.size !== 5);
  });
});
