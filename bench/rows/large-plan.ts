// A plan of 500 criteria beside one of a single criterion: how much longer it takes until the daemon has it, and how much more the daemon needs until a person is asked about it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { build, openBuiltCli } from '../built-cli.ts';
import { peakOf } from '../peak-of.ts';
import type { Bench } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const count = 500;
const samples = 3;

const planOf = (criteria: number): string =>
  [
    '# A plan',
    ...Array.from(
      { length: criteria },
      (_, at) => `### SC-${at + 1}: part ${at + 1} says its name\n- Verify: npm test\n- Files: src/part-${at + 1}.js\n`,
    ),
  ].join('\n\n');

export const bench: Bench = {
  name: 'large-plan',
  target: `${count} criteria: ready <= 300 ms later than one, daemon <= 30 MB more`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const files = { small: join(cli.folder.path, 'small.md'), large: join(cli.folder.path, 'large.md') };
      writeFileSync(files.small, planOf(1));
      writeFileSync(files.large, planOf(count));
      await cli.until(cli.state('--plan', files.small), 'plan');
      const daemon = await pingDaemon(cli.folder.socket, 10_000);
      if (typeof daemon !== 'object') throw new Error(`the daemon does not answer: ${daemon}`);
      const before = peakOf(daemon.pid);
      await cli.until(cli.state('--plan', files.large), 'plan');
      const more = peakOf(daemon.pid) - before;
      const times = await sampleBoth(
        samples,
        () => cli.state('--plan', files.large),
        () => cli.state('--plan', files.small),
      );
      const later = times.subject.median - times.floor.median;
      const floor = { what: 'all of it for one criterion', value: times.floor.median };
      return [
        {
          ...{ what: `${count} criteria: ready later by`, unit: 'ms', value: later },
          ...{ min: times.subject.min - times.floor.min, floor, target: '<= 300', met: later <= 300 },
        },
        {
          ...{ what: `${count} criteria: daemon more`, unit: 'MB', value: more, min: null, floor: null },
          ...{ target: '<= 30', met: more <= 30 },
        },
      ];
    } finally {
      await cli.close();
    }
  },
};
