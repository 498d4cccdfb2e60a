// How an installed program presents itself, compared with the one that was tested: in words, what is gone first.
import { sayFew } from '../text/counted.ts';
import type { Facts, TestedProgram } from './tested.ts';

const most = 12;

/** Nothing: all is as it was tested. */
export function tellChanges(tested: Pick<TestedProgram, 'flags' | 'handshake'>, now: Facts): readonly string[] {
  const flags = compare(tested.flags, now.flags);
  return [
    ...lost(tested, now),
    ...told('flags that are gone', flags.gone),
    ...answers(tested.handshake, now.handshake, 'gone'),
    ...told('new flags', flags.come),
    ...answers(tested.handshake, now.handshake, 'come'),
  ];
}

const lost = (tested: Pick<TestedProgram, 'handshake'>, now: Facts): readonly string[] =>
  tested.handshake !== null && now.handshake === null ? [`it does not answer as it did: ${now.silence}`] : [];

function answers(
  before: readonly string[] | null,
  after: readonly string[] | null,
  side: 'gone' | 'come',
): readonly string[] {
  if (before === null || after === null) return [];
  return told(side === 'gone' ? 'no longer in its answer' : 'new in its answer', compare(before, after)[side]);
}

function compare(before: readonly string[], after: readonly string[]) {
  const [old, young] = [new Set(before), new Set(after)];
  return { gone: before.filter((each) => !young.has(each)), come: after.filter((each) => !old.has(each)) };
}

const told = (what: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : [`${what}: ${sayFew(list, most)}`];
