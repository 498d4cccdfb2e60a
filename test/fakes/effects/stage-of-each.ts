// A stage in an empty folder for each test of a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** Gives that of the test at hand. */
export function stageOfEach(): () => { readonly folder: string; readonly stage: Stage } {
  let folder: string;
  let stage: Stage;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'effects-'));
    stage = await openStage({ folder, world: null });
  });
  afterEach(async () => {
    await stage.close();
    rmSync(folder, { recursive: true });
  });
  return () => ({ folder, stage });
}
