// What is judged without running the program: format and lint, types, unused code, the law of rooms. All at the same time; what each says follows as a whole when it ends. Fails if one of them does; lists are there to be read.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..');
const checks = ['biome ci .', 'tsc', 'tsc -p web', 'knip', 'vitest run --project rooms'];
/** Doubles of 12 lines and more, with names as they are and with other names; files that are hardly one. */
const lists = ['npm run -s doubles', 'node scripts/list-small-files.ts'];

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

/** Whether it passed; one that cannot be started or is killed did not. */
async function check(command: string): Promise<boolean> {
  const began = performance.now();
  const child = spawn(`${command} 2>&1`, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((tell) => child.on('close', tell));
  const said = await text(child.stdout);
  const status = await ended;
  const took = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    `${status === 0 ? 'passed' : `FAILED (${status ?? 'killed'})`} in ${took} s: ${command}\n${said}\n`,
  );
  return status === 0;
}

const [passed] = await Promise.all([Promise.all(checks.map(check)), Promise.all(lists.map(check))]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
