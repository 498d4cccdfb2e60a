import { describe, expect, it } from 'vitest';
import { chain } from '../../../test/fakes/chain.ts';
import type { ChainStep, TurnStep } from './chain.ts';
import { nextAfterAnswer } from './follow.ts';
import { turn } from './moves.ts';

const answer = (at: TurnStep, value: unknown, more: object = {}) =>
  nextAfterAnswer({
    ...{ chain: chain(at, more), at, key: 'step', conversation: 'talk' },
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
const review = (more: object) => ({
  verdict: 'approve',
  findings: [],
  divergence: 'none',
  note: '',
  questions: [],
  ...more,
});
const nothingElse = { notes: [], learned: {}, cut: null, files: [] };
const inspect = (round: number): ChainStep => ({ kind: 'looking', round, of: 3, to: 'inspect' });

describe('what was handed in', () => {
  it.each<readonly [string, TurnStep, unknown, ChainStep, object]>([
    [
      'mapped the issue',
      turn('map', 1, 3),
      { plan: 'M' },
      turn('map-review', 1, 3),
      { learned: { work: { map: 'M' } } },
    ],
    [
      'mended the map',
      turn('map-fix', 1, 6),
      { plan: 'M' },
      turn('map-review', 2, 6),
      { learned: { work: { map: 'M' } } },
    ],
    ['agrees with the map', turn('map-review', 2, 3), review({}), turn('extract', 1, 3), {}],
    ['agrees with the plan', turn('plan-review', 2, 3), review({}), turn('impl', 1, 3), {}],
    [
      'mended the plan',
      turn('plan-fix', 2, 6),
      { plan: 'P' },
      turn('plan-review', 3, 6),
      { learned: { work: { plan: 'P' } } },
    ],
    [
      'made the plan anew',
      turn('replan', 1, 3, ['a', 'b']),
      { plan: 'P' },
      turn('plan-review', 1, 3),
      { learned: { work: { plan: 'P', replans: 1, divergence: 'a\nb' } } },
    ],
    ['worked', turn('impl', 1, 3), 'words', { kind: 'looking', round: 1, of: 3, to: 'review' }, {}],
    ['worked', turn('fix', 2, 6), 'words', { kind: 'looking', round: 3, of: 6, to: 'review' }, {}],
    ['agrees with the work', turn('review', 2, 3), review({}), inspect(2), {}],
    [
      'agrees with the work',
      turn('review', 2, 3),
      review({ divergence: 'small' }),
      inspect(2),
      { notes: ['step: leaves the plan'] },
    ],
    [
      'found 2: f',
      turn('plan-review', 1, 3),
      review({ verdict: 'change', findings: ['f', 'g'] }),
      turn('plan-fix', 1, 3, ['f', 'g']),
      {},
    ],
    [
      'found 1: f',
      turn('review', 1, 3),
      review({ verdict: 'change', findings: ['f'], divergence: 'small', note: 'n' }),
      turn('fix', 1, 3, ['f']),
      { notes: ['step: n'] },
    ],
  ])('is followed: %s', (said, at, value, led, more) => {
    expect(answer(at, value)).toEqual({ ...nothingElse, ...more, at: led, said });
  });

  it('is asked for once more in its conversation, then it is a person’s', () => {
    const at = turn('review', 2, 3, ['f']);
    const missing = ['a JSON block with its fields'];
    const asked = { ...at, again: { missing, conversation: 'talk' } };
    expect(answer(at, 'Fine.')).toEqual({
      ...nothingElse,
      ...{ at: asked, said: 'did not hand in what was asked for' },
    });
    expect(answer({ ...asked, cuts: 1 }, '{"verdict": "yes", "findings": "none"}')).toMatchObject({
      said: 'did not hand in what was asked for, again',
      at: {
        ...{ kind: 'trouble', on: 'trouble', accept: null, back: { ...at, cuts: 2, again: null } },
        text: 'step did not hand in what was asked for: `verdict`: "approve" or "change"; `findings`: a list of texts.',
      },
    });
  });
});

describe('the plans of an issue', () => {
  const cut = (...names: readonly string[]) =>
    answer(turn('extract', 1, 3), { plans: names.map((name) => ({ name, text: `# ${name}` })) });

  it('are files of the chain, in their order', () => {
    expect(cut('Read it', 'Write it')).toEqual({
      ...{ at: turn('plan-review', 1, 3), said: 'cut the issue into 2', notes: [], learned: {} },
      cut: [
        { label: '1', path: 'chains/x7/plans/1-read-it.md', text: '# Read it' },
        { label: '2', path: 'chains/x7/plans/2-write-it.md', text: '# Write it' },
      ],
      files: [
        { name: 'plans/1-read-it', text: '# Read it' },
        { name: 'plans/2-write-it', text: '# Write it' },
      ],
    });
  });

  it.each([
    ['Read  THE list', 'read-the-list'],
    ['../../etc/passwd', 'etc-passwd'],
    ['--force', 'force'],
    ['Über 9!', 'ber-9'],
    ['...', 'plan'],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
    ['b'.repeat(50), 'b'.repeat(40)],
  ])('%s is the file %s', (name, file) => {
    expect(cut(name).files).toMatchObject([{ name: `plans/1-${file}` }]);
  });
});

describe('what a review leaves to a person', () => {
  const change = review({ verdict: 'change', findings: ['f', 'g'], note: 'n' });

  it('no agreement after the last round: more rounds, or as it is', () => {
    expect(answer(turn('review', 3, 3), change)).toMatchObject({
      said: 'found 2: f',
      at: {
        ...{ kind: 'trouble', on: 'rounds', accept: inspect(3), back: turn('fix', 3, 6, ['f', 'g']) },
        text: 'step: no agreement after 3 rounds. Still found:\n- f\n- g',
      },
    });
    expect(answer(turn('plan-review', 3, 3), change).at).toMatchObject({
      ...{ kind: 'trouble', on: 'rounds', accept: turn('impl', 1, 3), back: turn('plan-fix', 3, 6, ['f', 'g']) },
    });
  });

  it('work that leaves its plan: back to it, or a plan made anew; with one round more where none is left', () => {
    const large = review({ verdict: 'change', findings: ['f'], divergence: 'large', note: 'other file' });
    const left = answer(turn('review', 3, 3), large);
    expect(left).toMatchObject({
      ...{ said: 'says that the work leaves its plan', notes: ['step: other file'] },
      at: {
        ...{ kind: 'trouble', on: 'divergence', text: 'step: the work leaves its plan by much. other file' },
        back: turn('fix', 3, 4, ['f', 'It leaves the plan: other file. Come back to the plan.']),
        accept: inspect(3),
        replan: turn('replan', 1, 3, ['The work left the plan: other file', 'f']),
      },
    });
    expect(answer(turn('review', 1, 3), large).at).toMatchObject({ back: { turn: 'fix', round: 1, of: 3 } });
  });

  it('a question: what they say is mended into it, and taken as it is only where it was approved', () => {
    const asks = { questions: ['Which port?', 'Which host?'] };
    expect(answer(turn('review', 3, 3), review({ ...asks, findings: ['f'] }))).toMatchObject({
      said: 'asks what a person must decide',
      at: {
        ...{ kind: 'trouble', on: 'unclear', text: 'step asks:\n- Which port?\n- Which host?', accept: inspect(3) },
        back: turn('fix', 3, 4, ['f', 'Which port?', 'Which host?']),
      },
    });
    expect(answer(turn('map-review', 1, 3), review({ ...asks, verdict: 'change', findings: ['f'] }))).toMatchObject({
      said: 'asks what a person must decide',
      at: { on: 'unclear', accept: turn('map-fix', 1, 3, ['f']), back: { turn: 'map-fix', of: 3 } },
    });
  });
});
