// Stages of the agents' suite as a task's run is confined: a home of the task's own, in which the agent's state appears by links.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
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
  gateway: fileURLToPath(new URL('../../src/sandbox/gateway/main.ts', import.meta.url)),
  path: process.env.PATH ?? '',
});

function confineIn(ground: string): Inside['confine'] {
  return (place) => async (program, state, reads) => {
    const home = join(dirname(place.home), 'task-home');
    mkdirSync(home, { recursive: true });
    const there = state.filter((path) => existsSync(path));
    for (const path of there) {
      const link = join(home, path.slice(place.home.length + 1));
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(path, link);
    }
    const touch = { writable: [program.cwd, ...there], readable: reads, network: 'all', home } as const;
    return bubblewrap(person(ground, place)).confine(program, touch);
  };
}
