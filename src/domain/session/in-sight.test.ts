// What belongs to a session, in whatever order its things are looked at.
import { expect, it } from 'vitest';
import type { AnyThing } from '../any-thing.ts';
import type { TaskId } from '../ids.ts';
import { withStarted } from './in-sight.ts';

const thing = (task: string, by: string, parent: string | null = null) =>
  ({ kind: 'task', id: task, task, parent, spec: { by } }) as unknown as AnyThing;

it.each<readonly [string, readonly AnyThing[], readonly string[]]>([
  ['what it started', [thing('t1', 'session:s1')], ['s1', 't1']],
  ['parts of that', [thing('t2', 'person:Ada', 't1'), thing('t1', 'session:s1')], ['s1', 't1', 't2']],
  ['nothing of others', [thing('t1', 'session:s2'), thing('t2', 'person:Ada', 't9')], ['s1']],
  ['nothing by a name that only looks like it', [thing('t1', 'session:s1x'), thing('t2', 'xsession:s1')], ['s1']],
])('%s', (_what, things, seen) => {
  expect([...withStarted(new Set(['s1' as TaskId]), things)]).toEqual(seen);
});
