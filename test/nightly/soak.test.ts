// `npm run soak`: half an hour of tasks, messages and looks, one after another, in one daemon and one keeper. Neither grows: memory and open files at the end are as after the
// first tenth. `DROVER_SOAK_SECONDS` is how long (1800).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { demoProject } from '../../src/local/demo-project.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { processesOf, type Victim } from './storm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    soakSeconds: number;
  }
}

/** Megabytes that no program may ever take, and by how many the rest after work may grow. */
const ceilings = { daemon: 400, keeper: 250 } as const;
const growth = 40;
const programs = ['daemon', 'keeper'] as const;

type Look = {
  readonly afterMs: number;
  readonly memory: Record<Victim, number>;
  readonly files: Record<Victim, number>;
};

it('daemon and keeper that work for half an hour stay below their ceilings and do not grow', async () => {
  const seconds = inject('soakSeconds');
  const world = await openSessionWorld({ project: demoProject, script: demoScript, config: 'policy: hands-off\n' });
  try {
    const looks: Look[] = [];
    await world.start('talker');
    await world.ready('talker');
    const begun = Date.now();
    let tasks = 0;
    for (let afterMs = 0; looks.length < 4 || afterMs < seconds * 1000; afterMs = Date.now() - begun) {
      tasks += 1;
      await workOnce(world, tasks);
      looks.push(lookAt(world.env.HOME ?? '', afterMs));
    }
    const first = looks.slice(Math.floor(looks.length / 10), Math.ceil(looks.length / 4) + 1);
    const last = looks.slice(-first.length);
    process.stderr.write(
      `soak: ${tasks} tasks in ${Math.round((Date.now() - begun) / 1000)} s: ${tell(first)}; at the end ${tell(last)}\n`,
    );
    for (const who of programs) {
      expect([who, Math.max(...looks.map(({ memory }) => memory[who]))], 'MB').toSatisfy(
        ([, most]: [Victim, number]) => most < ceilings[who],
      );
      expect(least(last, 'memory', who) - least(first, 'memory', who), `${who} grew by so many MB`).toBeLessThan(
        growth,
      );
      expect(least(last, 'files', who) - least(first, 'files', who), `${who} holds so many more files`).toBeLessThan(
        10,
      );
    }
  } finally {
    await world.close();
  }
});

/** A task from its statement to its end, which without a remote is that it is proven; two messages; and what a person looks at meanwhile. */
async function workOnce(world: SessionWorld, number: number): Promise<void> {
  const task = await world.must<{ task: string }>(['do', `Too early, number ${number}.`, '--agent', 'scripted', '-d']);
  for (const text of [`one of ${number}`, `two of ${number}`]) await world.must(['send', 'talker', text]);
  for (const words of [['ps'], ['task', 'list'], ['pane', 'talker'], ['logs', 'talker'], ['answer']])
    await world.must(words);
  const done = await world.ended(task.task);
  expect(done.outcome).toBe('proven');
}

function lookAt(home: string, afterMs: number): Look {
  const of = (measure: (pid: number) => number) =>
    Object.fromEntries(programs.map((who) => [who, Math.max(...processesOf(home, who).map(measure))])) as Record<
      Victim,
      number
    >;
  return { afterMs, memory: of(memoryOf), files: of((pid) => readdirSync(join('/proc', String(pid), 'fd')).length) };
}

/** Resident, in megabytes. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Garbage comes and goes: the least is what is held. */
const least = (looks: readonly Look[], what: 'memory' | 'files', who: Victim): number =>
  Math.min(...looks.map((look) => look[what][who]));
const tell = (looks: readonly Look[]): string =>
  programs
    .map((who) => `${who} ${Math.round(least(looks, 'memory', who))} MB, ${least(looks, 'files', who)} files`)
    .join('; ');
