// The whole proof of a task in a project whose suite takes half a minute, beside that suite alone. The tests sleep, so that a busy machine is little slower.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openProvingGround } from '../../test/proof/proving-ground.ts';
import type { Edits } from '../../test/proof/row.ts';
import { fixIn, prove } from '../proof-of.ts';
import type { Bench } from '../row.ts';

/** `SUITE_SECONDS`: a shorter one for a trial. */
const suite = { seconds: Number(process.env.SUITE_SECONDS ?? 30), files: 10 };
const script = 'node --test --test-concurrency=1';

export const bench: Bench = {
  name: 'proof-overhead',
  target: `<= 2.5 x a suite of ${suite.seconds} s`,
  measure: async () => {
    const row = fixIn(sleepers(), script);
    const floor = bareSuite(row.project.files);
    const ground = await openProvingGround();
    try {
      const begun = performance.now();
      await prove(ground, row);
      const value = (performance.now() - begun) / 1000;
      return [
        {
          ...{ what: 'from the base to the question submit', unit: 's', value, min: null, target: '<= 2.5 x' },
          floor: { what: 'the suite alone', value: floor },
          met: value <= 2.5 * floor,
        },
      ];
    } finally {
      await ground.close();
    }
  },
};

function sleepers(): Edits {
  const ms = (suite.seconds * 1000) / suite.files;
  const text = `import { setTimeout as wait } from 'node:timers/promises';\nimport test from 'node:test';\ntest('waits', () => wait(${ms}));\n`;
  return Object.fromEntries(Array.from({ length: suite.files }, (_, at) => [`test/wait-${at}.test.js`, text]));
}

/** In seconds. */
function bareSuite(files: Edits): number {
  const folder = mkdtempSync(join(tmpdir(), 'bare-suite-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? '');
  }
  const begun = performance.now();
  const { status } = spawnSync('npm', ['test'], { cwd: folder, stdio: 'ignore' });
  const seconds = (performance.now() - begun) / 1000;
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`the suite alone ended with ${status}`);
  return seconds;
}
