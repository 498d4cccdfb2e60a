// Stages of the agents' suite as a task's run is confined: a home of the task's own, in which the agent's state appears as a view of its own.

import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { giveState, type OwnStateOf } from '../../src/effects/run/own-state.ts';
import type { AgentState } from '../../src/ports/agent.ts';
import type { Person } from '../../src/ports/system.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { needs } from '../needs/needs.ts';
import type { AgentStage, Place } from '../suites/agent.suite.ts';

/** What a stage inside has more. */
export type Inside = Required<Pick<AgentStage, 'ground' | 'confine'>>;

/** `mount`: suites whose stages are opened later, when the ground is there. */
export function insideSandbox(mount: (inside: () => Inside) => void): void {
  describe('inside the sandbox', needs('bwrap'), () => {
    // Inside, the temporary folder is /tmp: what is to be found there must lie elsewhere.
    let ground = '';
    beforeAll(() => {
      ground = mkdtempSync('/var/tmp/drover-agents-');
    });
    afterAll(() => rmSync(ground, { recursive: true, force: true }));
    mount(() => ({ ground, confine: confineIn(ground) }));
  });
}

const person = (ground: string, place: Place) => ({
  home: place.home,
  stateFolder: join(ground, 'state'),
  node: process.execPath,
  agentHomes,
  gateway: fileURLToPath(new URL('../../src/sandbox/gateway/main.ts', import.meta.url)),
  path: process.env.PATH ?? '',
});

function confineIn(ground: string): Inside['confine'] {
  let runs = 0;
  return (place) => async (program, state, reads) => {
    const home = join(dirname(place.home), 'task-home');
    mkdirSync(home, { recursive: true });
    runs += 1;
    const owner = basename(dirname(place.home));
    const own = await giveOwn(join(ground, 'state'), place.home, state, {
      ...{ run: `${owner}-${runs}`, owner, agent: 'agent', home, cwd: program.cwd, resume: null },
    });
    const touch = {
      ...{ writable: [program.cwd, ...own.writable], readable: [...reads, ...own.readable], views: own.views },
      network: 'all' as const,
      home,
    } as const;
    return bubblewrap(person(ground, place)).confine(program, touch);
  };
}

/** As a task's run is given what its agent keeps of its own. */
export function giveOwn(stateFolder: string, home: string, state: readonly AgentState[], of: OwnStateOf) {
  mkdirSync(stateFolder, { recursive: true });
  const files = createStateFiles(stateFolder, randomUUID);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  return giveState({ files, sha256, person: { home } as Person }, of, state);
}
