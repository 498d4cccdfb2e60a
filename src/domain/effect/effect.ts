// Every act in the world, by name: what goes in, what comes out; each noun has a file beside this one. The acts themselves are in `effects/`.

import type { EffectResult } from '../thing.ts';
import type { DeliveryEffects } from './delivery.ts';
import type { EnvironmentEffects } from './environment.ts';
import type { FlowEffects } from './flow.ts';
import type { ManualEffects } from './manual.ts';
import type { PlaceEffects } from './place.ts';
import type { PullRequestEffects } from './pull-request.ts';
import type { RunEffects } from './run.ts';
import type { SessionEffects } from './session.ts';
import type { SlotEffects } from './slot.ts';
import type { TreeEffects } from './tree.ts';

export type EffectMap = SlotEffects &
  PlaceEffects &
  TreeEffects &
  RunEffects &
  SessionEffects &
  DeliveryEffects &
  PullRequestEffects &
  EnvironmentEffects &
  ManualEffects &
  FlowEffects;

export type EffectName = keyof EffectMap;

export type EffectInput<Name extends EffectName> = EffectMap[Name]['input'];

export type EffectOutput<Name extends EffectName> = EffectMap[Name]['output'];

export type Effect = {
  [Name in EffectName]: { readonly name: Name; readonly input: EffectInput<Name> };
}[EffectName];

/** An effect's result beside the effect it belongs to. */
export type Performed = {
  [Name in EffectName]: {
    readonly name: Name;
    readonly input: EffectInput<Name>;
    readonly result: Exclude<EffectResult<EffectMap[Name]['output']>, { kind: 'later' }>;
  };
}[EffectName];
