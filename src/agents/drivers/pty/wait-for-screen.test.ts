// Keys are pressed again into a program that rests, never into one that has not read the first: pictures and processes as recorded, no clock waited for.
import { describe, expect, it } from 'vitest';
import { runId } from '../../../domain/ids.ts';
import type { Screen } from '../../../domain/screen/screen.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { choose } from './dialogs.ts';
import type { TerminalProfile } from './profile.ts';
import { type ScreenView, untilSeen } from './wait-for-screen.ts';

const live = { runId: runId(1) } as Live;
const shows = (title: string) => ({ title, at: 0, lines: [] }) as unknown as Screen;
const never = () => false;

/** Nothing moves by itself; how its processes were seen, one look after another, then at rest. */
function still(
  looks: readonly boolean[],
  { title = 'old', before = title, over = false }: { title?: string; before?: string; over?: boolean } = {},
) {
  let asked = 0;
  const keeper = {
    activity: async () => ({ running: looks[asked++] ?? false }),
    // `before`: until its processes were looked at.
    screen: async () => ({ screen: shows(asked === 0 ? before : title) }),
  } as unknown as Keeper;
  const view = { until: async () => null, over } as unknown as ScreenView;
  const seen = (test: (screen: Screen) => boolean) => untilSeen(keeper, live, view, test, 1);
  return { seen, asked: () => asked };
}

describe('waiting for what a key brings about', () => {
  it('a program that works is waited for, and only one that rests at two looks in a row took no notice', async () => {
    const { seen, asked } = still([true, true, false, true, false, false]);
    expect(await seen(never)).toBeNull();
    expect(asked()).toBe(6);
  });

  it('what it drew and nobody was told of yet is looked at before it is said to rest', async () => {
    const { seen, asked } = still([false], { title: 'new', before: 'old' });
    expect(await seen(({ title }) => title === 'new')).toMatchObject({ title: 'new' });
    expect(asked()).toBe(1);
  });

  it('what is there at once is not waited for until it is sent', async () => {
    const { seen, asked } = still([true], { title: 'new' });
    expect(await seen(({ title }) => title === 'new')).toMatchObject({ title: 'new' });
    expect(asked()).toBe(0);
  });

  it('nobody waits for a program that has gone', async () => {
    const { seen, asked } = still([true], { over: true });
    expect(await seen(never)).toBeNull();
    expect(asked()).toBe(0);
  });
});

/** Two dialogs one after another, the default of each is its first choice; a key is read only after so many looks at its processes. */
function dialogs(slow: number) {
  const pressed: string[] = [];
  const read: string[] = [];
  let looks = 0;
  let at = 0;
  let tell = () => {};
  const now = () => ({ ...shows(at < 2 ? `dialog ${at}` : 'idle'), at }) as Screen;
  const keeper = {
    find: async () => ({ ending: null, inputSeq: pressed.length, files: { input: '/nowhere' } }),
    write: async (_run: unknown, _number: number, bytes: Uint8Array) => {
      pressed.push(Buffer.from(bytes).toString());
      looks = slow;
      return true;
    },
    async activity() {
      looks -= 1;
      if (looks > 0 || read.length === pressed.length) return { running: looks > 0 };
      read.push(...pressed.slice(read.length));
      at = read.length;
      tell();
      return { running: false };
    },
    screen: async () => ({ screen: now() }),
    async *screens(_run: unknown, signal: AbortSignal) {
      while (!signal.aborted) {
        yield now();
        await new Promise<void>((resolve) => {
          tell = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      }
    },
  } as unknown as Keeper;
  const choices = ['no', 'yes'].map((id) => ({ id, label: id, means: 'other' }));
  const menu = { selected: 0, next: 'down', previous: 'up', accept: 'enter' };
  const profile = {
    read: ({ title }: Screen) =>
      title.startsWith('dialog')
        ? { kind: 'asks', asked: { id: title, about: 'dialog', text: '', wanted: null, choices }, menu }
        : { kind: 'idle', composer: '' },
  } as unknown as TerminalProfile;
  const answer = (id: string) => choose(profile, keeper, live, id, 'no', AbortSignal.timeout(60_000));
  return { answer, pressed };
}

describe('a choice in a dialog', () => {
  it('is accepted once, however late the key is read: a second Enter would answer the next dialog', async () => {
    const { answer, pressed } = dialogs(6);
    expect(await answer('dialog 0')).toBe('answered');
    expect(pressed).toEqual(['enter']);
  });

  it('of a dialog that is not there is gone, and no key is pressed', async () => {
    const { answer, pressed } = dialogs(1);
    expect(await answer('dialog 7')).toBe('gone');
    expect(pressed).toEqual([]);
  });

  it('goes by the picture that a key was judged by, though an older one is sent afterwards', async () => {
    const pressed: string[] = [];
    let selected = 0;
    const labels = ['no', 'yes'];
    const now = () => ({ ...shows('dialog'), at: selected }) as unknown as Screen;
    const keeper = {
      find: async () => ({ ending: null, inputSeq: pressed.length, files: { input: '/nowhere' } }),
      write: async (_run: unknown, _number: number, bytes: Uint8Array) => {
        const key = Buffer.from(bytes).toString();
        pressed.push(key);
        selected = key === 'enter' ? -1 : (selected + 1) % labels.length;
        return true;
      },
      activity: async () => ({ running: false }),
      screen: async () => ({ screen: now() }),
      async *screens(_run: unknown, signal: AbortSignal) {
        yield { ...shows('dialog'), at: 0 } as unknown as Screen;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    } as unknown as Keeper;
    const choices = labels.map((id) => ({ id, label: id, means: 'other' }));
    const profile = {
      read: (screen: Screen) => {
        const { at } = screen as unknown as { at: number };
        const menu = { selected: at, next: 'down', previous: 'up', accept: 'enter' };
        const asked = { id: 'dialog', about: 'dialog', text: '', wanted: null, choices };
        return at < 0 ? { kind: 'idle', composer: '' } : { kind: 'asks', asked, menu };
      },
    } as unknown as TerminalProfile;
    expect(await choose(profile, keeper, live, 'dialog', 'yes', AbortSignal.timeout(60_000))).toBe('answered');
    expect(pressed).toEqual(['down', 'enter']);
  });
});
