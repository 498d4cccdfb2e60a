// A whole task of an agent that answers at once: what is left when its own programs are taken off is Drover's.
import type { Ps } from '../../src/contract/service.ts';
import { build, openBuiltCli } from '../built-cli.ts';
import type { Bench } from '../row.ts';

export const bench: Bench = {
  name: 'instant-agent',
  target: 'a task of ten steps and more in <= 3 s',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const begun = performance.now();
      await cli.watch(cli.state());
      const total = performance.now() - begun;
      const { runs } = cli.ask<Ps>('ps', '--all');
      const programs = runs.reduce((sum, run) => sum + ((run.ended_at ?? 0) - (run.started_at ?? 0)), 0);
      return [
        {
          what: `${runs.length} programs run, statement to pushed branch`,
          unit: 'ms',
          value: total,
          min: null,
          floor: { what: 'the programs themselves, one after the other', value: programs },
          target: '<= 3000',
          met: total <= 3000,
        },
      ];
    } finally {
      await cli.close();
    }
  },
};
