// Every kind of run by its name.
import type { Purpose } from '../../domain/run/run.ts';
import { agentRun } from './agent.ts';
import { editRun } from './edit.ts';
import { gateRun } from './gate.ts';
import { hookRun } from './hook.ts';
import { hooksRun } from './hooks.ts';
import type { PurposeOf, RunKind } from './kind.ts';
import { lookupRun } from './lookup.ts';
import { oneShotRun } from './one-shot.ts';
import { previewRun, teardownRun } from './preview.ts';
import { screenshotRun } from './screenshot.ts';
import { setupRun } from './setup.ts';
import { fetchRun, pushRun, unpushRun } from './transfer.ts';
import { trialRun } from './trial.ts';

const kinds: { readonly [Name in Purpose['kind']]: RunKind<PurposeOf<Name>> } = {
  agent: agentRun,
  once: oneShotRun,
  lookup: lookupRun,
  edit: editRun,
  gate: gateRun,
  trial: trialRun,
  hooks: hooksRun,
  hook: hookRun,
  setup: setupRun,
  preview: previewRun,
  screenshot: screenshotRun,
  teardown: teardownRun,
  fetch: fetchRun,
  push: pushRun,
  unpush: unpushRun,
};

/** The entry takes the purpose it was looked up with. */
export const runKindOf = ({ kind }: Purpose): RunKind<Purpose> => kinds[kind] as RunKind<Purpose>;
