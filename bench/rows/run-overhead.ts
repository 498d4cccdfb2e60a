// One prompt, one answer: `drover run` beside the same agent started bare and the command line's own start. What is left over is Drover's.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareAgent, scriptOf } from '../bare-runs.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const rounds = 15;
/** Of a daemon that has been at work: what runs often is compiled. */
const warmUp = 5;
const prompt = 'Is it?';

type Times = { readonly bare: number[]; readonly cli: number[]; readonly run: number[] };

export const bench: Bench = {
  name: 'run-overhead',
  target: '<= 50 ms beyond the bare agent and the command line',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    const named = ['--agent', 'scripted'];
    try {
      configure(cli, 'off');
      const writes = rowOf('agent named, it may write', take(cli, [...named, '--mode', 'write']), '<= 50');
      const first = rowOf('no agent named, each is looked for', take(cli, ['--mode', 'write']), 'no figure');
      const watched = rowOf('an analysis, the tree put on record before and after', take(cli, named), 'no figure');
      configure(cli, 'auto');
      const confined = rowOf('an analysis, in the sandbox of this machine', take(cli, named), 'no figure');
      return [writes, first, watched, confined];
    } finally {
      await cli.close();
    }
  },
};

/** Read anew by the daemon at each request. JSON is YAML. */
function configure({ folder }: BuiltCli, sandbox: 'off' | 'auto'): void {
  const script = scriptOf(folder.path);
  writeFileSync(script, JSON.stringify({ turns: [{ do: [{ say: 'Yes.' }] }] }));
  const config = { agents: { scripted: { script } }, policy: 'hands-off', sandbox };
  writeFileSync(join(folder.path, 'drover', 'config.yaml'), JSON.stringify(config), { mode: 0o600 });
}

/** In turn; the first rounds do not count. */
function take(cli: BuiltCli, flags: readonly string[]): Times {
  const times: Times = { bare: [], cli: [], run: [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const one = {
      bare: timed(() => bareAgent(cli, prompt)),
      cli: timed(() => cli.run('--version')),
      run: timed(() => cli.run('run', ...flags, prompt, '--final')),
    };
    if (round < 0) continue;
    times.bare.push(one.bare);
    times.cli.push(one.cli);
    times.run.push(one.run);
  }
  return times;
}

function rowOf(what: string, { bare, cli, run }: Times, target: string): Row {
  const own = run.map((time, round) => time - (bare[round] ?? 0) - (cli[round] ?? 0));
  const [value, least] = [median(own), Math.min(...own)];
  const floor = { what: 'agent and command line alone', value: median(bare) + median(cli) };
  return {
    what: `${what}: Drover's own`,
    unit: 'ms',
    value,
    min: least,
    floor,
    target,
    met: target !== '<= 50' || value <= 50,
  };
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
