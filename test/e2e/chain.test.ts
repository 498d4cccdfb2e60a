// Plans through the conveyor: `drover chain` with the real daemon, keeper, git and command line, and an agent that plays worker and reviewer.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChainCreated, ChainView } from '../../src/contract/chain.ts';
import type { QuestionList } from '../../src/contract/question.ts';
import { often, rarely } from './depth.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World, WorldOptions } from './world.ts';

let world: World;
const openShared = shareWorlds();

const approve = { report: { verdict: 'approve', findings: [], divergence: 'none', note: '' } };
const change = (...findings: string[]) => ({ report: { verdict: 'change', findings, divergence: 'none', note: '' } });
const planReview = (...steps: unknown[]) => ({ when: { prompt: 'You review a plan' }, do: steps });
const review = (...steps: unknown[]) => ({ when: { prompt: 'You review work' }, do: steps });
const impl = (plan: string, path: string, text: string) => ({
  when: { prompt: `You carry out.*The plan ${plan} ` },
  do: [{ write: { path, text } }, { say: `Wrote ${path}.` }],
});

const works = [planReview(approve), impl('23', 'a.txt', 'first\n'), impl('24', 'b.txt', 'second\n'), review(approve)];

async function open(turns: readonly unknown[], options: WorldOptions = {}, apart = ''): Promise<void> {
  world = await openShared(
    {
      project: { 'README.md': 'A shop.\n' },
      config: 'policy: careful\n',
      remote: null,
      ...options,
      script: { turns },
    },
    apart,
  );
  mkdirSync(join(world.checkout, 'plans'), { recursive: true });
  writeFileSync(join(world.checkout, 'plans/23-first.md'), '# Write a\n\nWrite a.txt.\n');
  writeFileSync(join(world.checkout, 'plans/24-second.md'), '# Write b\n\nWrite b.txt.\n');
}

const start = async (...args: string[]): Promise<string> => {
  const { chains } = await world.must<ChainCreated>([
    'chain',
    ...args,
    '--name',
    'cx',
    '--agent',
    'scripted',
    '--review-by',
    'scripted',
    '-d',
  ]);
  return chains[0] ?? '';
};
const show = (chain: string) => world.must<ChainView>(['chain', 'show', chain]);
const ended = (chain: string) =>
  world.until(
    () => show(chain),
    ({ outcome, needs_person }) => outcome !== null || needs_person,
  );
const steps = (chain: string) =>
  world.drover(['chain', '--resume', chain, '--jsonl']).then(({ out }) =>
    out
      .split('\n')
      .filter((line) => line.includes('"chain_step_started"'))
      .map((line) => /cx-[\w-]+/.exec(line)?.[0]),
  );

