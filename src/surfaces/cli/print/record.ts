// The record of acts, what agents cost, and what was found.
import type { Audit, Hits, SpendLine, SpendTable } from '../../../contract/record.ts';
import { dateTime, several, spent } from './amounts.ts';
import { oneLine } from './cells.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const audit = ({ acts }: Audit, look: Look): string =>
  acts.length === 0
    ? 'Nothing is on record yet.'
    : columns(
        look,
        acts.map(({ at, command, about, by, channel, pid, outcome, times }) => [
          paint(look, 'dim', dateTime(at)),
          by,
          `${channel}${pid === null ? '' : ` ${pid}`}`,
          paint(look, 'bold', command),
          about,
          times === 1 ? outcome : `${outcome} ×${times}`,
        ]),
      );

const spend = ({ by, lines, total }: SpendTable, look: Look): string =>
  lines.length === 0
    ? 'Nothing was spent.'
    : columns(look, [
        [paint(look, 'dim', by), paint(look, 'dim', 'turns'), paint(look, 'dim', 'spent')],
        ...lines.map((line) => spendRow(look, line)),
        spendRow(look, total),
      ]);

/** Never less than is known to be unknown. */
const spendRow = (look: Look, line: SpendLine): string[] => [
  paint(look, 'bold', line.key === '' ? '-' : line.key),
  String(line.turns),
  spent({ ...line, money: line.turns === line.unpriced_turns ? null : line.money }) +
    (line.unpriced_turns === 0 ? '' : ` + ${several(line.unpriced_turns, 'turn')} of unknown price`),
];

const hits = ({ hits: found }: Hits, look: Look): string =>
  found.length === 0
    ? 'Nowhere.'
    : columns(
        look,
        found.map(({ thing, task, part, at, text }) => [
          paint(look, 'bold', thing === task ? thing : `${task} ${thing}`),
          part,
          dateTime(at),
          oneLine(text),
        ]),
      );

export const recordPrinters = { 'service.audit': audit, 'service.search': hits, 'service.spend': spend };
