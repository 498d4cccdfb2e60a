import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { instant } from '../ids.ts';
import { decideRun } from './decide.ts';
import type { Run, RunResult } from './run.ts';
import { isLastOfTrial, sayTrial } from './trial.ts';

const gate = (name: string) => ({ gate: name, argv: ['npm', 'test'], deadlineMs: 60_000, absent: null });
const exited = { kind: 'exited', code: 1 } as const;
const red = { kind: 'gate', result: gateResult('test', 'failed', { why: '1 of 2 tests failed' }) } as const;
const refused: RunResult = { kind: 'refused', failure: { error_code: 'NOT_READY', message: 'they do not merge' } };
const aTrial = (
  gates: readonly string[],
  ending: object | null = exited,
  result: RunResult = red,
  more: object = {},
): Run =>
  ({
    ...{ id: 'r1', kind: 'run', task: 'shop-1', key: '' },
    spec: {
      purpose: { kind: 'trial', other: 'shop-2', gates: gates.map(gate), works: [], ...more },
      ...{ deadlineMs: 1, sandbox: 'auto' },
    },
    state: { kind: 'ended', startedAt: 1, endedAt: 2, ending, result },
  }) as unknown as Run;
const next = (thing: Run, cancelled = false, children: readonly { ended: boolean }[] = []) => {
  const notices = cancelled ? [{ kind: 'cancel', seq: 1 }] : [];
  return decideRun({ thing, notices: notices as never, children }, instant(5));
};

it('each gate of a trial begins the next in its checkout, red as it may be', () => {
  expect(next(aTrial(['test', 'lint', 'types']))).toMatchObject({
    kind: 'spawn',
    children: [
      {
        key: 'lint',
        spec: { purpose: { gates: [{ gate: 'lint' }, { gate: 'types' }], began: 'r1' }, deadlineMs: 60_000 },
        state: { kind: 'requested' },
      },
    ],
  });
  const second = aTrial(['lint', 'types'], exited, red, { began: 'r0' });
  expect(next(second)).toMatchObject({ children: [{ spec: { purpose: { began: 'r0' } } }] });
});

it.each<[string, Run, boolean, readonly { ended: boolean }[]]>([
  ['that was the last', aTrial(['test']), false, []],
  ['the next was begun', aTrial(['test', 'lint']), false, [{ ended: false }]],
  ['it was cancelled', aTrial(['test', 'lint']), true, []],
  ['its keeper died', aTrial(['test', 'lint'], { kind: 'lost' }), false, []],
  ['it was never started', aTrial(['test', 'lint'], null, refused), false, []],
])('nothing comes after it where %s', (_, thing, cancelled, children) => {
  expect(next(thing, cancelled, children)).toMatchObject({ kind: 'finish' });
});

it('its checkout goes with the last, or with one after which nothing comes', () => {
  const { purpose } = aTrial(['test', 'lint']).spec as { purpose: Parameters<typeof isLastOfTrial>[0] };
  const { purpose: last } = aTrial(['test']).spec as { purpose: Parameters<typeof isLastOfTrial>[0] };
  expect(isLastOfTrial(purpose, { ending: exited, result: red })).toBe(false);
  expect(isLastOfTrial(last, { ending: exited, result: red })).toBe(true);
  expect(isLastOfTrial(purpose, { ending: { kind: 'cancelled' }, result: red })).toBe(true);
});

it('what a gate came to is told with whom it was put together; one that was cut off tells nothing', () => {
  const thing = aTrial(['test']);
  expect(sayTrial(thing, { ending: exited, result: red })).toEqual([
    { kind: 'trial_judged', data: { with: 'shop-2', gate: 'test', verdict: 'failed', why: '1 of 2 tests failed' } },
  ]);
  expect(sayTrial(thing, { ending: { kind: 'lost' }, result: red })).toEqual([]);
  expect(sayTrial(thing, { ending: exited, result: refused })).toEqual([]);
});