describe('a chain', () => {
  often('takes plans one after another, each a commit of the person on one branch, the next from there', async () => {
    await open(works);
    const before = await world.git('rev-parse', 'HEAD');
    const chain = await start('23..24');
    const done = await ended(chain);
    expect(done).toMatchObject({
      id: chain,
      outcome: 'not_verified',
      plans: [
        { label: '23', state: 'done' },
        { label: '24', state: 'done' },
      ],
    });
    await world.git('fetch', '--quiet', done.copy ?? '', `+${done.branch}:chain`);
    expect((await world.git('log', '--format=%s by %an', `${before}..chain`)).split('\n')).toEqual([
      'Write b by A Person',
      'Write a by A Person',
    ]);
    expect(await world.git('diff', '--name-only', 'chain~1', 'chain')).toBe('b.txt');
    expect(await world.git('rev-parse', 'chain~2')).toBe(before);
    expect(readFileSync(done.note ?? '', 'utf8')).toContain('- 24: ');
    expect(readFileSync(done.note ?? '', 'utf8')).toContain('NOT VERIFIED');
    expect(await steps(chain)).toEqual([
      'cx-plan-review-23-r1',
      'cx-impl-23-r1',
      'cx-review-23-r1',
      'cx-plan-review-24-r1',
      'cx-impl-24-r1',
      'cx-review-24-r1',
    ]);
    expect(existsSync(join(world.state, 'chains', chain, 'cx-impl-24-r1.md'))).toBe(true);
    expect(await world.git('status', '--porcelain')).toBe('?? plans/');
  });

  often('hands what a review found to the worker, and mends plan and work before it commits', async () => {
    const turns = [
      { when: { prompt: 'You review a plan.*Write a.txt.*mended' }, do: [approve] },
      planReview(change('a.txt of what?')),
      {
        when: { prompt: 'You mend a plan.*a.txt of what' },
        do: [{ report: { plan: '# Write a\n\nWrite a.txt, mended.\n' } }],
      },
      {
        when: { prompt: 'You mend work.*a.txt:1: shout' },
        do: [{ write: { path: 'a.txt', text: 'FIRST\n' } }, { say: 'Louder.' }],
      },
      { when: { prompt: 'You review work.*round 2' }, do: [approve] },
      review(change('a.txt:1: shout')),
      impl('23', 'a.txt', 'first\n'),
    ];
    await open(turns);
    const chain = await start('plans/23-first.md');
    const done = await ended(chain);
    expect(done.outcome).toBe('not_verified');
    expect(await steps(chain)).toEqual(
      [
        'plan-review-23-r1',
        'plan-fix-23-r1',
        'plan-review-23-r2',
        'impl-23-r1',
        'review-23-r1',
        'fix-23-r1',
        'review-23-r2',
      ].map((step) => `cx-${step}`),
    );
    await world.git('fetch', '--quiet', done.copy ?? '', `+${done.branch}:chain`);
    expect(await world.git('show', 'chain:a.txt')).toBe('FIRST');
  });

  rarely('asks a person after three rounds without agreement, parks on their word, and goes on', async () => {
    await open([
      planReview(approve),
      impl('23', 'a.txt', 'first\n'),
      review(change('never good')),
      { do: [{ write: { path: 'a.txt', text: 'other\n' } }, { say: 'Tried.' }] },
    ]);
    const chain = await start('23');
    const asked = await ended(chain);
    expect(asked).toMatchObject({ outcome: null, needs_person: true, state: 'waits for a person' });
    expect((await world.drover(['chain', '--resume', chain])).code).toBe(6);
    expect((await world.drover(['answer', asked.questions[0] ?? '', 'park'])).code).toBe(0);
    await world.until(
      () => show(chain),
      ({ state }) => state === 'parked',
    );
    await world.drover(['chain', '--resume', chain, '-d']);
    const again = await world.until(
      () => show(chain),
      ({ questions }) => questions.length > 0 && questions[0] !== asked.questions[0],
    );
    expect((await world.drover(['answer', again.questions[0] ?? '', 'go_on'])).code).toBe(0);
    expect((await ended(chain)).outcome).toBe('not_verified');
    expect(readFileSync((await show(chain)).note ?? '', 'utf8')).toContain('taken as it is');
  });

  rarely(
    'stops for a large departure from the plan, and makes the plan anew on a person’s word; a small one is noted',
    async () => {
      const large = { report: { verdict: 'approve', findings: [], divergence: 'large', note: 'another file' } };
      const small = { report: { verdict: 'approve', findings: [], divergence: 'small', note: 'another name inside' } };
      await open([
        {
          when: { prompt: 'You make a plan anew.*The work left the plan: another file.*A person says: keep c' },
          do: [{ report: { plan: '# Write c\n\nWrite c.txt instead.\n' } }],
        },
        { when: { prompt: 'You review a plan.*c.txt instead.*made anew.*another file' }, do: [approve] },
        planReview(approve),
        {
          when: { prompt: 'You carry out.*c.txt instead' },
          do: [{ write: { path: 'c.txt', text: 'third\n' } }, { say: 'Wrote c.txt.' }],
        },
        { when: { prompt: 'You review work.*c.txt instead' }, do: [approve] },
        impl('23', 'a.txt', 'first\n'),
        impl('24', 'b.txt', 'second\n'),
        { when: { prompt: 'You review work.*The plan 23 ' }, do: [small] },
        review(large),
      ]);
      const chain = await start('23..24');
      const asked = await ended(chain);
      expect(asked).toMatchObject({ needs_person: true, plans: [{ state: 'done' }, { state: 'at_work' }] });
      await world.drover(['answer', asked.questions[0] ?? '', 'replan', 'keep c']);
      const done = await ended(chain);
      expect(done.outcome).toBe('not_verified');
      expect((await steps(chain)).slice(3)).toEqual([
        'cx-plan-review-24-r1',
        'cx-impl-24-r1',
        'cx-review-24-r1',
        'cx-replan-24-r1',
        'cx-plan-review-24-p2-r1',
        'cx-impl-24-p2-r1',
        'cx-review-24-p2-r1',
      ]);
      const note = readFileSync(done.note ?? '', 'utf8');
      expect(note).toContain('another name inside');
      expect(note).toContain('the plan is made anew');
      await world.git('fetch', '--quiet', done.copy ?? '', `+${done.branch}:chain`);
      expect((await world.git('log', '-1', '--format=%s', 'chain')).trim()).toBe('Write c');
      expect(await world.git('diff', '--name-only', 'chain~1', 'chain')).toBe('b.txt\nc.txt');
    },
  );

  rarely('asks a reviewer once more for a verdict that was not handed in, then a person', async () => {
    await open([planReview({ say: 'Looks good to me, approved!' }), { do: [{ say: 'As I said: approved.' }] }]);
    const chain = await start('23');
    const asked = await ended(chain);
    expect(asked.needs_person).toBe(true);
    expect(await steps(chain)).toEqual(['cx-plan-review-23-r1', 'cx-plan-review-23-r1-again']);
  });

  rarely('undoes what a reviewer wrote', async () => {
    await open([
      planReview({ write: { path: 'sneaked.txt', text: 'x' } }, approve),
      impl('23', 'a.txt', 'first\n'),
      review({ write: { path: 'a.txt', text: 'mine now' } }, approve),
    ]);
    const chain = await start('23');
    const done = await ended(chain);
    await world.git('fetch', '--quiet', done.copy ?? '', `+${done.branch}:chain`);
    expect(await world.git('show', '--format=', '--name-only', 'chain')).toBe('a.txt');
    expect(await world.git('show', 'chain:a.txt')).toBe('first');
  });

  rarely('runs the gates of the repository on each plan, and gives what they say to the worker', async () => {
    const gate = {
      '.drover.yaml': 'gates:\n  test: sh check.sh\n',
      'check.sh': 'grep -q good a.txt\n',
      'README.md': 'A shop.\n',
      'a.txt': 'good\n',
    };
    await open(
      [
        planReview(approve),
        impl('23', 'a.txt', 'bad\n'),
        review(approve),
        {
          when: { prompt: 'You mend work.*gate test says no' },
          do: [{ write: { path: 'a.txt', text: 'good too\n' } }, { say: 'Mended.' }],
        },
      ],
      { project: gate },
    );
    const chain = await start('23');
    const done = await ended(chain);
    expect(await steps(chain)).toEqual([
      'cx-plan-review-23-r1',
      'cx-impl-23-r1',
      'cx-review-23-r1',
      'cx-fix-23-r1',
      'cx-review-23-r2',
    ]);
    expect(done).toMatchObject({ outcome: 'done', plans: [{ verified: true }] });
  });

  rarely('runs the gates once more with a helper as it was, and says what does not pass without it', async () => {
    const checks =
      "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { wanted } from './helper.js';\n";
    await open(
      [
        planReview(approve),
        {
          when: { prompt: 'You carry out' },
          do: [
            { write: { path: 'a.js', text: 'export const a = 2;\n' } },
            { write: { path: 'test/helper.js', text: 'export const wanted = 2;\n' } },
            { say: 'Done.' },
          ],
        },
        review(approve),
      ],
      {
        project: {
          'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
          'a.js': 'export const a = 1;\n',
          'test/helper.js': 'export const wanted = 1;\n',
          'test/a.test.js': `${checks}import { a } from '../a.js';\ntest('is wanted', () => assert.equal(a, wanted));\n`,
        },
      },
    );
    const chain = await start('23');
    expect(await ended(chain)).toMatchObject({ outcome: null, needs_person: true });
    const { questions } = await world.must<QuestionList>(['answer']);
    expect(questions.map(({ text }) => text).join()).toMatch(/as it was, gates do not pass: test: .*is wanted/);
  });

  const issueTurns = [
    { when: { prompt: 'You map an issue.*Two files are missing' }, do: [{ report: { plan: 'a, then b.' } }] },
    { when: { prompt: 'You review the map.*a, then b' }, do: [approve] },
    {
      when: { prompt: 'You cut the map of an issue.*a, then b' },
      do: [
        {
          report: {
            plans: [
              { name: 'write a', text: '# Write a\n\nWrite a.txt.\n' },
              { name: 'write b', text: '# Write b\n\nWrite b.txt.\n' },
            ],
          },
        },
      ],
    },
    planReview(approve),
    impl('1', 'a.txt', 'first\n'),
    impl('2', 'b.txt', 'second\n'),
    review(approve),
  ];

  rarely('maps an issue, has the map reviewed, cuts it into thin plans, and does them as a series', async () => {
    await open(issueTurns);
    writeFileSync(join(world.checkout, 'issue.md'), '# Files\n\nTwo files are missing.\n');
    const chain = await start('--issue', 'issue.md');
    const done = await ended(chain);
    expect(done).toMatchObject({
      outcome: 'not_verified',
      issue: { title: 'Files', address: null },
      plans: [
        { label: '1', state: 'done' },
        { label: '2', state: 'done' },
      ],
    });
    expect((await steps(chain)).slice(0, 5)).toEqual([
      'cx-map-r1',
      'cx-map-review-r1',
      'cx-extract-r1',
      'cx-plan-review-1-r1',
      'cx-impl-1-r1',
    ]);
    expect(readFileSync(join(world.state, 'chains', chain, 'plans/2-write-b.md'), 'utf8')).toContain('Write b.txt.');
    await world.git('fetch', '--quiet', done.copy ?? '', `+${done.branch}:chain`);
    expect((await world.git('log', '-2', '--format=%s', 'chain')).split('\n')).toEqual(['Write b', 'Write a']);
  });

  often('takes an issue, and a plan, from standard input', async () => {
    await open(issueTurns);
    const flags = ['--name', 'cx', '--agent', 'scripted', '--review-by', 'scripted', '-d'];
    const input = 'Two files are missing.\n';
    const { chains } = await world.must<ChainCreated>(['chain', '--issue', '-', ...flags], { input });
    expect(await show(chains[0] ?? '')).toMatchObject({ issue: { title: 'Two files are missing.' } });
    await world.must(['chain', 'cancel', chains[0] ?? '']);
    const piped = await world.must<ChainCreated>(['chain', '-', ...flags], { input: '# Write\n' });
    expect(await show(piped.chains[0] ?? '')).toMatchObject({ plans: [{ path: 'standard input' }] });
    await world.must(['chain', 'cancel', piped.chains[0] ?? '']);
  });

  rarely('stops for what only a person can decide, and works with what they say', async () => {
    const asks = { report: { verdict: 'approve', findings: [], questions: ['Loud or quiet?'] } };
    await open([
      { when: { prompt: 'You review a plan.*Write a.txt, loud' }, do: [approve] },
      planReview(asks),
      {
        when: { prompt: 'You mend a plan.*Loud or quiet.*A person says: loud' },
        do: [{ report: { plan: '# Write a\n\nWrite a.txt, loud.\n' } }],
      },
      impl('23', 'a.txt', 'FIRST\n'),
      review(approve),
    ]);
    const chain = await start('23');
    const asked = await ended(chain);
    expect((await world.drover(['answer', asked.questions[0] ?? '', 'answer'])).code).toBe(2);
    expect((await world.drover(['answer', asked.questions[0] ?? '', 'answer', 'loud'])).code).toBe(0);
    expect((await ended(chain)).outcome).toBe('not_verified');
  });

  rarely(
    'waits for a free slot of its workspace, gives its own back while it asks, and names it to who works by hand',
    async () => {
      await open(
        [
          planReview(approve),
          { when: { prompt: 'You carry out.*The plan 23 ' }, do: [{ hang: true }] },
          impl('24', 'b.txt', 'second\n'),
          { when: { prompt: 'You review work' }, do: [{ say: 'Fine!' }] },
        ],
        { config: 'policy: careful\n' },
      );
      world.setConfig(`policy: careful\nworkspaces:\n  shop: { path: ${world.checkout}, isolation: checkout }\n`);
      const first = await start('23');
      await world.until(
        () => show(first),
        ({ state }) => state.startsWith('impl'),
      );
      const second = await start('24');
      await world.until(
        () => show(second),
        ({ state }) => state === 'waits for a free slot of shop',
      );
      expect(await world.ask(['step', 'take', '-w', 'shop', 'by hand'])).toMatchObject({
        ok: false,
        error_code: 'WORKSPACE_LOCKED',
        error: expect.stringContaining(first),
      });
      process.kill(await world.daemonPid(), 'SIGKILL');
      expect(await world.ask(['step', 'take', '-w', 'shop', 'by hand'])).toMatchObject({
        error_code: 'WORKSPACE_LOCKED',
      });
      await world.must(['chain', 'cancel', first]);
      const asked = await ended(second);
      expect(asked.questions).toHaveLength(1);
      const third = await start('24');
      expect((await ended(third)).questions).toHaveLength(1);
      await world.must(['chain', 'cancel', second]);
      await world.must(['chain', 'cancel', third]);
    },
  );

  rarely('takes plans at once in copies of their own', async () => {
    await open(works);
    const { chains } = await world.must<ChainCreated>([
      'chain',
      '23',
      '24',
      '--parallel',
      '--agent',
      'scripted',
      '--review-by',
      'scripted',
      '-d',
    ]);
    const first = Number(chains[0]?.slice(1));
    expect(chains).toEqual([`x${first}`, `x${first + 1}`]);
    const [one, two] = await Promise.all(chains.map(ended));
    expect(one?.copy).not.toBe(two?.copy);
    expect([one, two].map((each) => each?.plans.map(({ state }) => state))).toEqual([['done'], ['done']]);
  });

  rarely('goes on where it was after the daemon was killed in the middle of a step', async () => {
    await open([
      planReview(approve),
      {
        when: { prompt: 'You carry out' },
        do: [
          { write: { path: 'a.txt', text: 'first\n' } },
          { wait: { file: 'go' } },
          { remove: 'go' },
          { say: 'Done.' },
        ],
      },
      review(approve),
    ]);
    const chain = await start('23');
    const copy = join(world.state, 'copies', chain);
    await world.until(async () => existsSync(join(copy, 'a.txt')), Boolean);
    process.kill(await world.daemonPid(), 'SIGKILL');
    writeFileSync(join(copy, 'go'), '');
    expect((await ended(chain)).outcome).toBe('not_verified');
    expect(await steps(chain)).toEqual(['cx-plan-review-23-r1', 'cx-impl-23-r1', 'cx-review-23-r1']);
  });

  rarely('ended by a person ends what runs; its commits stay', async () => {
    await open([
      planReview(approve),
      impl('23', 'a.txt', 'first\n'),
      { when: { prompt: 'The plan 24 ' }, do: [{ hang: true }] },
      review(approve),
    ]);
    const chain = await start('23..24');
    await world.until(
      () => show(chain),
      ({ plans }) => plans[0]?.state === 'done',
    );
    expect((await world.drover(['chain', 'cancel', chain])).code).toBe(0);
    const done = await world.until(
      () => show(chain),
      ({ outcome }) => outcome !== null,
    );
    expect(done).toMatchObject({ outcome: 'cancelled', plans: [{ state: 'done' }, { state: 'waiting' }] });
  });
});

