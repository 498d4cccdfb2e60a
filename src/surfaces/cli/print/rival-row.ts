// One of several who did the same task, in a table.
import type { RivalView } from '../../../contract/task.ts';
import { several, spent } from './amounts.ts';
import { oneLine } from './cells.ts';
import { type Look, paint } from './look.ts';
import { outcomeWord } from './task-words.ts';

export const rivalRow = (look: Look, { change, ...rival }: RivalView): string[] => {
  const failing = rival.gates.filter(({ verdict }) => verdict === 'failed' || verdict === 'timeout');
  return [
    rival.task,
    rival.agent,
    rival.outcome === null ? rival.state : outcomeWord(look, rival.outcome, rival.weaker),
    spent(rival.spend),
    [
      ...(rival.taken_by === undefined ? [] : [paint(look, 'green', `taken by ${oneLine(rival.taken_by)}`)]),
      `${rival.criteria.met} of ${rival.criteria.of} criteria`,
      `${several(change.files, 'file')}, +${change.added} -${change.removed}`,
      ...(failing.length === 0 ? [] : [`red: ${failing.map(({ gate }) => gate).join(', ')}`]),
      ...(rival.review === '' ? [] : [oneLine(rival.review)]),
      ...(rival.outcome === 'proven' || rival.why === '' ? [] : [oneLine(rival.why)]),
    ].join(' · '),
  ];
};
