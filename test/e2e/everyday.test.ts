// A person among their tasks: takes one over, tries it, looks into it, answers in their own words, looks back at what was said and spent, and leaves.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect } from 'vitest';
import type { QuestionList, QuestionProposed } from '../../src/contract/question.ts';
import type { Audit, Hits, SpendTable } from '../../src/contract/record.ts';
import type { TaskAttempts, TaskDiff, TaskTaken } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { needs } from '../needs/needs.ts';
import { often, rarely } from './depth.ts';
import { filesUnder } from './files-under.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World } from './world.ts';

let world: World;
const open = shareWorlds();
/** Where there is no sandbox a shell sees what the person sees. */
const isHeld = needs('bwrap').skip !== true;

const questionOf = async (task: string, kind: string) =>
  (await world.asked(task, kind)).open_questions.find((question) => question.kind === kind)?.id ?? '';
const settled = (task: string) =>
  world.until(
    () => world.show(task),
    ({ state }) => state.includes('in the hand'),
  );

describe('a task in a person\u2019s hand', () => {
  rarely('has a conversation that the person goes on with by the line that is printed', async () => {
    // What the agent remembers lies in the home that it had.
    world = await open({
      config: 'policy: normal\n',
      script: {
        turns: [{ when: { prompt: 'and what else' }, do: [{ say: 'Nothing else.' }] }, ...demoScript.turns],
      },
      env: { DROVER_SCRIPTED_STATE: '', DROVER_SCRIPTED_LOG: '' },
    });
    const task = await world.start('Too early.');
    await questionOf(task, 'plan');
    const told = await world.drover(['task', 'take', task]);
    const [, line = ''] = /conversation: drover (start .+)/.exec(told.out) ?? [];
    const { conversation, resume } = await world.must<TaskTaken>(['task', 'take', task]);
    expect(resume).toBe(`drover ${line}`);
    const kept = () =>
      filesUnder(join(world.state, 'homes'))
        .filter((path) => basename(path) === `${conversation?.id}.json`)
        .map((path) => JSON.parse(readFileSync(path, 'utf8')) as { prompts: string[] });
    expect(kept().map(({ prompts }) => prompts.length)).toEqual([1]);
    const apart = ['-d', '--transport', 'native', '--name', 'mine'];
    const started = await world.drover([...line.split(' '), ...apart]);
    expect(started, started.err).toMatchObject({ code: 0 });
    await world.must(['send', 'mine', 'and what else?']);
    const [all] = await world.until(
      async () => kept(),
      (found) => found.some(({ prompts }) => prompts.length > 1),
    );
    expect(all?.prompts.at(-1)).toContain('and what else?');
    await world.must(['stop', 'mine']);
  });

  rarely('is theirs in its copy over a kill of the daemon, and goes on at test with what they made of it', async () => {
    world = await open({ config: 'policy: normal\n' });
    const task = await world.start('Too early.');
    await questionOf(task, 'plan');
    const taken = await world.must<TaskTaken>(['task', 'take', task]);
    expect(taken).toMatchObject({ task, in_hand: true, conversation: { agent: 'scripted' } });
    expect((await world.must<QuestionList>(['answer'])).questions).toEqual([]);
    const source = join(taken.path, 'src/schedule.js');
    writeFileSync(source, readFileSync(source, 'utf8').replace('const SECOND = 1000', 'const SECOND = 60_000'));
    process.kill(await world.daemonPid(), 'SIGKILL');
    await settled(task);
    const shell = await world.drover([
      'task',
      'shell',
      task,
      '--',
      'sh',
      '-c',
      'grep -c 60_000 src/schedule.js; git status --short',
    ]);
    expect(shell).toMatchObject({ code: 0, out: '1\n M src/schedule.js\n' });
    if (isHeld)
      expect(
        (await world.drover(['task', 'shell', task, '--', 'sh', '-c', `cat ${world.state}/config.yaml`])).code,
      ).not.toBe(0);
    const given = await world.drover(['task', 'give', task]);
    expect(given).toMatchObject({ code: 0, out: expect.stringContaining('every gate runs') });
    expect(given.err).toContain('Not proven yet: SC-1');
    const submit = await questionOf(task, 'submit');
    expect((await world.must<TaskDiff>(['task', 'diff', task])).diff).toContain('+const SECOND = 60_000;');
    expect((await world.drover(['answer', submit, 'submit'])).code).toBe(0);
    const done = await world.ended(task);
    await world.git('fetch', '--quiet', 'origin', done.branch ?? '');
    expect(await world.git('show', 'FETCH_HEAD:src/schedule.js')).toContain('60_000');
    expect((await world.drover(['task', 'open', task])).out.trim()).toBe(done.pull_request);
  });

  rarely('goes back to an attempt: its files are there, its agent goes on in a fork of what was said', async () => {
    const [analysis, write] = demoScript.turns;
    const [test, ...fix] = write.do;
    const wrong = { replace: { path: 'src/schedule.js', old: 'const SECOND = 1000;', new: 'const SECOND = 1;' } };
    world = await open({
      config: 'policy: normal\nlimits: { attempts: 2 }\n',
      script: {
        turns: [
          analysis,
          { when: { mode: 'write', prompt: 'what it was after attempt 1' }, do: fix },
          { when: { mode: 'write', prompt: 'Attempt 1 of' }, do: [test, { say: 'A test that fails.' }] },
          { when: { mode: 'write' }, do: [wrong, { say: 'Worse.' }] },
        ],
      },
      env: { DROVER_SCRIPTED_STATE: '', DROVER_SCRIPTED_LOG: '' },
    });
    const task = await world.start('Too early.');
    await world.drover(['answer', await questionOf(task, 'plan'), 'go']);
    await questionOf(task, 'stuck');
    const { attempts } = await world.must<TaskAttempts>(['task', 'attempts', task]);
    expect(attempts.map(({ name }) => name)).toEqual(['SC-1.1', 'SC-1.2']);
    const told = await world.drover(['task', 'rewind', task, 'sc-1.1']);
    expect(told, told.err).toMatchObject({ code: 0, out: expect.stringContaining('is back at SC-1.1, and yours') });
    const [, kept = ''] = /(refs\/drover\/kept\/\S+)/.exec(told.err) ?? [];
    const hub = join(world.state, 'hubs', 'shop');
    expect(await world.git('--git-dir', hub, 'show', `${kept}:src/schedule.js`)).toContain('const SECOND = 1;');
    expect(await world.drover(['task', 'rewind', task, 'SC-1.1'])).toMatchObject({ code: 0, err: '' });
    const { diff } = await world.must<TaskDiff>(['task', 'diff', task]);
    expect(diff).toContain('test/schedule.test.js');
    expect(diff).not.toContain('const SECOND = 1;');
    await world.must(['task', 'give', task, '--go-on']);
    await questionOf(task, 'submit');
    const said = filesUnder(join(world.state, 'homes'))
      .filter((path) => path.endsWith('.json'))
      .map((path) => readFileSync(path, 'utf8'))
      .filter((text) => text.includes('Attempt 1 of 2'))
      .map((text) => (JSON.parse(text) as { prompts: string[] }).prompts.length);
    expect(said.toSorted()).toEqual([2, 3]);
  });

  rarely('is tried in the own checkout and gone from it again, over a kill of the daemon', async () => {
    world = await open({ config: 'policy: normal\n' });
    const task = await world.start('Too early.');
    await world.drover(['answer', await questionOf(task, 'plan'), 'go']);
    await questionOf(task, 'submit');
    const source = join(world.checkout, 'src/schedule.js');
    const before = [await world.git('rev-parse', 'HEAD'), readFileSync(source, 'utf8')];
    writeFileSync(join(world.checkout, 'mine.txt'), 'mine');
    expect(await world.drover(['task', 'checkout', task])).toMatchObject({
      code: 4,
      err: expect.stringContaining('mine.txt'),
    });
    await world.git('clean', '-qf');
    expect((await world.drover(['task', 'checkout', task])).code).toBe(0);
    expect(readFileSync(source, 'utf8')).toContain('60_000');
    process.kill(await world.daemonPid(), 'SIGKILL');
    const back = await world.drover(['task', 'checkout', '--back']);
    expect(back, back.err).toMatchObject({ code: 0, out: expect.stringContaining('back at main') });
    expect([await world.git('rev-parse', 'HEAD'), readFileSync(source, 'utf8')]).toEqual(before);
    expect(await world.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
  });
});

describe('answers and the record', () => {
  rarely(
    'words of a person\u2019s own are proposed, the PIN is asked for what publishes, and all of it is on record',
    async () => {
      const proposal = {
        when: { prompt: 'in their own words' },
        do: [{ say: '{"choice":"change","words":"count in minutes"}' }],
      };
      world = await open(
        {
          script: { turns: [proposal, ...demoScript.turns] },
          config: 'policy: normal\nstep_up: pin\n',
        },
        'one record',
      );
      const task = await world.start('The heartbeat comes too early.');
      const plan = await questionOf(task, 'plan');
      expect((await world.drover(['answer', plan, 'please count in minutes'])).code).toBe(2);
      const proposed = await world.must<QuestionProposed>(['answer', plan, 'please count in minutes', '--propose']);
      expect(proposed).toMatchObject({ agent: 'scripted', proposal: { choice: 'change', words: 'count in minutes' } });
      expect((await world.must<QuestionList>(['answer'])).questions.map(({ id }) => id)).toEqual([plan]);
      const said = ['answer', plan, 'change', 'count in minutes', '--binding', proposed.binding];
      expect((await world.drover(said)).code).toBe(0);

      const submit = await questionOf(task, 'submit');
      expect(await world.ask(['answer', submit, 'submit'])).toMatchObject({ error_code: 'PIN_REQUIRED' });
      expect((await world.drover(['config', 'pin'], { input: '2468\n' })).out).toContain('is set');
      const wrong = await world.drover(['answer', submit, 'submit', '--pin'], { input: '1111\n' });
      expect(wrong).toMatchObject({ code: 4, err: expect.stringContaining('PIN_WRONG') });
      expect((await world.drover(['answer', submit, 'submit', '--pin'], { input: '2468\n' })).code).toBe(0);
      await world.ended(task);

      const { acts } = await world.must<Audit>(['audit']);
      expect(acts.map(({ command, about, outcome }) => [command, about, outcome])).toEqual(
        expect.arrayContaining([
          ['question.answer', `${plan} change`, 'done'],
          ['question.answer', `${submit} submit`, 'PIN_REQUIRED'],
          ['config.pin', '', 'done'],
          ['question.answer', `${submit} submit`, 'PIN_WRONG'],
          ['question.answer', `${submit} submit`, 'done'],
        ]),
      );
      expect(acts.find(({ saw }) => saw !== null)).toMatchObject({ about: `${plan} change`, saw: proposed.binding });

      const spend = await world.must<SpendTable>(['spend', '--by', 'agent']);
      expect(spend).toMatchObject({ lines: [{ key: 'scripted' }], total: { unpriced_turns: spend.total.turns } });
      expect((await world.drover(['spend'])).out).toContain('of unknown price');
      const { hits } = await world.must<Hits>(['history', '--search', 'heartbeat early']);
      expect(hits).toContainEqual(expect.objectContaining({ thing: task, part: 'task' }));
      expect((await world.drover(['history', '--search', 'count in minutes'])).out).toContain(plan);
    },
  );
});

describe('what do -f is given', () => {
  often('is taken for what it is, and that is said: a plan with criteria, or several plans', async () => {
    world = await open();
    const plan =
      '# The beat in minutes\n\n### SC-1: it fires on time\n- Verify: npm test\n- [ ] **SC-2**: it is told once\n';
    writeFileSync(join(world.folder, 'plan.md'), plan);
    const flags = ['--agent', 'scripted', '--until', 'plan', '-d'];
    const told = await world.drover(['do', '-f', join(world.folder, 'plan.md'), ...flags]);
    expect(told.err).toContain('Taken as a plan with 2 criteria: SC-1, SC-2');
    const done = await world.ended(told.out.trim());
    expect(done.text).toBe('The beat in minutes');
    expect(done.open_points).toEqual(['SC-1: it fires on time', 'SC-2: it is told once']);
    expect((await world.drover(['task', 'watch', done.id])).out).toContain('### SC-1: it fires on time');

    const several = ['do', '-f', join(world.folder, 'plan.md'), '-f', join(world.folder, 'plan.md')];
    expect(await world.drover([...several, '--until', 'plan', '--json'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('several plans'),
    });
    const chained = await world.drover([...several, '--agent', 'scripted', '-d']);
    expect(chained.err).toContain('Taken as 2 plans, one after another.');
    expect(chained.out.trim()).toMatch(/^x\d+/);
    await world.drover(['chain', 'cancel', chained.out.trim().split(/\s/)[0] ?? '']);
  });
});

describe('more for a task that has ended', () => {
  rarely('goes on in the same copy, as a further commit of the same branch', async () => {
    const more = {
      when: { mode: 'write', prompt: 'say so in the readme' },
      do: [{ write: { path: 'NOTES.md', text: 'In minutes.\n' } }, { say: 'Said so.' }],
    };
    world = await open({ script: { turns: [more, ...demoScript.turns] } });
    const task = await world.start('Too early.');
    const first = await world.ended(task);
    const pushed = await world.remoteBranch(first.branch ?? '');
    expect((await world.drover(['task', 'reopen', task, 'say so in the readme'])).code).toBe(0);
    const again = await world.until(
      () => world.show(task),
      ({ outcome }) => outcome !== null,
    );
    expect(again).toMatchObject({ outcome: 'released', branch: first.branch, copy: first.copy });
    await world.git('fetch', '--quiet', 'origin', again.branch ?? '');
    expect(await world.git('show', 'FETCH_HEAD:NOTES.md')).toBe('In minutes.');
    expect(await world.git('rev-parse', 'FETCH_HEAD~1')).toBe(pushed);
  });
});

describe('leaving', () => {
  often('uninstall asks, ends what runs, and leaves nothing behind', async () => {
    world = await open({ config: 'policy: normal\n' }, 'is removed');
    await questionOf(await world.start('Too early.'), 'plan');
    await world.must(['skills', 'install', 'drover']);
    expect(existsSync(join(world.checkout, '.claude/skills/drover/SKILL.md'))).toBe(true);
    mkdirSync(join(world.env.HOME ?? '', '.config/systemd/user'), { recursive: true });
    writeFileSync(join(world.env.HOME ?? '', '.config/systemd/user/drover.service'), '');
    const pid = await world.daemonPid();
    expect(await world.ask(['uninstall'])).toMatchObject({
      error_code: 'USAGE',
      error: expect.stringContaining('1 task would end'),
    });
    const gone = await world.drover(['uninstall', '--yes']);
    expect(gone.code, gone.err).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(existsSync(world.state), gone.out).toBe(false);
    expect(existsSync(join(world.checkout, '.claude'))).toBe(false);
    expect(existsSync(join(world.env.HOME ?? '', '.config/systemd/user/drover.service'))).toBe(false);
    expect(await world.git('status', '--porcelain')).toBe('');
  });
});
