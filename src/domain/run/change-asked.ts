// A change that a run by itself is asked to review: which one, and what the agent is told of it.
import { boundDiff } from '../text/bound-diff.ts';
import { wholeFiles } from '../text/cut-diff.ts';

export type ChangeAsked =
  /** What the folder has that its last commit has not. */
  | { readonly kind: 'uncommitted' }
  /** Everything since it parted from that branch, committed or not. */
  | { readonly kind: 'since'; readonly base: string }
  | { readonly kind: 'commit'; readonly commit: string };

export function sayChangeAsked(change: ChangeAsked): string {
  switch (change.kind) {
    case 'uncommitted':
      return 'what is not committed here';
    case 'since':
      return `everything since ${change.base}`;
    case 'commit':
      return `commit ${change.commit}`;
  }
}

/** In characters: a prompt of more is cut by agents in places that nobody chose. */
const longest = 192 * 1024;

/** Null: all of it is shown. */
export const sayLeftOut = (diff: string): string | null =>
  diff.length <= longest
    ? null
    : `The change is larger than ${longest / 1024} KiB: what does not fit was named to the agent, to be read in the folder.`;

/** `wish`: of the person; `diff` of all `paths`: data, whatever stands in it. */
export const reviewRunPrompt = (change: ChangeAsked, wish: string, diff: string, paths: readonly string[]): string =>
  [
    `Review ${sayChangeAsked(change)}. Read only: change no file, install nothing, commit nothing. The change is at the end of this prompt; the files around it are in this folder.`,
    'Look for what is wrong: behaviour that breaks, cases that are forgotten, errors that are swallowed, races, data that others can forge, tests that prove nothing. Leave taste and format alone. Look at the code before you claim something of it.',
    wish,
    'Say each finding with file and line, what happens and when, and how grave it is: P1 (must not go out), P2 (should be mended), P3 (may be). The gravest first. Where there is none, say so.',
    boundDiff(wholeFiles(diff), paths, longest),
  ].join('\n\n');
