import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentQuestion } from './agent-question.ts';
import type { AgentStatus } from './agent-status.ts';
import { doubtMs, judgeStanding, settleMs, type Witnesses } from './judge-status.ts';

const ready: AgentStatus = { kind: 'ready' };
const busy: AgentStatus = { kind: 'busy' };
const unknown: AgentStatus = { kind: 'unknown', why: 'a screen nobody knows' };
const asked: AgentQuestion = { id: 'a', about: 'permission', text: 'may I?', wanted: null, choices: [] };
const asks: AgentStatus = { kind: 'asks', asked };
const t = 1_000_000;
const none: Witnesses = { startedAt: t, protocol: null, hook: null, screen: null, process: null };
const shows = (standing: AgentStatus, changedAt = t + 100, tellsBusy = true) => ({
  ...{ standing, since: changedAt, changedAt, tellsBusy },
});
const idleProcess = (at: number) => ({ busy: false, at });
const kindOf = (witnesses: Partial<Witnesses>, now: number) =>
  judgeStanding({ ...none, ...witnesses }, now).stood.standing.kind;

test('a program of which nothing is known yet is starting', () => {
  expect(judgeStanding(none, t)).toEqual({
    stood: { standing: { kind: 'starting' }, source: 'process', since: t },
    againAt: null,
  });
});

test('an idle screen alone is believed only once it has stood still and the processes were seen idle after that', () => {
  const screen = shows(ready);
  const calm = t + 100 + settleMs;
  expect(judgeStanding({ ...none, screen }, calm - 1)).toMatchObject({
    stood: { standing: { kind: 'busy' } },
    againAt: calm,
  });
  expect(kindOf({ screen }, calm)).toBe('busy');
  expect(kindOf({ screen, process: idleProcess(calm - 1) }, calm)).toBe('busy');
  expect(kindOf({ screen, process: { busy: true, at: calm } }, calm + 60_000)).toBe('busy');
  expect(judgeStanding({ ...none, screen, process: idleProcess(calm) }, calm).stood).toEqual({
    standing: ready,
    source: 'screen',
    since: calm,
  });
});

test('when the processes must be looked at, it says so', () => {
  const calm = t + 100 + settleMs;
  expect(judgeStanding({ ...none, screen: shows(ready) }, calm + 5).againAt).toBe(calm + 5);
});

test('processes that were seen at work are looked at again a while after that look, however late it is', () => {
  const calm = t + 100 + settleMs;
  const process = { busy: true, at: calm + 1 };
  const judge = (now: number) => judgeStanding({ ...none, screen: shows(ready), process }, now).againAt;
  expect(judge(calm + 2)).toBe(calm + 1 + settleMs);
  expect(judge(calm + 90_000)).toBeLessThan(calm + 90_000);
});

test('a hook that says stop makes it ready at once where the screen agrees', () => {
  const screen = shows(ready, t + 100);
  expect(judgeStanding({ ...none, screen, hook: { standing: ready, at: t + 101 } }, t + 102).stood).toEqual({
    standing: ready,
    source: 'hook',
    since: t + 101,
  });
});

test('a hook that says stop beside a screen that works on is believed only when nothing has moved for long', () => {
  const witnesses = { screen: shows(busy), hook: { standing: ready, at: t + 50 } };
  expect(kindOf(witnesses, t + 99 + doubtMs)).toBe('busy');
  expect(kindOf(witnesses, t + 100 + doubtMs)).toBe('ready');
});

test('HX-42 a hook that says busy is not overruled by a composer that is always there', () => {
  const witnesses = {
    screen: shows(ready, t, false),
    hook: { standing: busy, at: t + 1 },
    process: idleProcess(t + 50_000),
  };
  expect(kindOf(witnesses, t + 50_000)).toBe('busy');
});

test('an interrupted turn fires no hook: a screen that tells work is believed when it stood still for long and nothing runs', () => {
  const witnesses = { screen: shows(ready, t), hook: { standing: busy, at: t } };
  expect(judgeStanding({ ...none, ...witnesses }, t + 500)).toMatchObject({ againAt: t + doubtMs });
  expect(kindOf({ ...witnesses, process: idleProcess(t + doubtMs - 1) }, t + doubtMs)).toBe('busy');
  expect(kindOf({ ...witnesses, process: idleProcess(t + doubtMs) }, t + doubtMs)).toBe('ready');
});

test('a dialog counts at once, whatever a hook said, and a hook knows more about it than the screen', () => {
  const other: AgentStatus = { kind: 'asks', asked: { ...asked, id: 'by hook' } };
  expect(
    judgeStanding({ ...none, screen: shows(asks), hook: { standing: ready, at: t + 900 } }, t + 900).stood,
  ).toEqual({
    standing: asks,
    source: 'screen',
    since: t + 100,
  });
  expect(judgeStanding({ ...none, screen: shows(asks), hook: { standing: other, at: t } }, t + 900).stood).toEqual({
    standing: other,
    source: 'hook',
    since: t,
  });
  expect(kindOf({ screen: shows(busy), hook: { standing: asks, at: t } }, t + 900_000)).toBe('asks');
});

test('a protocol decides alone', () => {
  expect(judgeStanding({ ...none, protocol: { standing: ready, at: t }, screen: shows(busy) }, t).stood.source).toBe(
    'protocol',
  );
});

const standing = fc.constantFrom(ready, busy, unknown, asks, { kind: 'starting' } as const);
const time = fc.integer({ min: t, max: t + 10_000 });
const said = fc.option(fc.record({ standing, at: time }));
const world = fc
  .record({
    hook: said,
    screen: fc.option(fc.record({ standing, since: time, changedAt: time, tellsBusy: fc.boolean() })),
    process: fc.option(fc.record({ busy: fc.boolean(), at: time })),
  })
  .map((some): Witnesses => ({ ...none, ...some }));

test('it is never ready by the screen alone while it moves, while something runs, or unseen', () => {
  fc.assert(
    fc.property(world, time, (witnesses, now) => {
      const { stood } = judgeStanding(witnesses, now);
      if (stood.standing.kind !== 'ready' || stood.source !== 'screen') return true;
      const { screen, process } = witnesses;
      return screen?.standing.kind === 'ready' && now >= screen.changedAt + settleMs && process?.busy === false;
    }),
  );
});

test('a screen that is unknown or asks is never ready', () => {
  fc.assert(
    fc.property(world, time, (witnesses, now) => {
      const kind = witnesses.screen?.standing.kind;
      if (kind !== 'unknown' && kind !== 'asks') return true;
      return judgeStanding(witnesses, now).stood.standing.kind !== 'ready';
    }),
  );
});

test('a hook that says busy or asks only ever makes it more cautious', () => {
  fc.assert(
    fc.property(world, fc.constantFrom(busy, asks), time, time, (witnesses, word, at, now) => {
      const without = judgeStanding({ ...witnesses, hook: null }, now).stood.standing.kind;
      const heard = judgeStanding({ ...witnesses, hook: { standing: word, at } }, now).stood.standing.kind;
      return heard !== 'ready' || without === 'ready';
    }),
  );
});
