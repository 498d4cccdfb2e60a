// What every clock must do.
import { describe, expect, it } from 'vitest';
import { instant } from '../../src/domain/ids.ts';
import type { Clock } from '../../src/ports/system.ts';

type Mounted = {
  readonly clock: Clock;
  /** Lets at least so much time go by. */
  readonly pass: (ms: number) => Promise<void>;
};

export function clockSuite(name: string, mount: () => Mounted): void {
  describe(`${name}, a clock`, () => {
    it('tells a time that goes on', async () => {
      const { clock, pass } = mount();
      const before = clock.now();
      await pass(20);
      expect(clock.now()).toBeGreaterThanOrEqual(before + 20);
    });

    it('WT-69 tells ticks that go on with it, begun where it stood', async () => {
      const { clock, pass } = mount();
      const [before, at] = [clock.ticks(), clock.now()];
      expect(Math.abs(before - at)).toBeLessThan(3_600_000);
      await pass(20);
      expect(clock.ticks()).toBeGreaterThanOrEqual(before + 20);
    });

    it('waits', async () => {
      const { clock, pass } = mount();
      const waited = clock.wait(20).then(() => 'over');
      await pass(40);
      expect(await waited).toBe('over');
    });

    it('ends a wait at once when its signal fires, without an error', async () => {
      const { clock } = mount();
      const stop = new AbortController();
      const waited = clock.wait(3_600_000, stop.signal);
      stop.abort();
      await waited;
      await clock.wait(3_600_000, stop.signal);
    });

    it('calls once when an instant has come, in their order', async () => {
      const { clock, pass } = mount();
      const called: string[] = [];
      const later = new Promise<void>((resolve) => {
        clock.at(instant(clock.now() + 60), () => {
          called.push('later');
          resolve();
        });
      });
      clock.at(instant(clock.now() + 10), () => called.push('sooner'));
      await pass(150);
      await later;
      await pass(20);
      expect(called).toEqual(['sooner', 'later']);
    });

    it('calls soon for an instant that is past, and never before `at` has returned', async () => {
      const { clock, pass } = mount();
      let called = false;
      const over = new Promise<void>((resolve) => {
        clock.at(instant(clock.now() - 1000), () => {
          called = true;
          resolve();
        });
      });
      expect(called).toBe(false);
      await pass(20);
      await over;
    });

    it('does not call what was withdrawn', async () => {
      const { clock, pass } = mount();
      let called = false;
      const withdraw = clock.at(instant(clock.now() + 10), () => {
        called = true;
      });
      withdraw();
      await pass(40);
      expect(called).toBe(false);
    });
  });
}
