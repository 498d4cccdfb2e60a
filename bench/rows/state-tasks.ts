// A thousand tasks stated one after another by the built program, while the first of them are under way: how long that takes, what the daemon needs, and how long their list takes then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { demoTask } from '../../src/local/demo-project.ts';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { type BuiltCli, bareNode, build, entry, openBuiltCli } from '../built-cli.ts';
import { peakOf } from '../peak-of.ts';
import type { Bench, Row } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const count = 1000;
/** Of what is small and even. */
const samples = 25;

export const bench: Bench = {
  name: 'state-tasks',
  target: `${count} stated in <= 60 s, daemon <= 150 MB; \`task list\` with them <= 1.5 x \`node -e 0\``,
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const begun = performance.now();
      for (let one = 0; one < count; one += 1) await state(cli);
      const seconds = (performance.now() - begun) / 1000;
      const daemon = await pingDaemon(cli.folder.socket, 10_000);
      if (typeof daemon !== 'object') throw new Error(`the daemon does not answer: ${daemon}`);
      const most = peakOf(daemon.pid);
      const floor = { what: 'bare node as often', value: (bareSeconds() / samples) * count };
      const figures = { min: null, floor: null } as const;
      return [
        { what: `${count} stated`, unit: 's', value: seconds, min: null, floor, target: '<= 60', met: seconds <= 60 },
        { ...figures, what: 'daemon at most', unit: 'MB', value: most, target: '<= 150', met: most <= 150 },
        await listed(cli),
      ];
    } finally {
      await cli.close();
    }
  },
};

/** At rest: what is under way is not in it. */
async function listed(cli: BuiltCli): Promise<Row> {
  cli.run('stop', '--all', '--now', '--yes');
  const { subject, floor } = await sampleBoth(samples, () => cli.run('task', 'list'), bareNode);
  return {
    ...{ what: '`task list` with them', unit: 'ms', value: subject.median, min: subject.min, target: '<= 1.5 x' },
    floor: { what: '`node -e 0`', value: floor.median },
    met: subject.median <= 1.5 * floor.median,
  };
}

/** Not waited for by holding this process up: it serves the remote. */
async function state({ folder }: BuiltCli): Promise<void> {
  const words = ['do', demoTask, '-w', 'heartbeat', '--agent', 'scripted', '--detach'];
  const where = { cwd: folder.checkout, env: folder.env };
  const child = spawn(process.execPath, [entry, ...words], { ...where, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`a task could not be stated: ${code}`);
}

function bareSeconds(): number {
  const begun = performance.now();
  for (let one = 0; one < samples; one += 1) bareNode();
  return (performance.now() - begun) / 1000;
}
