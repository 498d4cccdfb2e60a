// A turn is told once and ends when it ends, however long it is: witnesses recorded at times, a clock passed in, nothing waited for.
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { Activity, Posture } from '../../ports/keeper.ts';
import type { TerminalProfile } from './pty/profile.ts';
import { StatusReader } from './pty/status.ts';
import { Track } from './pty/turns.ts';

const start = 1_000_000;
/** How often somebody looks: much finer than any wait of the judge. */
const step = 50;

type Recorded = { readonly hooks: boolean; readonly length: number; readonly rests?: true };
type Told = { readonly at: number; readonly what: string };

/** A program whose input line is always there and whose picture never says that it works; it is typed into at `start`. */
async function play({ hooks, length, rests }: Recorded): Promise<readonly Told[]> {
  const profile = {
    ...{ capabilities: { hooks }, tellsBusy: false },
    read: () => ({ kind: 'idle', composer: '' }),
  } as unknown as TerminalProfile;
  const witness = new StatusReader(profile, start - 60_000);
  const track = new Track();
  const all: Told[] = [];
  const end = start + length;
  let now = start;
  const tell = (events: Iterable<AgentEvent>) => {
    for (const event of events)
      all.push({ at: now, what: event.kind === 'standing' ? event.standing.kind : event.kind });
  };
  const worked = () => (rests ? 0 : Math.min(now, end) - start);
  const activity = async () => ({ processes: 1, running: !rests && now < end, cpuMs: worked() });
  witness.see({ changedAt: start - 10_000 } as Screen);
  tell(
    track.ledger([
      { kind: 'typing', id: 'm1', first: 1, hash: 'h', at: start },
      { kind: 'entered', id: 'm1', at: start },
    ]),
  );
  let stopped = !hooks;
  if (hooks) tell(track.hear({ kind: 'prompted', text: null }, start));
  for (; now <= end + 20_000; now += step) {
    if (!stopped && now >= end) {
      stopped = true;
      tell(track.hear({ kind: 'stopped', outcome: { kind: 'answered', text: 'done' } }, end));
    }
    const { stood } = await witness.judge(track, activity, () => now);
    if (!hooks && stood.standing.kind === 'ready')
      tell(track.end({ kind: 'answered', text: '' }, Math.max(stood.since, start)));
    tell(track.stand(stood));
  }
  return all;
}

/** A program of which nothing is known, its picture still from Enter on; `works`: what its processes do until `length`. */
async function playStranger(
  length: number,
  works: Activity['postures'],
  after: Activity['postures'] = at1('input'),
  rest: Activity['postures'] = at1('input'),
) {
  const profile = {
    ...{ capabilities: { hooks: false }, tellsBusy: false, stranger: true },
    read: () => ({ kind: 'idle', composer: '' }),
  } as unknown as TerminalProfile;
  const witness = new StatusReader(profile, start - 60_000);
  const track = new Track();
  let now = start;
  const end = start + length;
  const activity = async (): Promise<Activity> => {
    const postures = now < end ? works : after;
    return { processes: 1, running: false, cpuMs: 0, ...(postures && { postures }) };
  };
  witness.see({ at: 1, changedAt: start - 10_000 } as Screen);
  const entered = [
    { kind: 'typing', id: 'm1', first: 1, hash: 'h', at: start, ...(rest && { rest }) },
    { kind: 'entered', id: 'm1', at: start },
  ] as const;
  for (const _told of track.ledger(entered));
  for (now = start; now < end + 400_000; now += step) {
    if (now - step < end && now >= end) witness.see({ at: 2, changedAt: now } as Screen);
    const { stood } = await witness.judge(track, activity, () => now);
    if (stood.standing.kind === 'ready') return now - end;
  }
  return null;
}

const at1 = (posture: Posture): Activity['postures'] => ({ 1: posture });

describe('WT-84 HX-42 a program of which nothing is known, with an input line that is always there', () => {
  for (const length of [20, 6000, 45_000, 290_000])
    for (const [what, works] of Object.entries({
      sleeps: at1('other'),
      'waits with a time limit': at1(50),
      'has a child': { 1: 'input', 2: 'other' } as const,
      'leaves its terminal to what it started': { 2: 'input' } as const,
    }))
      it(`${what} for ${length} ms: it is ready after that, within a second`, async () => {
        const late = await playStranger(length, works);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(1000);
      });

  it('is ready a second after Enter where its processes tell nothing', async () => {
    expect(await playStranger(20, undefined, undefined, undefined)).toBeLessThanOrEqual(1000);
  });

  it('whose time limit repeats, or goes on since before, is ready; another limit may be work', async () => {
    expect(await playStranger(20, at1(480), at1(480), at1(500))).toBeLessThanOrEqual(1000);
    // As V8 has it in every program of Node, and what was left of it when it was woken last.
    for (const left of [8100, 6195, 1736]) {
      expect(await playStranger(20, at1(left), at1(left), at1(8100)), String(left)).toBeLessThanOrEqual(1000);
      expect(await playStranger(20, at1(left), at1(left), at1('input')), String(left)).toBeLessThanOrEqual(1000);
    }
    expect(await playStranger(6000, at1(50), at1(8100), at1(8100))).toBeGreaterThanOrEqual(0);
    expect(await playStranger(6000, at1(30_000), at1(500), at1(500))).toBeGreaterThanOrEqual(0);
  });

  it('that sleeps is never ready; what it left behind holds it up for some minutes and no longer', async () => {
    expect(await playStranger(20, at1('other'), at1('other'))).toBeNull();
    expect(await playStranger(20, at1(50), at1(50))).toBeGreaterThan(290_000);
    expect(await playStranger(20, undefined, { 1: 'input', 2: 'input' })).toBeGreaterThan(290_000);
  });
});

it('WT-81 a limit that a hook tells in words is told with its time', () => {
  const track = new Track();
  const at = Date.UTC(2026, 10, 22, 12, 30);
  const told = [
    ...track.hear({ kind: 'prompted', text: 'go' }, at),
    ...track.hear(
      { kind: 'stopped', outcome: { kind: 'limited', until: null, message: 'limit reached · resets 1:04pm (UTC)' } },
      at + 1000,
    ),
  ];
  expect(told.at(-1)).toMatchObject({ outcome: { until: Date.UTC(2026, 10, 22, 13, 5) } });
});

const turn = ['turn_started', 'busy', 'turn_ended', 'ready'];

describe('HX-42 with an input line that is always there', () => {
  for (const length of [20, 6000, 45_000]) {
    it(`a turn of ${length} ms is one turn, ready no sooner than its hook says`, async () => {
      const told = await play({ hooks: true, length });
      expect(told.map(({ what }) => what)).toEqual(turn);
      const [, , ended, ready] = told;
      expect(ended?.at).toBeGreaterThanOrEqual(start + length);
      expect(ended?.at).toBeLessThan(start + length + 2 * step);
      expect(ready?.at).toBe(ended?.at);
    });

    it(`a turn of ${length} ms is one turn without hooks too, ready no sooner than its processes rest`, async () => {
      const told = await play({ hooks: false, length });
      expect(told.map(({ what }) => what)).toEqual(turn);
      for (const { at, what } of told)
        if (what === 'turn_ended' || what === 'ready') expect(at).toBeGreaterThanOrEqual(start + length);
    });
  }

  it('a hook that says work is not doubted by processes that rest, as they do while a model thinks', async () => {
    const told = await play({ hooks: true, length: 45_000, rests: true });
    expect(told.map(({ what }) => what)).toEqual(turn);
    expect(told.filter(({ at }) => at > start && at < start + 45_000)).toEqual([]);
  });
});
