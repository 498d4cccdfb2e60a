// The daemon or the keeper killed again and again while a proof asks a person, and while it takes its long ways; all beginnings are in test/nightly.
import { describe, expect, it } from 'vitest';
import { proofCrashRun, proofScenes, sceneNames } from '../e2e/proof-crash.ts';
import { beginningsOfProof, stepsOfProof } from '../e2e/sweep.ts';
import { needs } from '../needs/needs.ts';
import { drawBeginning, halfOf } from './rotation.ts';

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(sceneNames.map((name, at) => [name, at] as const))(
  'a proof that is %s',
  { concurrent: true },
  (name, at) => {
    it.for(halfOf(`who is killed while a proof is ${name}`, ['daemon', 'keeper'] as const, at))(
      'ends once, each effect of Drover once, though its %s is killed again and again',
      { ...needs(proofScenes[name].need), timeout: 600_000 },
      async (who) => {
        const beginnings = beginningsOfProof[who];
        const beginning = beginnings[drawBeginning(`sweep of the ${who} of a proof`, beginnings.length)];
        const { killed } = await proofCrashRun(name, who, `${beginning}/${stepsOfProof[who]}`);
        expect(killed.length).toBeGreaterThan(0);
      },
    );
  },
);
