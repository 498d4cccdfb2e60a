// What a program reads is seen from outside its sandbox: by the files of the state folder, as gates use them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { none } from '../../src/sandbox/choose.ts';
import type { Place } from '../../src/sandbox/place.ts';
import { needs } from '../needs/needs.ts';
import { openSandboxRoom } from './sandbox.suite.ts';

function observed(make: (place: Place) => Sandbox): void {
  it('what it and its children read is told, and what they made is not', async () => {
    const room = await openSandboxRoom(make);
    const files = createStateFiles(room.place.stateFolder, () => 'one');
    mkdirSync(join(room.copy, 'tools'));
    writeFileSync(join(room.copy, 'tools/run.sh'), 'cat tools/words.dat > made; cat made\n');
    for (const name of ['words.dat', 'other.dat']) writeFileSync(join(room.copy, 'tools', name), 'words\n');
    const tells = await files.forgetReads(room.copy);
    const { said, kept } = await room.run('sh tools/run.sh');
    expect(said).toBe('words\n');
    const read = await files.readSince(room.copy, kept.startedAt);
    expect(read.toSorted()).toEqual(tells ? ['tools/run.sh', 'tools/words.dat'] : []);
    await room.close();
  });
}

describe('in bubblewrap', needs('bwrap'), () => observed(bubblewrap));
describe('in none', () => observed(() => none));
