// One effect, killed at every moment of its way in this process and performed again: the world is as if nothing had been.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { live, type OneState } from '../fakes/effects/mortal.ts';
import { type Scene, scenes } from '../fakes/effects/scenes.ts';
import { openStage, type Stage } from '../fakes/effects/stage.ts';
import { makeWorld } from '../fakes/git-remote/make-world.ts';

/** Where a scene is played again and again: its folder is put back as it was, in its place, so that every path and port stays what it is. */
async function openTheatre(name: keyof typeof scenes) {
  const { ground, open } = scenes[name];
  const world = ground === undefined ? null : await makeWorld();
  const there = world === null ? undefined : await ground?.(world);
  const folder = world?.folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'effect-')));
  const kept = `${folder}.kept`;
  cpSync(folder, kept, { recursive: true, verbatimSymlinks: true });
  return {
    /** The work, on a stage of its own. */
    async play<T>(work: (stage: Stage, scene: Scene) => Promise<T>): Promise<T> {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      cpSync(kept, folder, { recursive: true, verbatimSymlinks: true });
      const stage = await openStage({ folder, world });
      try {
        return await work(stage, await open(stage, there));
      } finally {
        await stage.close();
      }
    },
    async close() {
      await world?.close();
      for (const each of [folder, kept]) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What came of it, and what is to be seen. */
async function outcome({ store }: Stage, { thing, look }: Scene) {
  const row = await store.read((reads) => reads.thing(thing.id));
  const state = row?.state as Partial<OneState> | undefined;
  return { ended: row?.ended, came: state?.came, seen: await look() };
}

/** `where`: scenes in a repository take seconds each, the others milliseconds. */
export function effectKills(where: 'repository' | 'nowhere'): void {
  const names = Object.keys(scenes) as (keyof typeof scenes)[];
  it.each(names.filter((name) => (scenes[name].ground === undefined) === (where === 'nowhere')))(
    '%s, killed at any moment, is made once, and its result is known',
    async (name) => {
      const theatre = await openTheatre(name);
      try {
        const { moments, whole } = await theatre.play(async (stage, scene) => {
          const life = await live(stage.ports, scene.thing, scene.effect, null);
          expect(life.ending).toBe('over');
          return { moments: life.moments, whole: await outcome(stage, scene) };
        });
        expect(moments).toEqual(expect.arrayContaining([`intent ${name}`, `effect ${name}`, `commit ${name}`]));
        expect(whole).toMatchObject({ ended: true, came: { kind: 'done' } });
        for (const [at, moment] of moments.entries())
          await theatre.play(async (stage, scene) => {
            const first = await live(stage.ports, scene.thing, scene.effect, at + 1);
            expect(first.ending, moment).toBe('killed');
            const second = await live(stage.ports, scene.thing, scene.effect, null);
            expect(second.ending, moment).toBe('over');
            expect(await outcome(stage, scene), `killed at ${at + 1}, ${moment}`).toEqual(whole);
          });
      } finally {
        await theatre.close();
      }
    },
  );
}
