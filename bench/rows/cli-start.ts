// How long a command takes from start to end, beside a node that does nothing.
import { bareNode, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const commands = [
  { argv: ['--version'], limit: 1.3 },
  { argv: ['--help'], limit: 1.3 },
  { argv: ['ps'], limit: 1.5 },
  { argv: ['task', 'list'], limit: 1.5 },
  // A key was pressed, and the shell waits.
  { argv: ['completion', 'names', 'task'], limit: 1.5, most: 60 },
  { argv: ['completion', 'names', 'thing'], limit: 1.5, most: 60 },
];

export const bench: Bench = {
  name: 'cli-start',
  target:
    '--help and --version <= 1.3 x, ps, task list and completion (warm daemon) <= 1.5 x bare node; completion <= 60 ms',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const rows: Row[] = [];
      for (const { argv, limit, most = Number.POSITIVE_INFINITY } of commands) {
        const { subject, floor } = await sampleBoth(25, () => cli.run(...argv), bareNode);
        rows.push({
          what: `drover ${argv.join(' ')}`,
          unit: 'ms',
          value: subject.median,
          min: subject.min,
          floor: { what: 'node -e 0', value: floor.median },
          target: `<= ${limit} x by min and median${most === Number.POSITIVE_INFINITY ? '' : `, <= ${most} ms`}`,
          met: subject.median <= limit * floor.median && subject.min <= limit * floor.min && subject.median <= most,
        });
      }
      return rows;
    } finally {
      await cli.close();
    }
  },
};
