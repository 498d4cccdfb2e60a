import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Alarms } from './alarms.ts';

it('gives the earliest of what is set, whatever was replaced or withdrawn before', () => {
  const act = fc.record({
    key: fc.integer({ min: 0, max: 9 }),
    due: fc.option(fc.integer({ min: 0, max: 99 }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const alarms = new Alarms<number>();
      const expected = new Map<number, number>();
      for (const { key, due } of acts) {
        if (due === null) {
          alarms.delete(key);
          expected.delete(key);
        } else {
          alarms.set(key, due);
          expected.set(key, due);
        }
        const earliest = alarms.earliest();
        expect(earliest?.due).toBe(expected.size === 0 ? undefined : Math.min(...expected.values()));
        if (earliest !== undefined) expect(expected.get(earliest.key)).toBe(earliest.due);
      }
    }),
  );
});
