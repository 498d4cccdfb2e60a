// A tenth of the story's fault points, the same ones each time; the others are in the sweep.
import { expect, it } from 'vitest';
import { storyRun } from '../e2e/story-run.ts';
import { ofDemo, ofStory } from '../e2e/swept-effects.ts';

it('a split task with an environment, answered by chat, is released once while the daemon is killed as it retargets, answers a reviewer and verifies', async () => {
  const wanted = ['effect retarget-pull-request', 'commit reply-on-thread', 'intent verify-environment'];
  const { killed, reached } = await storyRun('daemon', `at=${wanted.join(',')}`);
  expect(killed.toSorted()).toEqual(wanted.toSorted());
  const begun = reached.flatMap((point) => /^intent (.+)$/.exec(point)?.[1] ?? []);
  // A plan that is split names no command to check by.
  const ofTask = ofDemo.filter((name) => name !== 'find-programs');
  expect([...new Set(begun)].sort()).toEqual([...ofTask, ...ofStory].sort());
}, 400_000);
