// `drover demo` from start to end, as a newcomer sees it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { DemoResult } from '../../src/local/demo.ts';
import { build } from '../built-cli.ts';
import type { Bench } from '../row.ts';

const entry = join(import.meta.dirname, '..', '..', 'bin', 'drover.cjs');

export const bench: Bench = {
  name: 'demo-overhead',
  target: '<= 60 s, nothing left running',
  measure: async () => {
    build();
    const said = execFileSync(process.execPath, [entry, 'demo', '--json'], { encoding: 'utf8' });
    const { data } = JSON.parse(said) as { data: DemoResult };
    const met = data.seconds <= 60 && data.outcome === 'released' && data.left.length === 0;
    return [{ what: 'drover demo', unit: 's', value: data.seconds, min: null, floor: null, target: '<= 60', met }];
  },
};
