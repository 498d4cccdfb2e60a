// Recorded screens: the real command line in a real pseudo-terminal, kept as text. A change of a screen is a change of its file, which is read before it is kept (`-u`).
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { toSvg } from './picture.ts';
import { type Recorded, record } from './recorder.ts';

const show = join(import.meta.dirname, 'show.ts');
const open: Recorded[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const recordStory = (story: string, columns: number, more: { rows?: number; env?: Record<string, string> } = {}) => {
  const recorded = record([show, story], { columns, ...more });
  open.push(recorded);
  return recorded;
};
const golden = (name: string) => join(import.meta.dirname, 'golden', `${name}.txt`);

/** What stands there when all is drawn; null: it ends by itself. */
const stories: readonly (readonly [string, RegExp | null])[] = [
  ['board', null],
  ['show', null],
  ['ps', null],
  ['diff', null],
  ['live', /▸ q7[\s\S]*Cause: nextBeat[\s\S]*(Done when|more lines)/],
  ['answer', /cancel the task[\s\S]*answer>/],
  ['watch', /gate r103, \d+s: ✓[\s\S]*leaves it running/],
];

/** All that strangers wrote is told by this word. */
function stylesOf(recorded: Recorded, word: string): readonly string[] {
  return recorded.cells().flatMap((row) => {
    const text = row.map((cell) => cell.text || ' ').join('');
    const at = text.indexOf(word);
    return at === -1 ? [] : [row[at]?.style ?? ''];
  });
}

describe('a question on a screen', () => {
  it('is answered by arrow keys, a number, or a word; a mark and nothing typed is the choice that is marked', async () => {
    for (const [keys, said] of [
      ['\u001b[B\u001b[B\u001b[A\r', 'go'],
      ['\u001b[A\r', 'cancel'],
      ['1\r', '1'],
      ['go\r', 'go'],
    ] as const) {
      const recorded = recordStory('answer', 80);
      await recorded.until(/answer>/);
      recorded.type(keys);
      expect(await recorded.ended).toBe(0);
      expect(recorded.screen()).toContain(`Your answer> ${said}`);
      expect(recorded.screen()).not.toContain('[1] go');
    }
  });

  it('is not answered by Enter alone, nor by the line breaks of what is pasted', async () => {
    const recorded = recordStory('answer', 80);
    await recorded.until(/answer>/);
    recorded.type('\u001b[200~1\n2\r\n早上好\u001b[201~');
    await recorded.until('Your answer> 1 2 早上好');
    recorded.type('\u0015\r');
    expect(await recorded.ended).toBe(6);
    expect(recorded.screen()).toContain('0 answered, 1 left open');
  });

  it('is shown in the pager where it is longer than the screen', async () => {
    const recorded = recordStory('answer', 40, { rows: 24, env: { PAGER: 'cat' } });
    await recorded.until(/more lines: type `more`[\s\S]*answer>/);
    expect(recorded.screen()).not.toContain('MINUTE');
    recorded.type('more\r');
    await recorded.until(/MINUTE[\s\S]*owned[\s\S]*answer>/);
  });

  it('is not told again for each step of what goes on beside it', async () => {
    const recorded = recordStory('moves', 80);
    await recorded.until(/Still at work: 2 of 40[\s\S]*answer>/);
    expect(recorded.screen().match(/Submit it|Still at work: .*/g)).toEqual([
      ...['Submit it', 'Still at work: none tried yet.'],
      'Still at work: 2 of 40 parts.',
    ]);
  });

  it('is told again once that is over, and where nothing is drawn again nobody is interrupted before', async () => {
    const recorded = recordStory('moved', 80, { env: { TERM: 'dumb' } });
    await recorded.until(/parts: needed[\s\S]*Your answer[^\n]*> *$/);
    expect(recorded.screen().match(/Submit it|Still at work: .*|parts: .*|Your answer/g)).toEqual([
      ...['Submit it', 'Still at work: none tried yet.', 'Your answer'],
      ...['Submit it', 'parts: needed', 'Your answer'],
    ]);
  });

  it('with more choices than the screen has rows shows the first, the one that is marked, and that there are more', async () => {
    const recorded = recordStory('many', 40, { rows: 16 });
    await recorded.until(/\[1\] c1[\s\S]*… 60 choices[\s\S]*answer>/);
    for (const [key, marked] of [
      ['\u001b[B'.repeat(40), 'c40'],
      ['\u001b[A'.repeat(40), 'c60'],
      ['\u001b[B', 'c1'],
    ] as const) {
      recorded.type(key);
      await recorded.until(new RegExp(`▸ \\[\\d+\\] ${marked} [\\s\\S]*answer>`));
    }
    recorded.resize(20, 5);
    await recorded.until(/▸ \[1\] c1 /);
    recorded.type('\r');
    expect(await recorded.ended).toBe(0);
    expect(recorded.screen()).toContain('Your answer> c1');
  });

  it('shows where a person types, also where that is longer than the screen', async () => {
    const recorded = recordStory('answer', 80);
    await recorded.until(/answer>/);
    recorded.type(`begin ${'早上好 '.repeat(30)}end`);
    await recorded.until(/end$/);
    recorded.resize(20, 5);
    const seen = () => recorded.screen().split('\n').slice(-4).join('\n');
    await recorded.until(() => seen().includes('end'));
    recorded.type('\u0001');
    await recorded.until(() => seen().includes('Your answer> begin'));
    recorded.type('\u0005');
    await recorded.until(() => seen().includes('end'));
    recorded.resize(80, 24);
    await recorded.until(/\[3\] cancel[\s\S]*answer> begin/);
  });

  it('is there again after the pager, whose Ctrl-C is its own', async () => {
    const script = 'trap "echo interrupted" INT; cat; until read -r line </dev/tty; do :; done';
    const recorded = recordStory('answer', 40, { rows: 24, env: { PAGER: `bash -c '${script}'` } });
    await recorded.until(/more lines: type `more`[\s\S]*answer>/);
    recorded.type('more\r');
    await recorded.until(/MINUTE/);
    recorded.type('\u0003');
    await recorded.until('interrupted');
    recorded.type('\r');
    await recorded.until(/interrupted[\s\S]*answer>/);
    recorded.type('go\r');
    expect(await recorded.ended).toBe(0);
  });

  it('is legible in the pager whatever the locale, and left by q', async () => {
    const recorded = recordStory('answer', 40, { rows: 24, env: { PAGER: 'less -R -X', LC_ALL: 'C' } });
    await recorded.until(/more lines: type `more`[\s\S]*answer>/);
    recorded.type('more\r');
    await recorded.until(/> more[\s\S]*• src[\s\S]*一个服务[\s\S]*\n:$/);
    recorded.type('q');
    await recorded.until(/一个服务[\s\S]*answer>/);
  });

  it('is drawn anew at another width', async () => {
    const recorded = recordStory('answer', 120);
    await recorded.until(/answer>/);
    recorded.resize(50, 40);
    await recorded.until(/change the plan: say what is\n {6}different/);
    expect(recorded.screen().match(/\[3\] cancel/g)).toHaveLength(1);
  });
});

it('what is said beside a task that is stated is torn in no word', async () => {
  const recorded = recordStory('stated', 40);
  await recorded.until(/submitted\./);
  expect(recorded.screen()).toContain(
    'There is no remote: the work ends as a\nbranch of your repository and is not\nsubmitted.',
  );
});

it('what is followed says how it is left, and is torn in no word', async () => {
  const recorded = recordStory('attached', 40);
  await recorded.until(/answered/);
  expect(recorded.screen()).toMatch(
    /Ctrl-C leaves; shop-12 goes on\.\n[\d:]+ shop-12 gives its slot back\nuntil somebody has answered/,
  );
});

it('the picture at the head of the README is a recorded screen', async () => {
  const recorded = recordStory('picture', 90);
  await recorded.until(/gate r103, \d+s: ✓[\s\S]*leaves it running/);
  const picture = join(import.meta.dirname, '../../docs/pictures/watch.svg');
  await expect(toSvg(recorded.cells(), 90)).toMatchFileSnapshot(picture);
});

it('a task with more criteria than there are rows is watched with its phase on top, and what is left out is said', async () => {
  const recorded = recordStory('crowded', 40, { rows: 14 });
  await recorded.until(/\n▸ develop .*\n {4}✓ SC-1[\s\S]*\n {4}and \d+ more\n[\s\S]*leaves it running$/);
});

describe('the board', () => {
  it('goes through what there is, shows each, and answers, watches and shows changes from there', async () => {
    const recorded = recordStory('live', 100, { env: { PAGER: 'cat' } });
    await recorded.until(/▸ q7/);
    recorded.type('\u001b[B');
    await recorded.until((screen) => /▸ red fox/.test(screen) && /Reading src/.test(screen));
    recorded.type('d');
    await recorded.until('no changes of its own');
    recorded.type('jjj');
    await recorded.until((screen) => /▸ shop-12/.test(screen) && /SC-1/.test(screen));
    recorded.type('w');
    await recorded.until('leaves it running');
    expect(recorded.modes()).toMatchObject({ alternate: false, cursorHidden: false });
    recorded.type('\u0003');
    await recorded.until(/▸ shop-12/);
    expect(recorded.modes()).toMatchObject({ alternate: true, cursorHidden: true });
    recorded.type('\u001b[H');
    await recorded.until(/▸ q7/);
    recorded.type('a');
    await recorded.until(/answer>/);
    recorded.type('go\r');
    await recorded.until(/▸ q7/);
    recorded.type('?');
    await recorded.until(/space {2}more of it/);
    recorded.type('q');
    expect(await recorded.ended).toBe(0);
    expect(recorded.modes()).toMatchObject({ alternate: false, cursorHidden: false });
  });

  it('has its columns where they are, whatever stands in a title', async () => {
    const recorded = recordStory('awkward', 120, { rows: 24 });
    await recorded.until('Criteria');
    for (const word of ['a tab be', 'e\u0301', 'www', '한국어']) {
      const row = recorded.cells().find((each) =>
        each
          .map(({ text }) => text)
          .join('')
          .includes(word),
      );
      expect([word, row?.findIndex(({ text }) => text === '│')]).toEqual([word, 55]);
    }
  });

  it('fills another size', async () => {
    const recorded = recordStory('live', 120);
    await recorded.until(/▸ q7[\s\S]*│/);
    recorded.resize(60, 20);
    await recorded.until((screen) => screen.includes('─'.repeat(60)) && !screen.includes('│'));
  });
});

describe('the terminal is given back', () => {
  const sane = { alternate: false, cursorHidden: false, pasteBracketed: false };
  /** Runs it as a job of a shell, as a person does. */
  const inShell = (story: string, rest: string) => {
    const recorded = record(['-c', `set -m; "$0" "$1" "$2"; ${rest}`, process.execPath, show, story], {
      columns: 80,
      program: 'bash',
    });
    open.push(recorded);
    return recorded;
  };
  const drawn = /answer>|leaves it|q leave|▸ q7/;
  const isSane = 'until stty -a | grep -q " icanon"; do :; done; echo GIVEN BACK';

  it.each([
    ['answer', 130],
    ['live', 0],
  ] as const)('by Ctrl-C: %s', async (story, code) => {
    const recorded = recordStory(story, 80);
    await recorded.until(drawn);
    recorded.type('\u0003');
    expect(await recorded.ended).toBe(code);
    expect(recorded.modes()).toEqual(sane);
  });

  it.each(['answer', 'live'])('by Ctrl-Z, and taken again in the foreground: %s', async (story) => {
    const recorded = inShell(story, `${isSane}; fg >/dev/null; echo OVER`);
    await recorded.until(drawn);
    recorded.type('\u001a');
    await recorded.heard('GIVEN BACK');
    await recorded.until(drawn);
    recorded.type(story === 'live' ? 'q' : '1\r');
    await recorded.until('OVER');
    expect(recorded.modes()).toEqual(sane);
  });

  it.each(['answer', 'live'])('by a kill that nobody hears: %s', async (story) => {
    const recorded = inShell(story, isSane);
    await recorded.until(drawn);
    process.kill(recorded.inForeground(), 'SIGKILL');
    await recorded.heard('GIVEN BACK');
    await recorded.until(() => JSON.stringify(recorded.modes()) === JSON.stringify(sane));
  });

  it.each(['answer', 'watch', 'live'])('a terminal that is closed ends it: %s', async (story) => {
    const recorded = recordStory(story, 80);
    await recorded.until(drawn);
    recorded.hangUp();
    expect(await recorded.ended).not.toBe(0);
  });
});

describe.each(stories)('WT-25 the screen of %s', (story, drawn) => {
  it.each([40, 80, 120])('at %i columns is as it was kept', async (columns) => {
    const recorded = recordStory(story, columns);
    await (drawn === null ? recorded.ended : recorded.until(drawn));
    await expect(`${recorded.screen()}\n`).toMatchFileSnapshot(golden(`${story}-${columns}`));
    expect(recorded.title()).toBe('');
    for (const style of stylesOf(recorded, 'owned')) expect(style).not.toContain('31');
  });
});
