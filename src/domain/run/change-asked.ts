// A change that a run by itself is asked to review: which one, and what the agent is told of it.
import { fence } from '../text/safe/fence.ts';

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

/** `wish`: of the person; `diff`: data, whatever stands in it. */
export const reviewRunPrompt = (change: ChangeAsked, wish: string, diff: string): string =>
  [
    `Review ${sayChangeAsked(change)}. Read only: change no file, install nothing, commit nothing. The whole change is at the end of this prompt; the files around it are in this folder.`,
    'Look for what is wrong: behaviour that breaks, cases that are forgotten, errors that are swallowed, races, data that others can forge, tests that prove nothing. Leave taste and format alone. Look at the code before you claim something of it.',
    wish,
    'Say each finding with file and line, what happens and when, and how grave it is: P1 (must not go out), P2 (should be mended), P3 (may be). The gravest first. Where there is none, say so.',
    `The change:\n\n${fence(diff, 'diff')}`,
  ].join('\n\n');
