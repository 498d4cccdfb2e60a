// Where the tests of one runner stand: a folder with a blank in its name, for each of them, or one for all where what was compiled is kept in its home.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createGates } from '../../src/gates/create-gates.ts';
import type { GateReading } from '../../src/ports/gates.ts';
import { type Asked, checkIn, type Files } from '../suites/gate-room.ts';

export type { Asked, Files };

type Usual = { readonly files?: Files; readonly asked?: Asked };

/** What the gate says of these files, and of those that all of its tests have. */
export function runnerRoom(
  name: string,
  { files: always = {}, asked: usual = {} }: Usual,
  folders: 'each' | 'one' = 'each',
): (files: Files, asked?: Asked) => Promise<GateReading> {
  let folder = '';
  const open = () => {
    folder = mkdtempSync(join(tmpdir(), name));
  };
  const close = () => rmSync(folder, { recursive: true, force: true });
  if (folders === 'one') {
    beforeAll(open);
    afterAll(close);
  } else {
    beforeEach(open);
    afterEach(close);
  }
  return (files, asked = {}) => checkIn(folder, createGates([]), { ...always, ...files }, { ...usual, ...asked });
}
