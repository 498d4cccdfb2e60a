// Go's profile: a line for each block, `file.go:3.14,5.2 1 0`. Several packages may tell of the same block.
import { type CoverageReport, ReportBuilder } from './covered-file.ts';

type Block = {
  readonly file: string;
  readonly first: number;
  readonly last: number;
  readonly of: number;
  ran: boolean;
};

const most = 2_000_000;

/** Null: it is no such profile, or not whole. */
export function readGoProfile(text: string): CoverageReport | null {
  const [mode = '', ...lines] = text.split('\n');
  if (!/^mode: (?:set|count|atomic)\r?$/.test(mode) || lines.length > most || lines.at(-1) !== '') return null;
  const blocks = new Map<string, Block>();
  for (const line of lines.slice(0, -1)) {
    const found = /^(.+):(\d{1,9})\.\d+,(\d{1,9})\.\d+ (\d{1,9}) (\d{1,19})\r?$/.exec(line);
    if (found === null) return null;
    const [, file = '', first, last, of, runs] = found;
    const key = line.slice(0, line.lastIndexOf(' '));
    const block = blocks.get(key) ?? { file, first: Number(first), last: Number(last), of: Number(of), ran: false };
    block.ran ||= Number(runs) > 0;
    blocks.set(key, block);
  }
  return fromBlocks(blocks.values());
}

/** Its statements are what Go counts; a line of a block that never ran is missed unless another on it ran. */
function fromBlocks(blocks: Iterable<Block>): CoverageReport | null {
  const built = new ReportBuilder();
  for (const { file, first, last, of, ran } of blocks) {
    const into = built.file(file);
    into.count({ ran: ran ? of : 0, of });
    for (let line = first; line <= last; line += 1) if (!into.note(line, ran)) return null;
  }
  return built.whole();
}
