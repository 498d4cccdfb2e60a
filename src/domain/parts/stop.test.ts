import { describe, expect, it } from 'vitest';
import type { Notice } from '../notice.ts';
import type { Thing } from '../thing.ts';
import { isPaused, livingOf, pauseOf, restUntilEnded, stopAll, tellAll } from './stop.ts';

const notice = (seq: number, kind: string): Notice => ({ seq, kind, by: 'person:Ada', body: null }) as Notice;
const child = (id: string, ended: boolean): Thing => ({ id, ended }) as unknown as Thing;

describe('told to stand still', () => {
  it('by the last word, of those that were not dealt with', () => {
    const said = [notice(1, 'pause'), notice(2, 'resume'), notice(3, 'say'), notice(4, 'pause')];
    expect(isPaused([])).toBe(false);
    expect(isPaused(said)).toBe(true);
    expect(pauseOf(said)?.seq).toBe(4);
    expect(isPaused(said.slice(0, 3))).toBe(false);
    expect(pauseOf(said, 4)).toBe(null);
  });
});

describe('told to end', () => {
  const all = [child('r1', false), child('r2', true)];
  const stop = (told: boolean, children = all) =>
    stopAll<string>({
      ...{ children, told },
      tell: (living) => ({ kind: 'advance', state: 'told', said: [], notices: tellAll(living, 'cancel') }),
      end: () => ({ kind: 'finish', state: 'over', said: [] }),
    });

  it('tells what runs and nothing else, once, and ends after it', () => {
    expect(stop(false)).toMatchObject({ state: 'told', notices: [{ to: 'r1', kind: 'cancel', body: null }] });
    expect(stop(true)).toBe(restUntilEnded);
    expect(stop(true, [child('r1', true)])).toMatchObject({ kind: 'finish' });
    expect(livingOf(all).map(({ id }) => id)).toEqual(['r1']);
  });
});
