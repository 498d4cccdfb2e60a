// The daemon, and separately the keeper, killed at every durable write of a proof that asks a person, and of one that takes its long ways.
import { describe, expect, it } from 'vitest';
import { proofCrashRun, proofScenes, sceneNames } from '../e2e/proof-crash.ts';
import { beginningsOfProof, stepsOfProof } from '../e2e/sweep.ts';
import { needs } from '../needs/needs.ts';

const sweeps = (['daemon', 'keeper'] as const).flatMap((who) =>
  beginningsOfProof[who].map((beginning) => [who, beginning] as const),
);

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(sceneNames)('a proof that is %s', { concurrent: true }, (name) => {
  it.for(sweeps)(
    'ends once, each effect of Drover once, though its %s is killed at durable writes from point %i on',
    { ...needs(proofScenes[name].need), timeout: 600_000 },
    async ([who, beginning]) => {
      const { killed } = await proofCrashRun(name, who, `${beginning}/${stepsOfProof[who]}`);
      expect(killed.length).toBeGreaterThan(0);
    },
  );
});
