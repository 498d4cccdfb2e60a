// Ten thousand new tests, each of which runs the changed line: what the daemon needs that judges them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { demoScript } from '../../src/local/demo-script.ts';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import { peakOf } from '../peak-of.ts';
import type { Bench } from '../row.ts';
import { sampleLives } from '../sample.ts';

const count = 10_000;

export const bench: Bench = {
  name: 'proof-ids',
  target: `${count} ids with lines, daemon <= 150 MB`,
  measure: async () => {
    build();
    const [peak = { median: Number.NaN, min: Number.NaN }] = await sampleLives(async () => [await peakOfOne()]);
    const { median: value, min } = peak;
    return [{ what: 'daemon at most', unit: 'MB', value, min, floor: null, target: '<= 150', met: value <= 150 }];
  },
};

async function peakOfOne(): Promise<number> {
  const cli = await openBuiltCli(false);
  try {
    writeTests(cli);
    await cli.until(cli.state(), 'submit');
    const daemon = await pingDaemon(cli.folder.socket, 10_000);
    if (typeof daemon !== 'object') throw new Error(`the daemon does not answer: ${daemon}`);
    return peakOf(daemon.pid);
  } finally {
    await cli.close();
  }
}

/** The agent of the demo writes them beside its own two. */
function writeTests({ folder }: BuiltCli): void {
  const path = join(folder.path, 'script.json');
  const script = JSON.parse(readFileSync(path, 'utf8')) as typeof demoScript;
  const more = `\nfor (let n = 1; n <= ${count}; n += 1)\n  test(\`\${n} minutes are as many minutes\`, () => assert.equal(nextBeat(0, n), n * MINUTE));\n`;
  const turns = script.turns.map((turn) => ({ ...turn, do: turn.do.map((step) => longer(step, more)) }));
  writeFileSync(path, JSON.stringify({ turns }));
}

const longer = (step: object, more: string): object => {
  const { write } = step as { readonly write?: { readonly path: string; readonly text: string } };
  return write === undefined ? step : { write: { ...write, text: write.text + more } };
};