describe('a chain that is not started', () => {
  often('says what is not there, and starts nothing', async () => {
    await open(works, {}, 'no chain');
    expect(await world.ask(['chain', '23..29', '-d'])).toMatchObject({ ok: false, error_code: 'PATH_NOT_FOUND' });
    expect(await world.ask(['chain', 'plans/99.md'])).toMatchObject({ ok: false, error_code: 'PATH_NOT_FOUND' });
    expect(await world.ask(['chain', '#12'])).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    expect(await world.ask(['chain', '--issue', '12'])).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    expect(await world.ask(['chain', '--issue', 'no.md'])).toMatchObject({ ok: false, error_code: 'PATH_NOT_FOUND' });
    expect(await world.ask(['chain', '23', '#12'])).toMatchObject({ ok: false, error_code: 'USAGE' });
    writeFileSync(join(world.checkout, 'issue.md'), 'Slow.\n');
    for (const more of [['23'], ['--parallel']])
      expect(await world.ask(['chain', ...more, '--issue', 'issue.md'])).toMatchObject({ error_code: 'USAGE' });
    expect(await world.ask(['chain'])).toMatchObject({ ok: false, error_code: 'USAGE' });
    expect(await world.ask(['chain', 'show', 'x9'])).toMatchObject({ ok: false, error_code: 'CHAIN_NOT_FOUND' });
    expect(await world.must(['chain', 'list', '--all'])).toEqual({ chains: [] });
  });
});
