import { describe, expect, it } from 'vitest';
import { askForLines } from './ask.ts';
import { hookFile, nodeHook } from './node-hook.ts';
import { linesOfNode, linesOfPytest } from './of-runners.ts';

const asked = { checkout: '/work', scratch: '/scratch', follow: ['src/a.js'], canary: undefined, all: false };
const canary = { name: 'channel', files: ['test/a.js'] } as never;
const telling = linesOfNode(() => 'tells');

describe('a run is asked for its lines', () => {
  it('with what tells them, and what is wanted, beside its report', () => {
    expect(askForLines(telling, { ...asked, canary })).toEqual({
      flags: [],
      env: { NODE_OPTIONS: `--import=/scratch/lines/${hookFile}` },
      ours: [
        { path: `lines/${hookFile}`, text: nodeHook },
        {
          path: 'lines/lines.json',
          text: JSON.stringify({ folder: '/work', files: ['src/a.js'], channel: 'channel', tests: ['test/a.js'] }),
        },
      ],
      folder: '/scratch/lines',
    });
  });

  it('without a word of its own where its runner needs none', () => {
    const { flags, ours } = askForLines(linesOfPytest, asked) ?? {};
    expect(flags).toEqual(['-p', 'drover_pytest']);
    expect(JSON.parse(ours?.at(-1)?.text ?? '')).toMatchObject({ channel: '', tests: [] });
  });

  it('of all tests without such a word, where it does not matter which test ran them', () => {
    expect(askForLines(telling, { ...asked, all: true })).toMatchObject({ folder: '/scratch/lines' });
  });

  it.each([
    ['nobody asks', telling, { ...asked, canary, follow: undefined }],
    ['its runner can tell none', undefined, { ...asked, canary }],
    ['it needs a word that nobody gave', telling, asked],
  ])('not where %s', (_, lines, given) => {
    expect(askForLines(lines, given)).toBeNull();
  });
});
