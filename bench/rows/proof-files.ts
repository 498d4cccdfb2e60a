// What a project's files cost its proof: processor time of the engine, git's reading and the gates in this process, beside the same task in a project of ten files.
// Programs that are started, and what the kernel does for them and for copies of the tree, are not in it.
import { openProvingGround } from '../../test/proof/proving-ground.ts';
import { fixIn, prove } from '../proof-of.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const few = 10;
const sizes = [
  { count: 1000, ms: 400, rounds: 5 },
  { count: 20_000, ms: 2000, rounds: 1 },
];

type Ground = Awaited<ReturnType<typeof openProvingGround>>;

export const bench: Bench = {
  name: 'proof-files',
  target: '<= 400 ms for 1,000 files, <= 2 s for 20,000',
  measure: async () => {
    const ground = await openProvingGround();
    try {
      await times(ground, few, 2);
      const floor = median(await times(ground, few, 5));
      const rows: Row[] = [];
      for (const { count, ms, rounds } of sizes) {
        const all = await times(ground, count, rounds);
        const value = median(all) - floor;
        rows.push({
          ...{ what: `${count} files, Drover's own beyond ${few}`, unit: 'ms', value, target: `<= ${ms}` },
          ...{ min: Math.min(...all) - floor, met: value <= ms },
          floor: { what: `all of a project of ${few}`, value: floor },
        });
      }
      return rows;
    } finally {
      await ground.close();
    }
  },
};

/** Milliseconds of each. */
async function times(ground: Ground, count: number, rounds: number): Promise<readonly number[]> {
  const row = fixIn(modules(count));
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await prove(ground, row);
    found.push(process.cpuUsage(before).user / 1000);
  }
  return found;
}

const modules = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `lib/part-${at % 100}/m${at}.js`,
      `export const m${at} = () => ${at};\n`,
    ]),
  );
