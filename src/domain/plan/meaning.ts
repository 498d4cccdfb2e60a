// Whether the tests of a criterion mean what it says: criterion and tests side by side, and the word of a reader that did not write them.

import { boundList } from '../evidence/bound-list.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { sayNeeds } from '../text/counted.ts';
import { record, type Unknowns } from './report.ts';

/** Its red tests, as they stand in the change. `asserts`: the lines of them that claim something. `key`: hash of criterion and tests. */
export type SideBySide = {
  readonly label: string;
  readonly text: string;
  readonly key: string;
  readonly tests: readonly ShownTest[];
  /** Tests that did not find room. */
  readonly more?: number;
};

/** `cut`: more of its text stands in the change. */
export type ShownTest = {
  readonly name: string;
  readonly text: string;
  readonly asserts: readonly string[];
  readonly cut?: true;
};

/** Of the tests of all criteria together. */
const mostBytes = 24 * 1024;
/** Of one criterion. */
const mostTexts = 20;
const longestName = 200;
const longestText = 2000;

/** No criterion is left out for the length of its tests or of another's: each may have its share, and what those before it left of theirs. */
export function boundSide(side: readonly SideBySide[]): readonly SideBySide[] {
  let left = mostBytes;
  return side.map(({ tests, ...each }, at) => {
    const share = left / (side.length - at);
    const shown: ShownTest[] = [];
    let taken = 0;
    for (const test of tests.slice(0, mostTexts)) {
      const fitting = boundTest(test, share - taken);
      const bytes = bytesOf(fitting);
      // The first stands there whatever the room, for a criterion without any looks as if it had none.
      if (shown.length > 0 && taken + bytes > share) break;
      shown.push(fitting);
      taken += bytes;
    }
    left -= taken;
    const more = tests.length - shown.length;
    return { ...each, tests: shown, ...(more > 0 && { more }) };
  });
}

function boundTest({ name, text, asserts }: ShownTest, bytes: number): ShownTest {
  const bare = { name: name.slice(0, longestName), text: '', asserts: [] };
  const room = Math.max(0, Math.floor(bytes) - bytesOf(bare));
  const whole = { ...bare, text, asserts };
  if (text.length <= longestText && bytesOf(whole) <= bytes) return whole;
  const half = text.slice(0, Math.min(longestText, Math.floor(room / 2)));
  const lines = boundList(asserts, Math.floor(room / 4));
  return { ...bare, text: half, asserts: lines, ...(half.length < text.length && { cut: true as const }) };
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** A reader's word about one criterion. */
export type Meaning = { readonly label: string; readonly means: boolean; readonly why: string };

const longestWhy = 500;
const most = 500;

/** What cannot be read is no word: that none was said stands beside the criterion then. */
export function meaningsIn({ criteria }: Unknowns): readonly Meaning[] {
  if (!Array.isArray(criteria)) return [];
  return criteria.slice(0, most).flatMap((each: unknown): Meaning[] => {
    const { id, means, why } = record(each);
    const yes = means === true || means === 'yes';
    if (typeof id !== 'string' || !(yes || means === false || means === 'no')) return [];
    return [
      { label: id, means: yes, why: typeof why === 'string' ? why.replace(/\s+/g, ' ').slice(0, longestWhy) : '' },
    ];
  });
}

/** A no needs a person's yes; that nothing was said of one is told. `by` null: nobody read them. */
export function readerFindings(
  side: readonly SideBySide[],
  by: string | null,
  meanings: readonly Meaning[],
): readonly Finding[] {
  if (by === null) return [];
  return side.flatMap(({ label, key, tests }): Finding[] => {
    const said = meanings.findLast((each) => each.label === label);
    const note = { gate: 'reader', file: null, line: null, weight: 'note' } as const;
    if (said === undefined)
      return tests.length === 0
        ? []
        : [{ ...note, what: `${by} did not say whether the tests of ${label} mean what it says` }];
    if (said.means) return [];
    const why = said.why === '' ? '' : `: ${said.why}`;
    return [
      { ...note, what: `${by} says that the tests of ${label} do not mean what it says${why}`, needs: 'yes', key },
    ];
  });
}

/** One sentence. */
export function sayReader(side: readonly SideBySide[], by: string | null, findings: readonly Finding[]): string {
  const read = side.filter(({ tests }) => tests.length > 0).length;
  if (by === null) return 'nobody but who wrote them has read whether the tests mean what the criteria say';
  const open = findings.filter(({ needs }) => needs === 'yes').length;
  const whose = `${by} read the tests of ${read} ${read === 1 ? 'criterion' : 'criteria'} beside what ${read === 1 ? 'it says' : 'they say'}`;
  return open === 0 ? whose : `${whose}; ${sayNeeds(open)}`;
}

/** For a person, where nobody else read them. */
export function showSideBySide(side: readonly SideBySide[], results: readonly GateResult[]): readonly string[] {
  const wanted = side.filter(({ tests }) => tests.length > 0);
  if (wanted.length === 0 || results.some(({ gate, verdict }) => gate === 'reader' && verdict === 'passed')) return [];
  return [
    'Nobody but who wrote them has read whether these tests mean what the criteria say:',
    ...wanted
      .slice(0, mostShown)
      .flatMap(({ label, text, tests, more = 0 }) => [
        `- ${label}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
        ...tests
          .slice(0, mostTests)
          .map(
            ({ name, asserts }) =>
              `  - "${name}"${asserts.length > 0 ? `: ${asserts.map((line) => `\`${line}\``).join(' ')}` : ''}`,
          ),
        ...(Math.max(0, tests.length - mostTests) + more > 0
          ? [`  - and ${Math.max(0, tests.length - mostTests) + more} more`]
          : []),
      ]),
    ...(wanted.length > mostShown ? [`- and ${wanted.length - mostShown} more criteria`] : []),
  ];
}

const mostShown = 12;
const mostTests = 5;
