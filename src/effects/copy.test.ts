// What goes with a copy that is removed.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noon, task } from '../../test/fakes/effects/stage.ts';
import { stageOfEach } from '../../test/fakes/effects/stage-of-each.ts';
import { ok } from '../domain/error.ts';
import type { EffectContext, EffectPorts } from '../ports/effect.ts';
import { removeCopy } from './copy.ts';

const there = stageOfEach();

it.each([
  ['a whole', undefined, false],
  ['a feature', { parent: 'shop-9', id: 'F-1', number: 1, of: 2 }, true],
  ['one of several that do the same', { parent: 'shop-9', id: 'R-1', number: 1, of: 2, rival: true }, true],
])('what came with a task is removed with the copy of %s, if it is its own', async (_, part, stays) => {
  const attached = join(there().folder, 'state', 'attachments', 'a1');
  mkdirSync(attached, { recursive: true });
  const path = join(attached, 'app.log');
  writeFileSync(path, 'late\n');
  const spec = { attachments: [{ name: 'app.log', path, bytes: 5 }], ...(part && { part }) };
  const thing = await there().stage.insert({ id: task, kind: 'task', spec } as never);
  const ports = {
    ...there().stage.ports,
    git: { removeCopy: async () => ok({ kept: null }) },
  } as unknown as EffectPorts;
  const gone = { hub: { path: '/hub', checkout: '/co' }, copy: '/copy', branch: 'b', base: {}, isolation: 'clone' };
  const came = await removeCopy(ports, gone as never, { thing, now: noon } as EffectContext);
  expect([came.kind, existsSync(path)]).toEqual(['done', stays]);
});
