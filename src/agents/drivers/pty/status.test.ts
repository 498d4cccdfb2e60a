// A dialog whose hook tells of it is one question, not two or three: the screen alone asks only where the hook stays silent.
import { describe, expect, it } from 'vitest';
import type { Screen } from '../../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../../domain/session/agent-question.ts';
import type { TerminalProfile } from './profile.ts';
import { StatusReader } from './status.ts';
import { Track } from './turns.ts';

const asked = (id: string, about: AgentQuestion['about'] = 'permission'): AgentQuestion => ({
  ...{ id, about, text: 'Create file', wanted: null, choices: [] },
});
const activity = async () => ({ cpuMs: 0, running: false, processes: 1 }) as never;

/** A program whose screen shows a dialog from 1000 on, in a turn that its hook told of at 500. */
function dialog({ about = 'permission' as AgentQuestion['about'], byHook = true } = {}) {
  const menu = { selected: 0, next: '', previous: '', accept: '' };
  const profile = {
    capabilities: { hooks: true },
    tellsBusy: true,
    ...(byHook ? { asksByHook: true } : {}),
    read: () => ({ kind: 'asks', asked: asked('screen', about), menu }),
  } as unknown as TerminalProfile;
  const witness = new StatusReader(profile, 0);
  const track = new Track();
  const hear = (word: Parameters<Track['hear']>[0], at: number) => [...track.hear(word, at)];
  hear({ kind: 'prompted', text: null }, 500);
  witness.see({ changedAt: 1000 } as Screen);
  const at = async (now: number) => (await witness.judge(track, activity, () => now)).stood.standing;
  return { at, hear, witness, track };
}

describe('an input line that may come before the start is over', () => {
  /** Drawn at 1000, with a footer of its own from 3000 on where the start goes on. */
  const open = (early: boolean) => {
    const profile = {
      capabilities: { hooks: true },
      tellsBusy: true,
      read: ({ changedAt }: Screen) => ({
        kind: 'idle',
        composer: '',
        ...(early && changedAt < 3000 ? { early } : {}),
      }),
    } as unknown as TerminalProfile;
    const witness = new StatusReader(profile, 0);
    witness.see({ changedAt: 1000 } as Screen);
    const at = async (now: number) => (await witness.judge(new Track(), activity, () => now)).stood.standing.kind;
    return { at, witness };
  };

  it('is not ready before it shows that the start is over, so that no prompt is lost to a dialog of the start', async () => {
    const { at, witness } = open(true);
    expect(await at(1500)).toBe('busy');
    expect(await at(2900)).toBe('busy');
    witness.see({ changedAt: 3000 } as Screen);
    expect(await at(3500)).toBe('ready');
    expect(await open(false).at(1500)).toBe('ready');
  });

  it('is ready all the same where nothing comes for long: the footer may be as a person wants it', async () => {
    const { at } = open(true);
    expect(await at(10_900)).toBe('busy');
    expect(await at(11_100)).toBe('ready');
  });
});

describe('a dialog that has a hook', () => {
  it('is not asked by the screen before its hook has spoken', async () => {
    const { at, hear } = dialog();
    expect(await at(1000)).toEqual({ kind: 'busy' });
    hear({ kind: 'asked', asked: asked('hook') }, 1400);
    expect(await at(1400)).toMatchObject({ kind: 'asks', asked: { id: 'hook' } });
  });

  it('is not asked again by the picture that still stands after the answer', async () => {
    const { at, hear } = dialog();
    hear({ kind: 'asked', asked: asked('hook') }, 1400);
    hear({ kind: 'closed', id: 'hook' }, 60_000);
    expect(await at(60_100)).toEqual({ kind: 'busy' });
  });

  it('is asked by the screen when its hook stays silent, and time alone brings that about', async () => {
    const { at, witness, track } = dialog();
    const { againAt } = await witness.judge(track, activity, () => 1000);
    expect(againAt).toBe(4000);
    expect(await at(againAt ?? 0)).toMatchObject({ kind: 'asks', asked: { id: 'screen' } });
  });

  it('is not asked again when its turn has ended and the picture still shows it', async () => {
    const { at, hear } = dialog({ byHook: false });
    expect(await at(1000)).toMatchObject({ kind: 'asks' });
    hear({ kind: 'stopped', outcome: { kind: 'empty' } }, 1300);
    expect(await at(1301)).toEqual({ kind: 'busy' });
    expect(await at(4301)).toMatchObject({ kind: 'asks' });
  });

  it('is asked at once where it is about trust, or where no hook tells of dialogs', async () => {
    expect(await dialog({ about: 'trust' }).at(1000)).toMatchObject({ kind: 'asks' });
    expect(await dialog({ byHook: false }).at(1000)).toMatchObject({ kind: 'asks' });
  });
});

/** A program with hooks, whose screen reads like this since 1000; its prompt was heard at 500. */
function working(kind: 'busy' | 'idle') {
  const profile = {
    capabilities: { hooks: true },
    tellsBusy: true,
    read: ({ title }: Screen) => ({ kind: title, composer: '' }),
  } as unknown as TerminalProfile;
  const witness = new StatusReader(profile, 0);
  const track = new Track();
  const hear = (word: Parameters<Track['hear']>[0], at: number) => [...track.hear(word, at)];
  const see = (title: string, at: number, changedAt: number) => witness.see({ title, at, changedAt } as Screen);
  hear({ kind: 'prompted', text: null }, 500);
  see(kind, 10, 1000);
  const stands = async (now: number, running: boolean, fresh = () => {}) => {
    const look = async () => {
      fresh();
      return { cpuMs: 0, running, processes: 1 };
    };
    return (await witness.judge(track, look, () => now)).stood.standing.kind;
  };
  return { hear, see, stands };
}

describe('a machine that has much else to do', () => {
  const answered = { kind: 'stopped', outcome: { kind: 'answered', text: 'yes' } } as const;

  it('a picture of work that stands still is believed while its program waits for a processor, whatever its hook said', async () => {
    const { hear, stands } = working('busy');
    hear(answered, 1200);
    expect(await stands(60_000, true)).toBe('busy');
    expect(await stands(60_500, false)).toBe('ready');
  });

  it('an idle picture is not believed while a later one is on its way', async () => {
    const { see, stands } = working('idle');
    expect(await stands(60_000, false, () => see('busy', 20, 59_000))).toBe('busy');
  });

  it('a picture that comes late does not hide a later one', async () => {
    const { see, stands } = working('busy');
    see('idle', 5, 1100);
    expect(await stands(60_000, false)).toBe('busy');
  });

  it('that it was idle at some time, said late, ends no turn: its processes decide', async () => {
    const { hear, stands } = working('idle');
    hear({ kind: 'stopped', outcome: null }, 1200);
    expect(await stands(60_000, true)).toBe('busy');
    expect(await stands(60_500, false)).toBe('ready');
  });

  it('nor does it take back what its hook said of the end', async () => {
    const { hear, stands } = working('idle');
    hear(answered, 1200);
    hear({ kind: 'stopped', outcome: null }, 1300);
    expect(await stands(1301, true)).toBe('ready');
  });
});
