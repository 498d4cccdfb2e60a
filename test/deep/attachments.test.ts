// Files that came with a task, as its agent meets them in the sandbox.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import { filesUnder } from '../e2e/files-under.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

let world: World;
afterEach(() => world.close());

it(
  'an attachment is read by the agent in its sandbox, alone, and cannot be written there',
  needs('bwrap'),
  async () => {
    world = await openWorld({ config: 'policy: { proceed: auto, plan: auto, submit: ask }\nsandbox: required\n' });
    const folder = join(world.state, 'attachments');
    const look = [
      'cat "$0"/*/app.log > seen.txt',
      'ls "$0" | wc -l >> seen.txt',
      '(echo changed >> "$0"/*/app.log) 2> /dev/null || echo refused >> seen.txt',
      'rm -f "$0"/*/app.log 2> /dev/null || echo kept >> seen.txt',
    ].join('\n');
    const [analysis, write] = demoScript.turns;
    world.setScript({
      turns: [
        { ...analysis, when: { mode: 'analysis' } },
        { when: { mode: 'write' }, do: [{ run: ['sh', '-c', look, folder] }, ...write.do] },
      ],
    });
    const log = join(world.folder, 'app.log');
    writeFileSync(log, 'late by 5000 ms\n');
    writeFileSync(join(world.folder, 'other.log'), 'of another task\n');
    const other = await world.start('Another.', '--attach', join(world.folder, 'other.log'));
    const task = await world.start('Too early.', '--attach', log);
    const { copy } = await world.asked(task, 'submit');
    expect(readFileSync(join(copy ?? '', 'seen.txt'), 'utf8').replaceAll(' ', '')).toBe(
      'lateby5000ms\n1\nrefused\nkept\n',
    );
    const kept = filesUnder(folder).filter((path) => basename(path) === 'app.log');
    expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['late by 5000 ms\n']);
    await world.must(['task', 'cancel', other]);
  },
);
