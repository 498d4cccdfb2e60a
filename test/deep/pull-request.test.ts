// After the pull request on the other forges, and where the daemon dies between an act there and its record.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { lookNow, mergeByPerson, watched } from '../e2e/forge-world.ts';
import { openPullStory, type PullStory } from '../e2e/pull-story.ts';
import { comment } from '../fakes/forges/hub.ts';
import { byTurns, halfOf } from './rotation.ts';

let story: PullStory;
afterEach(() => story.close());

it.each(halfOf('forges', ['gitlab', 'gitea'] as const))(
  'on %s a failing check and a comment lead to commits, and a close by a person ends it',
  async (name) => {
    story = await openPullStory(name);
    const { place, hub } = story;
    const task = await story.begin();
    const first = await story.head();
    hub.required = ['build'];
    hub.checks.push({ id: 1, sha: first, name: 'build', state: 'failed', kind: 'status', log: 'no page on the build' });
    await lookNow(place, task);
    const second = await story.moved(task, first);
    comment(hub, { pull: 1, author: 'grace', text: 'Why?', path: 'src/schedule.js', line: 2 });
    await lookNow(place, task);
    await story.moved(task, second);
    expect(hub.comments[1]).toMatchObject({ author: 'ada', thread: hub.comments[0]?.id });
    Object.assign(hub.pulls[0] ?? {}, { state: 'closed' });
    await lookNow(place, task);
    const done = await place.world.ended(task);
    expect([done.outcome, done.state]).toEqual(['failed', expect.stringContaining('was closed on the forge')]);
    expect(done.copy !== null && existsSync(done.copy)).toBe(true);
  },
);

byTurns('CM-51 a daemon killed after an answer was posted and before that was recorded posts it once', async () => {
  story = await openPullStory();
  const { place, hub } = story;
  const points = join(place.world.folder, 'points');
  const env = { DROVER_TEST_CRASH: `daemon:at=effect reply-on-thread:${points}` };
  const started = await place.world.drover(['do', 'Too early.', '--agent', 'scripted', '-d', '--json'], { env });
  const { task } = (JSON.parse(started.out) as { data: { task: string } }).data;
  await watched(place, task);
  const first = await story.head();
  comment(hub, { pull: 1, author: 'grace', text: 'Why?', path: 'src/schedule.js', line: 2 });
  await lookNow(place, task);
  await place.world.until(
    async () => (existsSync(points) ? readFileSync(points, 'utf8') : ''),
    (text) => text.includes('KILL effect reply-on-thread'),
  );
  expect(hub.comments).toHaveLength(2);
  await story.moved(task, first);
  expect(hub.comments).toHaveLength(2);
  expect((await mergeByPerson(place, task)).outcome).toBe('released');
});

byTurns(
  'a base that is rewritten, or removed, beside the open pull request is asked before anything is merged into the branch',
  async () => {
    story = await openPullStory();
    const { place, hub } = story;
    const { world, bare } = place;
    const task = await story.begin();
    const before = await story.head();
    const there = (...args: readonly string[]) => execFileSync('git', ['-C', bare, ...args]);
    const main = there('rev-parse', 'refs/heads/main').toString().trim();
    await world.git('commit', '-q', '--amend', '-m', 'other');
    await world.git('push', '-q', 'origin', 'HEAD:refs/heads/spare');
    there('update-ref', 'refs/heads/main', 'refs/heads/spare');
    Object.assign(hub.pulls[0] ?? {}, { mergeable: false });
    await lookNow(place, task);
    const rewritten = await world.asked(task, 'unreachable');
    expect(rewritten.open_questions[0]?.text).toMatch(/The branch main was rewritten on the remote/);
    there('symbolic-ref', 'HEAD', 'refs/heads/spare');
    there('update-ref', '-d', 'refs/heads/main');
    await world.must(['answer', rewritten.open_questions[0]?.id ?? '', 'as_is']);
    const gone = await world.until(
      () => world.show(task),
      ({ open_questions: open }) => open[0]?.text.includes('is not on the remote any more') === true,
    );
    there('update-ref', 'refs/heads/main', main);
    await world.must(['answer', gone.open_questions[0]?.id ?? '', 'retry']);
    await watched(place, task);
    expect(await story.head()).toBe(before);
  },
);
