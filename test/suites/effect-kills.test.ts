// Every effect is killed at every moment: by the sweeps of the whole program, or, where none of them comes, in this process; scenes in a repository are in the deep tests.
import { expect, it } from 'vitest';
import type { EffectName } from '../../src/domain/effect/effect.ts';
import { effects } from '../../src/effects/table.ts';
import { swept } from '../e2e/swept-effects.ts';
import { scenes } from '../fakes/effects/scenes.ts';
import { effectKills } from './effect-kills.suite.ts';

it('each effect is killed round by a sweep of the whole program, or has its scene here', () => {
  const killed: readonly EffectName[] = [...swept, ...(Object.keys(scenes) as EffectName[])];
  expect(killed.toSorted()).toEqual(Object.keys(effects).toSorted());
});

effectKills('nowhere');
