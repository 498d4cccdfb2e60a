// kill -9 of a real process with the toy in it, at every moment of its way.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleProgram } from '../fakes/bundle-program.ts';
import type { Life } from '../fakes/toy/main.ts';
import { openWorld } from '../fakes/toy/world.ts';

const program = await bundleProgram(fileURLToPath(new URL('../fakes/toy/main.ts', import.meta.url)));

/** Resolves with the moments it passed, or null where it was killed. `pauseMs`: suspended for so long soon after its start. */
function live(life: Life, pauseMs = 0): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(life)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (bytes) => {
      out += bytes;
    });
    child.stderr.on('data', (bytes) => {
      errors += bytes;
    });
    const end = setTimeout(() => child.kill('SIGKILL'), 50_000);
    if (pauseMs > 0) child.kill('SIGSTOP');
    const wake = setTimeout(() => child.kill('SIGCONT'), pauseMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(end);
      clearTimeout(wake);
      if (signal === 'SIGKILL') resolve(null);
      else if (code === 0) resolve(Number(out));
      else reject(new Error(`the toy ended with ${code}: ${errors}`));
    });
  });
}

/** `step`: every how manyth moment is tried. */
export function killsSuite(
  name: string,
  step: number,
  place: (folder: string) => Life['store'] | Promise<Life['store']>,
): void {
  describe(`the engine on ${name}, killed`, () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'kills-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('3. ends once, with each act made once, wherever kill -9 met it: after intent or effect, before or after a commit', async () => {
      const whole = await live({
        store: await place(join(folder, 'whole')),
        world: mkdtempSync(join(folder, 'w-')),
        kill: null,
      });
      expect(whole).toBeGreaterThan(15);
      for (let kill = 1; kill <= (whole ?? 0); kill += step) {
        const world = mkdtempSync(join(folder, 'w-'));
        const store = await place(join(folder, `killed-${kill}`));
        await live({ store, world, kill });
        expect(await live({ store, world, kill: null }), `after a kill at moment ${kill}`).not.toBeNull();
        expect(openWorld(world).made(), `after a kill at moment ${kill}`).toEqual([
          'act toy-1#1',
          'act toy-1#2',
          'release toy-1#3',
        ]);
      }
    }, 300_000);

    it('10. asks a person after an effect has killed the process three times', async () => {
      const life: Life = { store: await place(join(folder, 'state')), world: folder, kill: 'effect' };
      expect([await live(life), await live(life), await live(life)]).toEqual([null, null, null]);
      expect(await live(life)).not.toBeNull();
      expect(openWorld(folder).made()).toEqual(['act toy-1#1']);
    }, 120_000);

    it('6. goes on where it was after the whole machine was suspended', async () => {
      const store = await place(join(folder, 'state'));
      expect(await live({ store, world: folder, kill: null }, 1500)).not.toBeNull();
      expect(openWorld(folder).made()).toHaveLength(3);
    }, 120_000);
  });
}
