import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instant } from '../../domain/ids.ts';
import { Drawing } from './drawing.ts';
import type { FromWorker } from './messages.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

let folder: string;
let path: string;
let drawing: Drawing | null = null;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawing-')));
  path = join(folder, 'output');
});
afterEach(() => {
  drawing?.close();
  rmSync(folder, { recursive: true });
});

type Pace = {
  /** Milliseconds that each piece takes to be drawn. */
  readonly spent: number;
  /** Milliseconds since it grew when a piece is drawn. */
  readonly ago?: number;
  readonly rests?: 'until they are cut short';
};

/** A transcript of so many bytes, drawn with a time of its own. */
function draw(bytes: number, { spent, ago = 0, rests: how }: Pace) {
  writeFileSync(path, `${'a line of output'.padEnd(62)}\r\n`.repeat(bytes / 64 - 1));
  writeFileSync(path, 'the last line'.padEnd(64), { flag: 'a' });
  const rests: number[] = [];
  const told: FromWorker[] = [];
  const ears = new Set<() => void>();
  const happened = () => {
    for (const ear of ears) ear();
  };
  let [ticks, now] = [0, 1_000_000];
  const time = {
    now: () => instant(now),
    ticks() {
      ticks += spent;
      return ticks;
    },
    async wait(ms: number, signal?: AbortSignal) {
      rests.push(ms);
      happened();
      if (how !== undefined) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
  };
  const post = (message: FromWorker) => {
    told.push(message);
    happened();
  };
  drawing = new Drawing({ tell: 'open', run: 'r1', path, liveFrom: 0, pastAt: 0, to: 0 }, post, time);
  const one = drawing;
  return {
    rests,
    told,
    took: () => told.findLast((message) => message.told === 'took')?.at ?? 0,
    grow(to: number): void {
      one.grow(to);
      now += ago;
    },
    watch: (on: boolean) => one.watch(on),
    ask: () => one.ask(7, bytes, { kind: 'screen', history: 0 }),
    close: () => one.close(),
    until: (is: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (is()) resolve();
        };
        ears.add(look);
        look();
      }),
  };
}

describe('a flood', () => {
  it('that nobody looks at leaves nine tenths of the time to others, until little is left of it', async () => {
    const drawn = draw(2 * MiB, { spent: 10 });
    drawn.grow(2 * MiB);
    await drawn.until(() => drawn.took() === 2 * MiB);
    expect(drawn.rests).toEqual(Array.from({ length: 6 }, () => 90));
  });

  it('that somebody looks at leaves two thirds of the time to others', async () => {
    const drawn = draw(2 * MiB, { spent: 10 });
    drawn.watch(true);
    drawn.grow(2 * MiB);
    await drawn.until(() => drawn.took() === 2 * MiB);
    expect(drawn.rests).toEqual(Array.from({ length: 6 }, () => 20));
  });

  it.each([
    [100, false],
    [200, true],
  ])(
    'is never left alone for more than a quarter of a second: %i ms a piece, looked at: %s',
    async (spent, watched) => {
      const drawn = draw(MiB, { spent });
      drawn.watch(watched);
      drawn.grow(MiB);
      await drawn.until(() => drawn.took() === MiB);
      expect(drawn.rests).toEqual([250, 250]);
    },
  );

  it('is not drawn while it rests: one piece, then a rest', async () => {
    const drawn = draw(2 * MiB, { spent: 10, rests: 'until they are cut short' });
    drawn.grow(2 * MiB);
    await drawn.until(() => drawn.rests.length === 1);
    expect(drawn.took()).toBe(0);
    // Somebody begins to look: that ends this rest.
    drawn.watch(true);
    await drawn.until(() => drawn.rests.length === 2);
    expect([drawn.took(), drawn.rests]).toEqual([256 * KiB, [90, 20]]);
  });

  it('is drawn without a rest as soon as somebody waits for its picture', async () => {
    const drawn = draw(2 * MiB, { spent: 10, rests: 'until they are cut short' });
    drawn.grow(2 * MiB);
    await drawn.until(() => drawn.rests.length === 1);
    drawn.ask();
    await drawn.until(() => drawn.told.some((message) => message.told === 'reply'));
    expect([drawn.took(), drawn.rests]).toEqual([2 * MiB, [90]]);
    const reply = drawn.told.find((message) => message.told === 'reply');
    expect(JSON.stringify(reply)).toContain('the last line');
  });

  it('that ends with its terminal rests no more', async () => {
    const drawn = draw(2 * MiB, { spent: 10, rests: 'until they are cut short' });
    drawn.grow(2 * MiB);
    await drawn.until(() => drawn.rests.length === 1);
    drawn.ask();
    drawn.close();
    await drawn.until(() => drawn.told.some((message) => message.told === 'reply'));
    expect(drawn.told.at(-1)).toEqual({ told: 'reply', call: 7, value: null });
    expect(drawn.rests).toEqual([90]);
  });
});

describe('no flood', () => {
  it.each([
    ['little output', 512 * KiB, 512 * KiB, 0, false],
    ['more than anybody will ever read along', MiB, 193 * MiB, 0, false],
    ['output that came half a second ago', 2 * MiB, 2 * MiB, 500, false],
    ['output that came a tenth of a second ago, and is looked at', 2 * MiB, 2 * MiB, 100, true],
  ])('is %s: it is drawn without a rest', async (_, bytes, announced, ago, watched) => {
    const drawn = draw(bytes, { spent: 10, ago });
    drawn.watch(watched);
    drawn.grow(announced);
    await drawn.until(() => drawn.took() === announced);
    expect(drawn.rests).toEqual([]);
  });

  it('output that came a tenth of a second ago is one still where nobody looks', async () => {
    const drawn = draw(MiB, { spent: 10, ago: 100 });
    drawn.grow(MiB);
    await drawn.until(() => drawn.took() === MiB);
    expect(drawn.rests).toEqual([90, 90]);
  });
});

it('an echo after a pause is drawn at once; what comes right behind it, or is long, by a timer', async () => {
  let ticks = 1000;
  const told: FromWorker[] = [];
  writeFileSync(path, '');
  const time = { now: () => instant(ticks), ticks: () => ticks, wait: async () => undefined };
  const one = new Drawing(
    { tell: 'open', run: 'r1', path, liveFrom: 0, pastAt: 0, to: 0 },
    (said) => told.push(said),
    time,
  );
  drawing = one;
  let size = 0;
  const isDrawn = () => told.some((said) => said.told === 'took' && said.at === size);
  const says = (text: string) => {
    writeFileSync(path, text, { flag: 'a' });
    size += text.length;
    one.grow(size);
  };
  const beforeAnyTimer = async () => {
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    return isDrawn();
  };
  await beforeAnyTimer();
  const seen: boolean[] = [];
  for (const [text, pause] of [
    ['> echo', 10],
    ['more', 9],
    ['x'.repeat(5000), 10],
    ['> echo', 10],
  ] as const) {
    ticks += pause;
    says(text);
    seen.push(await beforeAnyTimer());
    while (!isDrawn()) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(seen).toEqual([true, false, false, true]);
});
