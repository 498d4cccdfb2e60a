// Flows of 500 task files: how long it takes to check them, and to write them as the rows have them when one has moved; and a prompt of 200 KB beside a short one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectedNode } from '../../src/domain/flow/projected.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import { layFlow } from '../lay-flow.ts';
import { openProjections } from '../project-flow.ts';
import type { Bench, Row } from '../row.ts';
import { type Samples, sampleBoth } from '../sample.ts';

const count = 500;
const samples = 7;

export const bench: Bench = {
  name: 'flow-files',
  target: `flow check of ${count} files <= 400 ms; one of ${count} nodes moved: written <= 50 ms; a prompt of 200 KB <= 20 ms more than a short one`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const folder = layFlow(join(cli.folder.checkout, '.workflow', 'WFS-large'), count);
      const check = await sampleBoth(
        samples,
        () => cli.run('flow', 'check', folder),
        () => cli.run('--version'),
      );
      return [
        rowOf(`flow check of ${count} files`, check, { what: 'drover --version', most: 400 }),
        rowOf(`one of ${count} nodes moved: its files written`, await projected(cli, folder), {
          what: 'the same again',
          most: 50,
        }),
        await promptRow(cli),
      ];
    } finally {
      await cli.close();
    }
  },
};

type Both = { readonly subject: Samples; readonly floor: Samples };

const rowOf = (
  what: string,
  { subject, floor }: Both,
  { what: of, most }: { readonly what: string; readonly most: number },
): Row => ({
  ...{ what, unit: 'ms', value: subject.median, min: subject.min },
  ...{ floor: { what: of, value: floor.median }, target: `<= ${most}`, met: subject.median <= most },
});

/** In this process, on this disk: each time one node more has moved. */
async function projected({ folder: { path } }: BuiltCli, folder: string): Promise<Both> {
  const project = openProjections(path, folder);
  let moved = 0;
  const write = () =>
    project(
      Array.from({ length: count }, (_, at): ProjectedNode => {
        const moves = at < moved ? [{ from: 'pending', to: 'in_progress', at: 1000 + at } as const] : [];
        return { id: `IMPL-${at + 1}`, status: at < moved ? 'in_progress' : 'pending', moves, summary: null };
      }),
    );
  const move = () => {
    moved += 1;
    return write();
  };
  return sampleBoth(samples, move, write);
}

async function promptRow(cli: BuiltCli): Promise<Row> {
  const script = join(cli.folder.path, 'script.json');
  writeFileSync(script, JSON.stringify({ turns: [{ do: [{ say: 'Yes.' }] }] }));
  const config = { agents: { scripted: { script } }, policy: 'hands-off', sandbox: 'off' };
  writeFileSync(join(cli.folder.path, 'drover', 'config.yaml'), JSON.stringify(config), { mode: 0o600 });
  const files = { short: 'short.md', long: 'long.md' };
  writeFileSync(join(cli.folder.path, files.short), 'Is it?\n');
  writeFileSync(join(cli.folder.path, files.long), 'Is it `so`, "$HOME"?\n'.repeat(9524));
  const ask = (file: string) =>
    cli.run('run', '--agent', 'scripted', '--mode', 'write', '-f', join(cli.folder.path, file), '--final');
  const { subject, floor } = await sampleBoth(
    samples,
    () => ask(files.long),
    () => ask(files.short),
  );
  const more = subject.median - floor.median;
  return {
    ...{ what: 'a prompt of 200 KB: longer by', unit: 'ms', value: more, min: subject.min - floor.min },
    ...{ floor: { what: 'a prompt of one line', value: floor.median }, target: '<= 20', met: more <= 20 },
  };
}
