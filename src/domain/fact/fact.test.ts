// Facts as sentences: those of today, and rows as other versions wrote them.
import { describe, expect, it } from 'vitest';
import { taskId } from '../ids.ts';
import { describeFact, type FactMap, type Said } from './fact.ts';

const thing = taskId('shop', 1);
const told = (kind: string, data: Readonly<Record<string, unknown>> = {}) => describeFact({ kind, data, thing });
/** As it was said. */
const say = ({ kind, data }: Said) => describeFact({ kind, data: data ?? {}, thing });

describe('a fact that was said is told in a sentence', () => {
  it('with what was said', () => {
    expect(say({ kind: 'copy_made', data: { path: '/copies/shop-1', branch: 'fix-it' } })).toBe(
      'has a copy at /copies/shop-1 on branch fix-it',
    );
    expect(say({ kind: 'run_ended', data: { how: 'exited' } })).toBe(`run ${thing} ended: exited`);
    expect(say({ kind: 'retried' })).toBe('the phase starts again');
    expect(say({ kind: 'review_judged', data: { round: 1, why: 'nobody could' } })).toBe('NOT REVIEWED: nobody could');
    expect(say({ kind: 'review_judged', data: { round: 1, by: 'codex', findings: [] } })).toBe(
      'codex has read the change: nothing found',
    );
  });

  it('that a task goes to another host, and that its evidence is let pass', () => {
    expect(say({ kind: 'moved', data: { from: 'h1', to: 'h2' } })).toBe('goes from the host h1 to the host h2');
    expect(say({ kind: 'evidence_overridden', data: { by: 'person:ada', why: 'test: red\nmore' } })).toBe(
      'NOT PROVEN, let pass by ada: test: red',
    );
    expect(say({ kind: 'settings_renewed', data: { by: 'person:ada' } })).toBe(
      'takes the settings as they are now by ada',
    );
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    ['turn_ended', { turn: 2, outcome: 'cut_off', idle: false }, 'turn 2 ended: cut off'],
    ['turn_ended', { turn: 2, outcome: 'answered', idle: true }, 'turn 2 ended: answered, an acknowledgement only'],
    ['slot_granted', {}, 'has a slot'],
    ['slot_waited', { ahead: [] }, 'waits for a slot'],
    ['slot_waited', { ahead: ['shop-2'] }, 'waits for a slot after shop-2'],
    ['slot_freed', {}, 'gives its slot back'],
  ])('%s of %j: %s', (kind, data, sentence) => {
    expect(told(kind, data)).toBe(sentence);
  });

  it('without control sequences', () => {
    expect(say({ kind: 'said', data: { by: 'person:ada', text: '\u001b[31mred' } })).toBe('told by ada: red');
  });
});

describe('a row of another version is told plainly, and never thrown on', () => {
  it('whose kind is not known, whatever it is called', () => {
    expect(told('of_tomorrow', { some: 'thing' })).toBe('of tomorrow');
    expect(told('constructor')).toBe('constructor');
    expect(told('__proto__')).toContain('proto');
  });

  it('that lacks what is said today', () => {
    expect(told('copy_made')).toBe('has a copy at  on branch ');
    expect(told('cleaned_up')).toBe('copy and branch removed');
    expect(told('session_ended', { ending: 'timed_out' })).toBe('ended: timed out');
  });

  it('of another shape: whatever stands in any field of any kind', () => {
    expect(told('attempt_judged', { verdicts: [null] })).toBe('attempt judged');
    expect(told('session_limited', { until: 1e20 })).toBe('session limited');
    const kinds: readonly (keyof FactMap)[] = ['plan_agreed', 'base_surveyed', 'features_planned', 'preview_requested'];
    for (const kind of kinds)
      for (const odd of [null, 7, 'x', [null], [[1]], { a: 1 }, [{}]])
        expect(told(kind, { criteria: odd, gates: odd, features: odd, argv: odd, branch: odd, base: odd })).not.toBe(
          '',
        );
    expect(describeFact({ kind: 'copy_made', data: null as never, thing })).toBe('copy made');
  });
});
