import { describe, expect, it } from 'vitest';
import { chain, spec } from '../../../test/fakes/chain.ts';
import { learn } from '../parts/known.ts';
import type { Chain, ChainState, Issue } from './chain.ts';
import { commitMessage, handOff } from './note.ts';

const ofIssue = (thing: Chain, issue: Issue | null): Chain => ({ ...thing, spec: { ...thing.spec, issue } });
const at = { kind: 'leaving' } as const;
const gates = [
  { gate: 'build', verdict: 'passed' },
  { gate: 'test', verdict: 'skipped' },
];
const one = { label: '23', commit: '0123456789abcdef', verified: true, gates };

describe('the hand-off note', () => {
  it('tells what was done, what proves it, what was noted, and how to get it', () => {
    const done = [one, { ...one, label: '24', verified: false, gates: [] }];
    const thing = chain(at, { done, notes: ['n1', 'n2'] });
    expect(handOff(ofIssue(thing, { title: 'Slow', text: 'x', address: 'https://forge.test/12' }))).toEqual({
      ...{ kind: 'filing', name: 'hand-off' },
      text: [
        '# cx (x7): 2 of 1 plans',
        '',
        'Cut from: Slow <https://forge.test/12>',
        '',
        '- 23: 0123456789ab, verified (build passed, test skipped)',
        '- 24: 0123456789ab, NOT VERIFIED ()',
        '',
        'Noted on the way:',
        '- n1',
        '- n2',
        '',
        'Branch drover/cx in /copy:',
        '  git fetch /copy drover/cx',
        '',
      ].join('\n'),
      next: { kind: 'releasing', outcome: { kind: 'done', verified: false } },
    });
  });

  it('leaves out what there is not', () => {
    const thing = chain(at, { done: [one] });
    const bare = { ...thing, state: { ...thing.state, known: learn(thing.state.known, { place: { copy: null } }) } };
    expect(handOff(bare)).toMatchObject({
      text: '# cx (x7): 1 of 1 plans\n\n- 23: 0123456789ab, verified (build passed, test skipped)\n',
      next: { outcome: { verified: true } },
    });
    expect(handOff(ofIssue(bare, { title: 'Slow', text: 'x', address: null })).text).toContain('\nCut from: Slow\n');
  });
});

describe('the message of a commit', () => {
  const message = (text: string, state: Partial<ChainState> = {}, issue: Issue | null = null) =>
    commitMessage({
      ...chain(at, state),
      spec: { ...spec, issue, plans: [{ label: '23', path: 'plans/23.md', text }] },
    });

  it.each([
    ['# Write a', 'Write a'],
    ['Words first.\n\n###  Write b  \n\n# Later', 'Write b'],
    ['#no heading\n\nwords', 'Plan 23'],
    ['words # none', 'Plan 23'],
    ['', 'Plan 23'],
    [`# ${'x'.repeat(120)}`, 'x'.repeat(100)],
  ])('of %j begins with its heading, or its name', (text, heading) => {
    expect(message(text)).toBe(`${heading}\n\nPlan: plans/23.md\nChain: cx (x7)\n`);
  });

  it('is of the plan as mended; its issue’s address is one line', () => {
    const known = learn(chain(at).state.known, { work: { plan: '# Mended' } });
    const issue = { title: 'Slow', text: 'x', address: 'https://forge.test/12\n\nSigned-off-by: x' };
    expect(message('# Write a', { known }, issue)).toBe(
      'Mended\n\nPlan: plans/23.md\nIssue: https://forge.test/12 Signed-off-by: x\nChain: cx (x7)\n',
    );
    expect(message('# Write a', {}, { ...issue, address: null })).not.toContain('Issue');
  });

  it('of a plan that is not there names none', () => {
    expect(message('# Write a', { plan: 1 })).toBe('Plan \n\nPlan: \nChain: cx (x7)\n');
  });
});
